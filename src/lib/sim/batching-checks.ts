/** What the page continuous-batching demands of its simulator. */

import {checkRow, type CheckRow} from "../check-row.js";
import {brokenBalances} from "./audit.js";
import {compareBatching, gainBySpread} from "./batching-study.js";
import {batchingStudy, type BatchingInputs} from "./batching-run.js";
import {e2eSeconds, ttftSeconds} from "./records.js";
import {requestsOf} from "./workload.js";
import {advanceServing, openServing, simulateServing} from "./simulate.js";
import {constantStep} from "./step.js";
import {ascendingFinite, mean} from "../stats.js";

/**
 * Checks of the page: equal answers gain nothing, Little's law, M/D/1, books that balance, time that
 * never goes back, and the chapter's 2 to 4 times for spreads of a half and of one.
 *
 * @example batchingChecks.name // "batchingChecks"
 */
export function batchingChecks(inputs: BatchingInputs): CheckRow[] {
  const study = batchingStudy(inputs);
  const equal = {
    prompt: {kind: "fixed", tokens: 128},
    output: {kind: "fixed", tokens: 256}
  } as const;
  return [
    row("gain when all requests are equal", {
      expected: 1,
      ours: compareBatching({...study, lengths: equal}).gain,
      source: "must be so"
    }),
    ...gainBySpread(study, [0.5, 1]).map(({cv, gain}) =>
      row(`gain where answers spread by ${cv} (the chapter: 2 to 4 times)`, {
        expected: 3,
        ours: gain,
        tolerance: 1 / 3,
        source: "the chapter; Orca (OSDI 22), vLLM"
      })
    ),
    ...queueRows(),
    ...lawRows(inputs)
  ];
}

function row(
  name: string,
  {
    expected,
    ours,
    tolerance = 0,
    source
  }: {expected: number; ours: number; tolerance?: number; source: string}
): CheckRow {
  return checkRow({name, expected, ours, unit: "", tolerance, source});
}

const oneByOne = {
  memory: {kind: "contiguous", reserve: "oracle", fit: "first-fit"},
  capacityTokens: 1000,
  maxModelLen: 100,
  scheduler: {batching: "continuous", maxSequences: 1, maxBatchedTokens: 100, chunkedPrefill: false}
} as const;

/** One place and equal services: the mean wait of M/D/1 is ρ · s / (2 · (1 − ρ)). */
function queueRows(): CheckRow[] {
  const lengths = {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 1}} as const;
  const arrivals = {kind: "poisson", requestsPerSecond: 2} as const;
  const requests = requestsOf({nRequests: 60_000, arrivals, lengths}, 5);
  const {records} = simulateServing(oneByOne, requests, {step: constantStep(0.25)});
  const ours = mean(ttftSeconds(records)) - 0.25;
  return [
    row("mean wait with one place at half load, s (M/D/1)", {
      expected: 0.125,
      ours,
      tolerance: 0.05,
      source: "queueing theory: ρ · s / (2 · (1 − ρ))"
    })
  ];
}

function lawRows({lengths, seed}: BatchingInputs): CheckRow[] {
  const arrivals = {kind: "poisson", requestsPerSecond: 4} as const;
  const requests = requestsOf({nRequests: 120, arrivals, lengths, maxModelLen: 2048}, seed);
  const scheduler = {
    batching: "continuous",
    maxSequences: 16,
    maxBatchedTokens: 512,
    chunkedPrefill: true
  } as const;
  const memory = {kind: "paged", blockSize: 16} as const;
  const config = {memory, capacityTokens: 6000, maxModelLen: 2048, scheduler};
  const s = openServing(config, requests, constantStep(0.01));
  let [broken, backwards, last] = [0, 0, 0];
  while (advanceServing(s, {maxPasses: 50})) {
    broken += brokenBalances(s).length;
    if (s.timeSeconds < last) backwards++;
    last = s.timeSeconds;
  }
  const stays = ascendingFinite(e2eSeconds(s.records)).reduce((sum, stay) => sum + stay, 0);
  const source = "must be so";
  return [
    row("requests in the system over their rate and stay (Little)", {
      expected: 1,
      ours: (s.totals.running + s.totals.waiting) / stays,
      tolerance: 1e-9,
      source
    }),
    row("counts that do not balance, over a whole run", {expected: 0, ours: broken, source}),
    row("steps back in time", {expected: 0, ours: backwards, source})
  ];
}
