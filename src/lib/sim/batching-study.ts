/** Static against continuous batches on one stream, and what the spread of answers does to it. */

import type {SchedulerConfig, ServingConfig} from "./config.js";
import type {RequestLaw} from "./lengths.js";
import {simulateServing} from "./simulate.js";
import {steadyFigures, type SteadyFigures} from "./steady.js";
import type {StepModel} from "./step.js";
import {requestsOf} from "./workload.js";

export interface BatchingStudy {
  readonly step: StepModel;
  readonly capacityTokens: number;
  readonly maxModelLen: number;
  readonly maxSequences: number;
  readonly maxBatchedTokens: number;
  readonly lengths: RequestLaw;
  readonly nRequests: number;
  readonly seed: number;
}

/** One scheduler on a full queue, in the long run. */
export interface BatchingFigures extends SteadyFigures {
  /** Places that wait for the last answer of their batch, of all that are taken */
  readonly heldFraction: number;
}

export interface BatchingRun {
  readonly still: BatchingFigures;
  readonly going: BatchingFigures;
  /** Output tokens a second, continuous over static */
  readonly gain: number;
}

/**
 * Both schedulers on the same full queue, with memory for all places at once.
 *
 * The same places, the same pages, the same passes of whole prompts: only who may enter when
 * differs. Static answers are taken to leave as they end, which is the mildest view of them. Figures
 * are those of the long run: of whole batches, and of continuous ones while the queue lasts.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example compareBatching({step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 1}, capacityTokens: 1000, maxModelLen: 64, maxSequences: 4, maxBatchedTokens: 64, lengths: {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 8}}, nRequests: 8, seed: 1}).gain // 1
 */
export function compareBatching(study: BatchingStudy): BatchingRun {
  const {lengths, nRequests, maxModelLen, seed, step} = study;
  const arrivals = {kind: "at-once"} as const;
  const requests = requestsOf({nRequests, arrivals, lengths, maxModelLen}, seed);
  const run = (batching: SchedulerConfig["batching"]): BatchingFigures => {
    const {records, totals} = simulateServing(batchingConfig(study, batching), requests, {step});
    const heldFraction = totals.held / (totals.running + totals.held);
    return {...steadyFigures(records, {places: study.maxSequences}), heldFraction};
  };
  const [still, going] = [run("static"), run("continuous")];
  return {still, going, gain: going.outputTokensPerSecond / still.outputTokensPerSecond};
}

function batchingConfig(
  {capacityTokens, maxModelLen, maxSequences, maxBatchedTokens}: BatchingStudy,
  batching: SchedulerConfig["batching"]
): ServingConfig {
  return {
    memory: {kind: "paged", blockSize: 16},
    capacityTokens,
    maxModelLen,
    scheduler: {batching, maxSequences, maxBatchedTokens, chunkedPrefill: false}
  };
}

/** Gain at one spread of answer lengths. */
export interface SpreadPoint {
  /** Standard deviation over mean of the answers' law, before they are cut to the longest allowed */
  readonly cv: number;
  readonly gain: number;
  /** Mean of the longest answer of a batch over the mean answer: what an ideal static batch loses */
  readonly longestOverMean: number;
  readonly heldFraction: number;
}

/**
 * The gain of continuous batches for each spread of answer lengths, the mean kept.
 *
 * A static batch lasts as long as its longest answer, so where passes take the same time whatever
 * is in them, the gain is E[max of N] / E[one]; it is less where a pass with fewer answers is
 * shorter, and 1 when all are equal.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu section 3
 * @example gainBySpread({step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 1}, capacityTokens: 1000, maxModelLen: 64, maxSequences: 4, maxBatchedTokens: 64, lengths: {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 8}}, nRequests: 8, seed: 1}, [0])[0].gain // 1
 */
export function gainBySpread(study: BatchingStudy, cvs: readonly number[]): SpreadPoint[] {
  const {prompt, output} = study.lengths;
  const mean = output.kind === "fixed" ? output.tokens : output.mean;
  return cvs.map((cv) => {
    const lengths = {prompt, output: {kind: "log-normal", mean, cv} as const};
    const {gain, still} = compareBatching({...study, lengths});
    const longest = longestOverMean({...study, lengths});
    return {cv, gain, longestOverMean: longest, heldFraction: still.heldFraction};
  });
}

function longestOverMean(study: BatchingStudy): number {
  const {lengths, nRequests, maxModelLen, maxSequences, seed} = study;
  const arrivals = {kind: "at-once"} as const;
  const {outputTokens} = requestsOf({nRequests, arrivals, lengths, maxModelLen}, seed);
  let [longest, all] = [0, 0];
  for (let i = 0; i < nRequests; i += maxSequences) {
    const batch = outputTokens.subarray(i, i + maxSequences);
    longest += Math.max(...batch) * batch.length;
    for (const tokens of batch) all += tokens;
  }
  return longest / all;
}
