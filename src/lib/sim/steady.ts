/** What a stream is like in the long run: its figures without its beginning and its end. */

import {countGood, NO_LIMIT, type ServiceLevel} from "./goodput.js";
import {spreadOf, type Spread} from "./metrics.js";
import {e2eSeconds, tpotSeconds, ttftSeconds, type Records} from "./records.js";
import {preparedRun, type Run} from "./run.js";
import type {Serving} from "./serving.js";
import {simulateServing} from "./simulate.js";

/** Figures of the answers that end in the middle of a run. */
export interface SteadyFigures {
  /** Length of that window */
  readonly seconds: number;
  readonly nAnswers: number;
  readonly requestsPerSecond: number;
  readonly outputTokensPerSecond: number;
  readonly goodFraction: number;
  readonly goodRequestsPerSecond: number;
  readonly ttft: Spread;
  readonly tpot: Spread;
}

export interface SteadyOptions {
  /** Sequences in memory at most, of all replicas: fewer than these are left when the window ends */
  readonly places: number;
  readonly level?: ServiceLevel;
}

/** Share of the answers that end before the window begins. */
const WARM_UP = 0.1;

/**
 * Figures of the answers that end after the first tenth has, and before there are fewer left than
 * places.
 *
 * Places are never empty for want of requests in this window, whatever the rate: it needs no end of
 * arrivals. Whole batches, where all are full. Of a run with too few requests all answers count.
 *
 * @see https://en.wikipedia.org/wiki/Warm-up_period
 * @example steadyFigures({n: 4, arrivalSeconds: [0, 0, 0, 0], firstTokenSeconds: [1, 1, 2, 3], finishedSeconds: [1, 2, 3, 4], outputTokens: [1, 9, 9, 9]}, {places: 1}).outputTokensPerSecond // 9
 */
export function steadyFigures(
  records: Records,
  {places, level = NO_LIMIT}: SteadyOptions
): SteadyFigures {
  const {ids, fromSeconds, toSeconds} = windowOf(records, places);
  const seconds = toSeconds - fromSeconds;
  const columns = {
    ttft: pick(ttftSeconds(records), ids),
    tpot: pick(tpotSeconds(records), ids),
    e2e: pick(e2eSeconds(records), ids)
  };
  const nGood = countGood({n: ids.length}, columns, level);
  const tokens = ids.reduce((sum, id) => sum + records.outputTokens[id]!, 0);
  return {
    seconds,
    nAnswers: ids.length,
    requestsPerSecond: ids.length / seconds,
    outputTokensPerSecond: tokens / seconds,
    goodFraction: nGood / ids.length,
    goodRequestsPerSecond: nGood / seconds,
    ttft: spreadOf(columns.ttft),
    tpot: spreadOf(columns.tpot)
  };
}

const pick = (column: Float64Array, ids: readonly number[]) =>
  Float64Array.from(ids, (id) => column[id]!);

/** The requests that count, by the end of their answers, and the time in which these come. */
function windowOf({n, finishedSeconds}: Pick<Records, "n" | "finishedSeconds">, places: number) {
  const ids = Array.from({length: n}, (_, id) => id)
    .filter((id) => !Number.isNaN(finishedSeconds[id]))
    .sort((a, b) => finishedSeconds[a]! - finishedSeconds[b]!);
  const end = ids.length - places;
  const start = places * Math.ceil((ids.length * WARM_UP) / places);
  const isLong = end - start >= places;
  const inside = isLong ? ids.slice(start, end) : ids;
  return {
    ids: inside,
    fromSeconds: isLong ? finishedSeconds[ids[start - 1]!]! : 0,
    toSeconds: finishedSeconds[inside.at(-1)!] ?? NaN
  };
}

/** A run that is over, and its figures in the long run. */
export interface SteadyRun {
  readonly figures: SteadyFigures;
  readonly serving: Serving;
}

/**
 * A run with its figures in the long run.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://en.wikipedia.org/wiki/Warm-up_period
 * @example steadyRun.name // "steadyRun"
 */
export function steadyRun(run: Run): SteadyRun {
  const {config, requests, step} = preparedRun(run);
  const serving = simulateServing(config, requests, {step});
  const places = run.scheduler.maxSequences;
  return {serving, figures: steadyFigures(serving.records, {places, level: run.level})};
}
