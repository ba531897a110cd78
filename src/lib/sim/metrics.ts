/** What a run was like, for those who waited and for whoever pays for the cards. */

import {ascendingFinite, mean, quantile} from "../stats.js";
import type {Gaps} from "./gaps.js";
import {countGood, NO_LIMIT, type ServiceLevel} from "./goodput.js";
import {e2eSeconds, STATUS, tpotSeconds, ttftSeconds, type Records} from "./records.js";
import type {Serving} from "./serving.js";
import {savedFraction} from "./totals.js";

/** A column of seconds in four figures; NaN where nothing was measured. */
export interface Spread {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Shares of KV memory while the engine was busy; they add up to 1. */
export interface MemoryShares {
  /** Slots that hold a token */
  readonly used: number;
  /** Inside an allocation, will be used later */
  readonly reserved: number;
  /** Inside an allocation, will never be used */
  readonly internal: number;
  /** Rounding by the allocator, and free places while the next request waited for memory */
  readonly external: number;
  /** Free with nobody waiting for it */
  readonly free: number;
}

export interface ServingMetrics {
  readonly seconds: number;
  readonly busyFraction: number;
  readonly finished: number;
  readonly refused: number;
  /** Requests that had come and were not done when the run stopped */
  readonly unfinished: number;
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  /** Answers within the service level: per second, and as a share of all that came */
  readonly goodRequestsPerSecond: number;
  readonly goodFraction: number;
  readonly ttft: Spread;
  readonly tpot: Spread;
  readonly itl: Spread;
  readonly e2e: Spread;
  /** Mean of E2E over tokens of the answer: the paper's normalized latency, seconds per token */
  readonly normalizedLatencySeconds: number;
  readonly meanRunning: number;
  readonly meanWaiting: number;
  /** Slots of static batches that wait for their last answer, of all that are taken */
  readonly heldFraction: number;
  readonly memory: MemoryShares;
  /** Share of the slots of all sequences' blocks that sharing saves */
  readonly savedFraction: number;
  readonly preemptions: number;
  readonly recomputedTokens: number;
  readonly swappedTokens: number;
  /** Tokens of prompts found in the prefix cache or with another sample, of all that were let in */
  readonly hitFraction: number;
}

/**
 * Latency, throughput, goodput and memory of a run.
 *
 * TTFT, TPOT and E2E are exact quantiles over requests; ITL comes from a histogram, right to 1/64.
 * A request is good when both its TTFT and its TPOT are within the service level.
 *
 * @see https://arxiv.org/abs/2401.09670 section 2 (goodput), https://docs.vllm.ai/en/latest/design/metrics.html
 * @example servingMetrics({records: {n: 0, arrivalSeconds: [], firstTokenSeconds: [], finishedSeconds: [], outputTokens: []}, tally: {arrived: 0, finished: 0, refused: 0}, totals: {running: 0, held: 0}, gaps: {quantile: () => NaN}, memory: {}, timeSeconds: 2}).requestsPerSecond // 0
 */
export function servingMetrics(s: Serving, level: ServiceLevel = NO_LIMIT): ServingMetrics {
  const {records, tally, totals, timeSeconds} = s;
  const columns = {
    ttft: ttftSeconds(records),
    tpot: tpotSeconds(records),
    e2e: e2eSeconds(records)
  };
  const nGood = countGood(records, columns, level);
  const slotSeconds = totals.running + totals.held;
  const finished = finishedPrompts(records);
  return {
    seconds: timeSeconds,
    busyFraction: totals.busySeconds / totals.seconds,
    finished: tally.finished,
    refused: tally.refused,
    unfinished: tally.arrived - tally.finished - tally.refused,
    requestsPerSecond: tally.finished / timeSeconds,
    outputTokensPerSecond: tally.outputTokens / timeSeconds,
    goodRequestsPerSecond: nGood / timeSeconds,
    goodFraction: nGood / tally.arrived,
    ttft: spreadOf(columns.ttft),
    tpot: spreadOf(columns.tpot),
    itl: spreadOfGaps(s.gaps),
    e2e: spreadOf(columns.e2e),
    normalizedLatencySeconds: mean(
      ascendingFinite(columns.e2e.map((seconds, i) => seconds / records.outputTokens[i]!))
    ),
    meanRunning: totals.running / totals.seconds,
    meanWaiting: totals.waiting / totals.seconds,
    heldFraction: slotSeconds > 0 ? totals.held / slotSeconds : 0,
    memory: memoryShares(s),
    savedFraction: savedFraction(totals),
    preemptions: tally.preemptions,
    recomputedTokens: tally.recomputedTokens,
    swappedTokens: tally.swappedTokens,
    hitFraction: finished > 0 ? tally.hitTokens / finished : 0
  };
}

/** Tokens of the prompts that got in. */
function finishedPrompts({n, promptTokens, admittedSeconds}: Records): number {
  let tokens = 0;
  for (let i = 0; i < n; i++) if (!Number.isNaN(admittedSeconds[i])) tokens += promptTokens[i]!;
  return tokens;
}

/**
 * Mean, median, 90th and 99th percentile of the finite values of a column.
 *
 * @see https://en.wikipedia.org/wiki/Percentile
 * @example spreadOf([3, 1, NaN, 2]).p50 // 2
 */
export function spreadOf(seconds: ArrayLike<number>): Spread {
  const ascending = ascendingFinite(seconds);
  return {
    mean: mean(ascending),
    p50: quantile(ascending, 0.5),
    p90: quantile(ascending, 0.9),
    p99: quantile(ascending, 0.99)
  };
}

function spreadOfGaps(gaps: Gaps): Spread {
  return {
    mean: gaps.sumSeconds / gaps.total,
    p50: gaps.quantile(0.5),
    p90: gaps.quantile(0.9),
    p99: gaps.quantile(0.99)
  };
}

/**
 * What KV memory was used for, as shares of all memory over the busy time of a run.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 2
 * @example memoryShares({memory: {capacityTokens: 10}, totals: {busySeconds: 1, usedTokens: 4, allocatedTokens: 8, neverTokens: 1, roundingTokens: 2, blockedFreeTokens: 2}}).external // 0.4
 */
export function memoryShares({memory, totals}: Pick<Serving, "memory" | "totals">): MemoryShares {
  const whole = memory.capacityTokens * totals.busySeconds;
  const {usedTokens, allocatedTokens, neverTokens, roundingTokens, blockedFreeTokens} = totals;
  return {
    used: usedTokens / whole,
    reserved: (allocatedTokens - usedTokens - neverTokens - roundingTokens) / whole,
    internal: neverTokens / whole,
    external: (roundingTokens + blockedFreeTokens) / whole,
    free: (whole - allocatedTokens - blockedFreeTokens) / whole
  };
}

/**
 * Requests of a run by where they stand.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example statusCounts({n: 3, status: [1, 3, 3]}) // {"expected": 0, "waiting": 1, "running": 0, "finished": 2, "refused": 0, "moving": 0}
 */
export function statusCounts({
  n,
  status
}: Pick<Records, "n" | "status">): Record<keyof typeof STATUS, number> {
  const counts = {expected: 0, waiting: 0, running: 0, finished: 0, refused: 0, moving: 0};
  const names = Object.keys(STATUS) as (keyof typeof STATUS)[];
  for (let i = 0; i < n; i++) counts[names[status[i]!]!]++;
  return counts;
}
