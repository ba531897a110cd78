/** Runs a simulated engine from the first request to the last answer. */

import {nextArrivalSeconds, takeArrivals} from "./arrivals.js";
import type {ServingConfig} from "./config.js";
import {runPass} from "./pass.js";
import {passIdle} from "./pass-totals.js";
import type {Requests} from "./requests.js";
import {startServing, type Serving} from "./serving.js";
import type {StepModel} from "./step.js";

export interface SimulateOptions {
  readonly step: StepModel;
  /** The run stops at the first pass that begins at or after this time */
  readonly maxSeconds?: number;
  /** Stop as soon as all requests have arrived and none waits: memory was full to the end */
  readonly stopsWhenIdle?: boolean;
  /** Called now and then with the requests that are done; a false answer stops the run */
  readonly onProgress?: (progress: Progress) => boolean | void;
}

export interface Progress {
  readonly nDone: number;
  readonly nRequests: number;
  readonly timeSeconds: number;
}

export interface AdvanceOptions {
  readonly maxPasses?: number;
  readonly untilSeconds?: number;
  readonly stopsWhenIdle?: boolean;
}

/** Passes between two reports of progress. */
const PASSES_PER_REPORT = 20_000;

/**
 * An engine ready to serve: requests of an open stream are known, of a closed loop the first ones.
 *
 * @throws RangeError naming the field of config or requests that is wrong
 * @see https://arxiv.org/abs/2405.05465
 * @example openServing({memory: {kind: "contiguous", reserve: "max"}, capacityTokens: 100, maxModelLen: 10, scheduler: {batching: "static", maxSequences: 4, maxBatchedTokens: 10, chunkedPrefill: false}}, {n: 0, arrivalSeconds: [], promptTokens: [], outputTokens: [], sharing: null}, null).nReleased // 0
 */
export function openServing(config: ServingConfig, requests: Requests, step: StepModel): Serving {
  const s = startServing(config, requests, step);
  const {closedLoop} = config;
  s.nReleased = closedLoop ? Math.min(closedLoop.nUsers, requests.n) : requests.n;
  for (let i = 0; i < s.nReleased; i++) {
    s.records.arrivalSeconds[i] = closedLoop ? 0 : requests.arrivalSeconds[i]!;
  }
  return s;
}

/**
 * Lets an engine go on, by whole passes; false when nothing is left to do.
 *
 * @see https://arxiv.org/abs/2405.05465
 * @example advanceServing(openServing({memory: {kind: "contiguous", reserve: "max"}, capacityTokens: 100, maxModelLen: 10, scheduler: {batching: "static", maxSequences: 4, maxBatchedTokens: 10, chunkedPrefill: false}}, {n: 0, arrivalSeconds: [], promptTokens: [], outputTokens: [], sharing: null}, null)) // false
 */
export function advanceServing(
  s: Serving,
  {maxPasses = Infinity, untilSeconds = Infinity, stopsWhenIdle = false}: AdvanceOptions = {}
): boolean {
  for (let passes = 0; passes < maxPasses && s.timeSeconds < untilSeconds;) {
    takeArrivals(s);
    const isIdle = s.queue.size === 0 && s.tally.arrived === s.requests.n;
    if (stopsWhenIdle && isIdle) return false;
    if (s.slots.order.size > 0 || s.queue.size > 0) {
      runPass(s);
      passes++;
      continue;
    }
    const next = nextArrivalSeconds(s);
    if (next === Infinity) return false;
    passIdle(s, next);
  }
  return true;
}

/**
 * The state of an engine after it has served all requests, or as many as `maxSeconds` allows.
 *
 * Deterministic: the same config and requests give the same records, on any machine.
 *
 * @throws RangeError naming the field of config or requests that is wrong
 * @see https://arxiv.org/abs/2309.06180 (paging), https://www.usenix.org/conference/osdi22/presentation/yu (iteration-level scheduling)
 * @example simulateServing({memory: {kind: "paged", blockSize: 16}, capacityTokens: 160, maxModelLen: 64, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 64, chunkedPrefill: true}}, {n: 1, arrivalSeconds: [0], promptTokens: [8], outputTokens: [3], sharing: null}, {step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 0.5}}).timeSeconds // 1.5
 */
export function simulateServing(
  config: ServingConfig,
  requests: Requests,
  {step, maxSeconds = Infinity, stopsWhenIdle, onProgress}: SimulateOptions
): Serving {
  const s = openServing(config, requests, step);
  let goesOn = true;
  while (goesOn && s.timeSeconds < maxSeconds) {
    const piece = {maxPasses: PASSES_PER_REPORT, untilSeconds: maxSeconds, stopsWhenIdle};
    goesOn = advanceServing(s, piece);
    const nDone = s.tally.finished + s.tally.refused;
    const answer = onProgress?.({nDone, nRequests: requests.n, timeSeconds: s.timeSeconds});
    if (answer === false) break;
  }
  return s;
}
