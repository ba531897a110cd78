/** Cards that read prompts and write answers together, against cards that do one of the two each. */

import {kvBytes, kvProfile} from "../kv.js";
import {SPLIT_WAYS} from "./axes.js";
import {simulateDisaggregated} from "./disaggregated.js";
import {countGood, NO_LIMIT, type ServiceLevel} from "./goodput.js";
import {spreadOf, type Spread} from "./metrics.js";
import {e2eSeconds, tpotSeconds, ttftSeconds, type Records} from "./records.js";
import {preparedRun, type Run} from "./run.js";
import {ratePoint, type RatePoint} from "./curves.js";
import {steadyFigures, steadyRun, type SteadyFigures} from "./steady.js";

export interface Split {
  /** Replicas that read prompts, each of `tp` cards */
  readonly nPrefill: number;
  /** Replicas that write answers */
  readonly nDecode: number;
  /** Link that carries a cache from one to the other, bytes a second */
  readonly linkBytesPerSecond: number;
}

/** What a stream was like, from its records alone. */
export interface StreamFigures {
  readonly seconds: number;
  readonly outputTokensPerSecond: number;
  readonly goodRequestsPerSecond: number;
  readonly goodFraction: number;
  readonly ttft: Spread;
  readonly tpot: Spread;
  readonly e2e: Spread;
}

/**
 * Latency and goodput of all requests of a stream, whoever served them.
 *
 * @see https://arxiv.org/abs/2401.09670 section 2 (goodput)
 * @example streamFigures({n: 1, arrivalSeconds: [0], firstTokenSeconds: [1], finishedSeconds: [4], outputTokens: [8], generatedTokens: [8]}).outputTokensPerSecond // 2
 */
export function streamFigures(records: Records, level: ServiceLevel = NO_LIMIT): StreamFigures {
  const columns = {
    ttft: ttftSeconds(records),
    tpot: tpotSeconds(records),
    e2e: e2eSeconds(records)
  };
  const ends = Array.from(records.finishedSeconds).filter((end) => end <= Infinity);
  const seconds = ends.reduce((last, end) => Math.max(last, end), 0);
  const tokens = Array.from(records.generatedTokens).reduce((sum, n) => sum + n, 0);
  const nGood = countGood(records, columns, level);
  return {
    seconds,
    outputTokensPerSecond: tokens / seconds,
    goodRequestsPerSecond: nGood / seconds,
    goodFraction: nGood / records.n,
    ttft: spreadOf(columns.ttft),
    tpot: spreadOf(columns.tpot),
    e2e: spreadOf(columns.e2e)
  };
}

/**
 * A run whose prompts are read by some replicas and whose answers are written by others.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2401.09670 (DistServe), https://arxiv.org/abs/2311.18677 (Splitwise)
 * @example splitRun.name // "splitRun"
 */
export function splitRun(run: Run, split: Split): StreamFigures {
  return streamFigures(splitRecords(run, split), run.level);
}

function splitRecords(run: Run, {nPrefill, nDecode, linkBytesPerSecond}: Split): Records {
  const {config, requests, step} = preparedRun(run);
  const pools = {
    prefill: {config, step, nInstances: nPrefill},
    decode: {config, step, nInstances: nDecode},
    link: {bytesPerSecond: linkBytesPerSecond, kvBytes: cacheBytes(run)}
  };
  return simulateDisaggregated(pools, requests).records;
}

/** Bytes that one card sends of a prompt's cache: those of a group send theirs at the same time. */
function cacheBytes({model, kvDtype, tp = 1}: Run): (nTokens: number) => number {
  const profile = kvProfile(model, kvDtype, {tp});
  return (nTokens) => kvBytes(profile, nTokens);
}

export interface SplitPoint extends Omit<RatePoint, "batching"> {
  readonly way: (typeof SPLIT_WAYS)[number];
}

/**
 * The same replicas in both ways along the rate of arrivals. Together, each has its share of a
 * Poisson stream, which is a Poisson stream of its own: one is run for all.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2401.09670 figure 8
 * @example splitCurve({run: {}, split: {}, rates: []}) // []
 */
export function splitCurve({
  run,
  split,
  rates,
  ways = SPLIT_WAYS
}: {
  readonly run: Run;
  readonly split: Split;
  readonly rates: readonly number[];
  readonly ways?: readonly SplitPoint["way"][];
}): SplitPoint[] {
  return ways.flatMap((way) =>
    rates.map((requestsPerSecond) => {
      const figures = waysToServe[way](run, {split, rate: requestsPerSecond});
      return {way, ...ratePoint(requestsPerSecond, figures)};
    })
  );
}

interface SplitAt {
  readonly split: Split;
  /** Requests a second that come to all replicas */
  readonly rate: number;
}

const waysToServe: Readonly<Record<SplitPoint["way"], (run: Run, at: SplitAt) => SteadyFigures>> = {
  together(run, {split, rate}) {
    const n = nReplicas(split);
    const {figures} = steadyRun(streamAt(run, {rate: rate / n, nStreams: 1}));
    const {outputTokensPerSecond, goodRequestsPerSecond} = figures;
    return {
      ...figures,
      outputTokensPerSecond: n * outputTokensPerSecond,
      goodRequestsPerSecond: n * goodRequestsPerSecond
    };
  },
  apart(run, {split, rate}) {
    const n = nReplicas(split);
    const stream = streamAt(run, {rate, nStreams: n});
    const places = n * run.scheduler.maxSequences;
    return steadyFigures(splitRecords(stream, split), {places, level: run.level});
  }
};

const nReplicas = ({nPrefill, nDecode}: Split) => nPrefill + nDecode;

/** Share of a run's requests that a replica gets: several replicas together have enough. */
const REPLICA_SHARE = 0.25;

/** The run with a Poisson stream: as many requests to a replica in both ways, so that both last alike. */
function streamAt(run: Run, {rate, nStreams}: {rate: number; nStreams: number}): Run {
  const {workload} = run;
  const arrivals = {kind: "poisson", requestsPerSecond: rate} as const;
  const nRequests = nStreams * Math.ceil(workload.nRequests * REPLICA_SHARE);
  return {...run, workload: {...workload, arrivals, nRequests}};
}
