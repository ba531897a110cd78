/** A run's figures along one of its settings: rate, watermark, share of common beginnings. */

import {BATCHINGS, PREFIX_ORDERS, SHARED_FRACTIONS, WATERMARKS} from "./axes.js";
import {tightRun} from "./batching-run.js";
import type {SchedulerConfig} from "./config.js";
import type {MemoryConfig} from "./memory.js";
import {servingMetrics} from "./metrics.js";
import type {Run} from "./run.js";
import type {Serving} from "./serving.js";
import {steadyRun, type SteadyFigures} from "./steady.js";

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
 * The streams of all rates have the same requests, closer together or further apart; figures are
 * those of the long run. Where more comes than is written the queue grows without end, and waits are
 * those of as many requests as the run has.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 figure 12
 * @example rateCurve({run: {}, rates: []}) // []
 */
export function rateCurve({
  run,
  rates,
  batchings = BATCHINGS
}: {
  readonly run: Run;
  readonly rates: readonly number[];
  readonly batchings?: readonly SchedulerConfig["batching"][];
}): RatePoint[] {
  return batchings.flatMap((batching) =>
    rates.map((requestsPerSecond) => {
      const arrivals = {kind: "poisson", requestsPerSecond} as const;
      const scheduler = {...run.scheduler, batching};
      const {figures} = steadyRun({...run, scheduler, workload: {...run.workload, arrivals}});
      return {batching, ...ratePoint(requestsPerSecond, figures)};
    })
  );
}

/**
 * The figures of a run as a point of a curve.
 *
 * @example ratePoint(2, {ttft: {p50: 1, p99: 3}, tpot: {p50: 0, p99: 0}}).ttftP99Seconds // 3
 */
export function ratePoint(
  requestsPerSecond: number,
  {ttft, tpot, outputTokensPerSecond, goodFraction, goodRequestsPerSecond}: SteadyFigures
): Omit<RatePoint, "batching"> {
  return {
    requestsPerSecond,
    outputTokensPerSecond,
    ttftP50Seconds: ttft.p50,
    ttftP99Seconds: ttft.p99,
    tpotP50Seconds: tpot.p50,
    tpotP99Seconds: tpot.p99,
    goodFraction,
    goodRequestsPerSecond
  };
}

export interface WatermarkPoint {
  readonly watermarkFraction: number;
  /** How often a request is thrown out, over answers */
  readonly preemptionsPerAnswer: number;
  /** Tokens read again, over answers */
  readonly recomputedPerAnswer: number;
  readonly outputTokensPerSecond: number;
}

/**
 * The run with more and more blocks kept free when requests are let in, in a memory that is tight:
 * `tightRun`'s.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://github.com/vllm-project/vllm/blob/v0.6.0/vllm/core/block_manager_v2.py watermark
 * @example watermarkCurve.name // "watermarkCurve"
 */
export function watermarkCurve({
  run,
  watermarks = WATERMARKS
}: {
  readonly run: Run;
  readonly watermarks?: readonly number[];
}): WatermarkPoint[] {
  if (run.memory.kind !== "paged") throw new Error("a watermark needs pages");
  const paged = run.memory;
  const tight = tightRun(run);
  return watermarks.map((watermarkFraction) => {
    const memory: MemoryConfig = {...paged, watermarkFraction};
    const {figures, serving} = steadyRun({...tight, memory});
    const {preemptions, recomputedTokens, finished} = serving.tally;
    return {
      watermarkFraction,
      preemptionsPerAnswer: preemptions / finished,
      recomputedPerAnswer: recomputedTokens / finished,
      outputTokensPerSecond: figures.outputTokensPerSecond
    };
  });
}

export interface PrefixPoint {
  readonly sharedFraction: number;
  readonly order: (typeof PREFIX_ORDERS)[number];
  readonly hitFraction: number;
  /** As many are answered as come; otherwise the queue, and the wait, grow without end */
  readonly keepsUp: boolean;
  readonly ttftP50Seconds: number;
  readonly outputTokensPerSecond: number;
}

/** Common beginnings, and tokens of each: a few system prompts. */
export const COMMON = {nGroups: 8, sharedTokens: 1024} as const;

/**
 * The run without a prefix cache, with one, and with requests ordered by it, along the share of
 * requests that begin alike; at half the run's rate, as common beginnings make prompts longer.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2312.07104 section 3 (RadixAttention)
 * @example prefixCurve.name // "prefixCurve"
 */
export function prefixCurve({
  run,
  orders = PREFIX_ORDERS,
  sharedFractions = SHARED_FRACTIONS
}: {
  readonly run: Run;
  readonly orders?: readonly PrefixPoint["order"][];
  readonly sharedFractions?: readonly number[];
}): PrefixPoint[] {
  return orders.flatMap((order) =>
    sharedFractions.map((sharedFraction) => {
      const {serving, figures} = steadyRun(prefixRun(run, {order, sharedFraction}));
      const {hitFraction} = servingMetrics(serving);
      const {ttft, outputTokensPerSecond} = figures;
      const keepsUp = figures.requestsPerSecond > 0.95 * arrivalRate(serving);
      const at = {sharedFraction, order, hitFraction, keepsUp};
      return {...at, ttftP50Seconds: ttft.p50, outputTokensPerSecond};
    })
  );
}

function prefixRun(run: Run, at: Pick<PrefixPoint, "order" | "sharedFraction">): Run {
  const {order, sharedFraction} = at;
  const paged =
    run.memory.kind === "paged" ? run.memory : ({kind: "paged", blockSize: 16} as const);
  const {arrivals} = run.workload;
  const half = (law: typeof arrivals) =>
    law.kind === "at-once" ? law : {...law, requestsPerSecond: law.requestsPerSecond / 2};
  return {
    ...run,
    memory: {...paged, prefixCache: order !== "off"},
    scheduler: {...run.scheduler, order: order === "longest-prefix" ? order : "fcfs"},
    workload: {
      ...run.workload,
      // a median needs fewer
      nRequests: Math.ceil(run.workload.nRequests / 4),
      arrivals: half(arrivals),
      sharing: {...COMMON, sharedFraction}
    }
  };
}

/** Requests a second, as they came. */
const arrivalRate = ({requests: {n, arrivalSeconds}}: Serving) => n / (arrivalSeconds[n - 1] ?? 0);
