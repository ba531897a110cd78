/** What the page paged-attention demands of its simulator. */

import {checkRow, type CheckRow} from "../check-row.js";
import {allocatorRuns, allocatorSummary, type StreamSetup} from "./allocator-runs.js";
import {allocators, runAllocator, type AllocatorName} from "./allocator-study.js";
import {brokenBalances} from "./audit.js";
import {servingMetrics} from "./metrics.js";
import {allocatorLabels} from "./paged-words.js";
import {advanceServing, openServing} from "./simulate.js";
import {stepModel} from "./step.js";
import {requestsOf} from "./workload.js";

const PAPER = "PagedAttention paper, figure 2 (arxiv.org/abs/2309.06180)";
/** Ours comes from stand-in lengths; nothing is fitted. Absolute, as shares of memory. */
const WITHIN = 0.05;
const PUBLISHED: readonly [AllocatorName, number][] = [
  ["max", 0.204],
  ["pow2", 0.268],
  ["oracle", 0.382],
  ["paged", 0.963]
];

/**
 * Checks of the page: the paper's utilizations, books that balance, no waste where none can be.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 2
 * @example pagedChecks.length // 1
 */
export function pagedChecks(setup: StreamSetup): CheckRow[] {
  return [...paperRows(setup), ...lawRows(setup)];
}

function paperRows(setup: StreamSetup): CheckRow[] {
  const step = stepModel(setup.model, {gpu: setup.gpu, weightDtype: "bf16", kvDtype: "bf16"});
  return PUBLISHED.map(([name, expected]) => {
    const study = {...setup, step, nRequests: 2000};
    const ours = servingMetrics(runAllocator(allocators[name], study, Infinity)).memory.used;
    return checkRow({
      name: `memory holding tokens, ${allocatorLabels[name]}`,
      expected,
      ours,
      unit: "of KV memory",
      tolerance: WITHIN / expected,
      source: PAPER
    });
  });
}

function lawRows(setup: StreamSetup): CheckRow[] {
  const runs = allocatorRuns(setup);
  const shares = (name: AllocatorName) => runs.find((run) => run.name === name)!.shares;
  const perSequence = allocatorSummary("paged", setup);
  const waste = perSequence.shares.internal * setup.capacityTokens;
  const most = perSequence.meanRunning * (setup.blockTokens - 1);
  return [
    law("books that do not balance, over a whole run", broken(setup)),
    law("waste inside, oracle", shares("oracle").internal),
    law("internal waste of pages over one block a sequence", Math.max(0, waste - most))
  ];
}

function law(name: string, ours: number): CheckRow {
  return checkRow({name, expected: 0, ours, unit: "", tolerance: 0, source: "must be so"});
}

/** Passes after which some count disagrees with the state, in a small run of pages with sharing. */
function broken({model, gpu, lengths, seed}: StreamSetup): number {
  const memory = {kind: "paged", blockSize: 16, prefixCache: true} as const;
  const scheduler = {
    batching: "continuous",
    maxSequences: 32,
    maxBatchedTokens: 2048,
    chunkedPrefill: true
  } as const;
  const config = {memory, capacityTokens: 3000, maxModelLen: 1024, scheduler};
  const sharing = {sharedFraction: 0.5, sharedTokens: 64, nGroups: 2};
  const arrivals = {kind: "at-once"} as const;
  const requests = requestsOf({nRequests: 40, arrivals, lengths, sharing, maxModelLen: 1024}, seed);
  const step = stepModel(model, {gpu, weightDtype: "bf16", kvDtype: "bf16"});
  const s = openServing(config, requests, step);
  let count = 0;
  while (advanceServing(s, {maxPasses: 20})) count += brokenBalances(s).length;
  return count + brokenBalances(s).length + s.memory.usedTokens;
}
