/** One stream through several allocators: how full memory is, and what rate each sustains. */

import type {ALLOCATOR_NAMES} from "./axes.js";
import type {ServingConfig} from "./config.js";
import {requestLaws, type RequestLaw} from "./lengths.js";
import type {MemoryConfig} from "./memory.js";
import {servingMetrics} from "./metrics.js";
import type {Serving} from "./serving.js";
import {simulateServing} from "./simulate.js";
import type {StepModel} from "./step.js";
import {requestsOf} from "./workload.js";

export type AllocatorName = (typeof ALLOCATOR_NAMES)[number];

/**
 * The four ways to give out KV memory that the PagedAttention paper compares; the first three are
 * Orca's, on a buddy allocator.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 */
export const allocators: Readonly<Record<AllocatorName, MemoryConfig>> = {
  max: {kind: "contiguous", reserve: "max", fit: "buddy"},
  pow2: {kind: "contiguous", reserve: "pow2", fit: "buddy"},
  oracle: {kind: "contiguous", reserve: "oracle", fit: "buddy"},
  paged: {kind: "paged", blockSize: 16, watermarkFraction: 0.01}
};

/** What the runs of a study have in common. */
export interface Study {
  readonly capacityTokens: number;
  readonly maxModelLen: number;
  readonly lengths: RequestLaw;
  readonly step: StepModel;
  readonly seed: number;
  /** Requests in the queue at the start, when memory is to be full throughout */
  readonly nRequests?: number;
  /** Length of a stream at a given rate, seconds */
  readonly streamSeconds?: number;
  readonly maxSequences?: number;
  readonly maxBatchedTokens?: number;
}

/**
 * The setting of the paper's figure 2 and 12, as far as it is published: 12 GiB of KV for OPT-13B
 * on an A100-40GB, lengths up to 2,048, batches as vLLM 0.1 made them.
 *
 * @see https://arxiv.org/abs/2309.06180 table 1
 */
export const paperSetting = {
  model: "opt-13b",
  gpu: "a100-sxm-40",
  capacityTokens: 15_728,
  maxModelLen: 2048,
  maxSequences: 256,
  maxBatchedTokens: 2560,
  lengths: requestLaws.sharegpt
} as const;

/** Fewer requests say nothing about a rate. */
const MIN_REQUESTS = 100;

/**
 * An engine that has served a stream at a given rate.
 *
 * A rate of Infinity puts all requests in the queue at the start and stops when the queue is empty,
 * so that memory is as full as it can be throughout.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example runAllocator({kind: "paged", blockSize: 4}, {capacityTokens: 64, maxModelLen: 32, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, seed: 1, step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 1}}, 1).tally.finished // 600
 */
export function runAllocator(
  memory: MemoryConfig,
  study: Study,
  requestsPerSecond: number
): Serving {
  const {capacityTokens, maxModelLen, lengths, step, seed, streamSeconds = 600} = study;
  const isFull = requestsPerSecond === Infinity;
  const nRequests = isFull
    ? (study.nRequests ?? 2000)
    : Math.max(MIN_REQUESTS, Math.round(requestsPerSecond * streamSeconds));
  const arrivals = isFull
    ? ({kind: "at-once"} as const)
    : ({kind: "poisson", requestsPerSecond} as const);
  const config: ServingConfig = {
    memory,
    capacityTokens,
    maxModelLen,
    scheduler: {
      batching: "continuous",
      maxSequences: study.maxSequences ?? 256,
      maxBatchedTokens: study.maxBatchedTokens ?? 2560,
      chunkedPrefill: false
    }
  };
  const requests = requestsOf({nRequests, arrivals, lengths, maxModelLen}, seed);
  return simulateServing(config, requests, {step, stopsWhenIdle: isFull});
}

/**
 * The highest Poisson rate, requests a second, at which the mean normalized latency stays within
 * `limitSeconds` a token: bisected to 1 %.
 *
 * Mean of E2E / answer tokens over a finite stream: a longer stream shows an overload more clearly.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 12
 * @example sustainedRate({kind: "paged", blockSize: 4}, {capacityTokens: 64, maxModelLen: 32, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, seed: 1, step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 1}}, 0.1) // 0
 */
export function sustainedRate(memory: MemoryConfig, study: Study, limitSeconds: number): number {
  const isGood = (rate: number) =>
    servingMetrics(runAllocator(memory, study, rate)).normalizedLatencySeconds <= limitSeconds;
  let low = 2 ** -10;
  if (!isGood(low)) return 0;
  while (low < 2 ** 20 && isGood(2 * low)) low *= 2;
  let high = 2 * low;
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high);
    if (isGood(middle)) low = middle;
    else high = middle;
  }
  return low;
}
