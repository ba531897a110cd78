/** A run's figures along one of its settings: rate, watermark, share of common beginnings. */

import type {SchedulerConfig} from "./config.js";
import type {MemoryConfig} from "./memory.js";
import type {ServingMetrics} from "./metrics.js";
import {simulateRun, type Run} from "./run.js";

export interface RatePoint {
  readonly batching: SchedulerConfig["batching"];
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  readonly ttftP50Seconds: number;
  readonly ttftP99Seconds: number;
  readonly tpotP50Seconds: number;
  readonly tpotP99Seconds: number;
  readonly goodFraction: number;
  readonly goodRequestsPerSecond: number;
}

/**
 * Both schedulers along the rate of arrivals.
 *
 * The streams of all rates have the same requests, closer together or further apart.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 figure 12
 * @example rateCurve({run: {}, rates: []}) // []
 */
export function rateCurve({
  run,
  rates
}: {
  readonly run: Run;
  readonly rates: readonly number[];
}): RatePoint[] {
  return (["static", "continuous"] as const).flatMap((batching) =>
    rates.map((requestsPerSecond) => {
      const arrivals = {kind: "poisson", requestsPerSecond} as const;
      const scheduler = {...run.scheduler, batching};
      const metrics = simulateRun({...run, scheduler, workload: {...run.workload, arrivals}});
      return ratePoint(metrics, {batching, requestsPerSecond});
    })
  );
}

function ratePoint(
  metrics: ServingMetrics,
  at: Pick<RatePoint, "batching" | "requestsPerSecond">
): RatePoint {
  const {ttft, tpot, outputTokensPerSecond, goodFraction, goodRequestsPerSecond} = metrics;
  return {
    ...at,
    outputTokensPerSecond,
    ttftP50Seconds: ttft.p50,
    ttftP99Seconds: ttft.p99,
    tpotP50Seconds: tpot.p50,
    tpotP99Seconds: tpot.p99,
    goodFraction,
    goodRequestsPerSecond
  };
}

/**
 * Rates around one: from an eighth of it to eight times it.
 *
 * @example ratesAround(8).length // 9
 */
export function ratesAround(requestsPerSecond: number): number[] {
  const steps = [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3];
  return steps.map((step) => Number((requestsPerSecond * 2 ** step).toPrecision(3)));
}

export interface WatermarkPoint {
  readonly watermarkFraction: number;
  readonly preemptions: number;
  readonly recomputedTokens: number;
  readonly outputTokensPerSecond: number;
  readonly ttftP50Seconds: number;
}

export const WATERMARKS = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5] as const;

/**
 * The run with more and more blocks kept free when requests are let in, in a memory that is tight.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://github.com/vllm-project/vllm/blob/v0.6.0/vllm/core/block_manager_v2.py watermark
 * @example watermarkCurve.name // "watermarkCurve"
 */
export function watermarkCurve(run: Run): WatermarkPoint[] {
  if (run.memory.kind !== "paged") throw new Error("a watermark needs pages");
  const paged = run.memory;
  return WATERMARKS.map((watermarkFraction) => {
    const memory: MemoryConfig = {...paged, watermarkFraction};
    const metrics = simulateRun({...run, memory});
    const {preemptions, recomputedTokens, outputTokensPerSecond, ttft} = metrics;
    return {
      watermarkFraction,
      preemptions,
      recomputedTokens,
      outputTokensPerSecond,
      ttftP50Seconds: ttft.p50
    };
  });
}

export interface PrefixPoint {
  readonly sharedFraction: number;
  readonly order: "off" | "fcfs" | "longest-prefix";
  readonly hitFraction: number;
  readonly ttftP50Seconds: number;
  readonly outputTokensPerSecond: number;
}

export const SHARED_FRACTIONS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Common beginnings, and tokens of each: a few system prompts. */
export const COMMON = {nGroups: 8, sharedTokens: 1024} as const;

/**
 * The run without a prefix cache, with one, and with requests ordered by it, along the share of
 * requests that begin alike.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2312.07104 section 3 (RadixAttention)
 * @example prefixCurve.name // "prefixCurve"
 */
export function prefixCurve(run: Run): PrefixPoint[] {
  const orders = ["off", "fcfs", "longest-prefix"] as const;
  return orders.flatMap((order) =>
    SHARED_FRACTIONS.map((sharedFraction) => {
      const metrics = simulateRun(prefixRun(run, {order, sharedFraction}));
      const {hitFraction, ttft, outputTokensPerSecond} = metrics;
      return {sharedFraction, order, hitFraction, ttftP50Seconds: ttft.p50, outputTokensPerSecond};
    })
  );
}

function prefixRun(run: Run, at: Pick<PrefixPoint, "order" | "sharedFraction">): Run {
  const {order, sharedFraction} = at;
  const paged =
    run.memory.kind === "paged" ? run.memory : ({kind: "paged", blockSize: 16} as const);
  return {
    ...run,
    memory: {...paged, prefixCache: order !== "off"},
    scheduler: {...run.scheduler, order: order === "longest-prefix" ? order : "fcfs"},
    workload: {...run.workload, sharing: {...COMMON, sharedFraction}}
  };
}
