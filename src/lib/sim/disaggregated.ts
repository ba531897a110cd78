/** Prompts on some cards, answers on others, caches sent from one to the other. */

export {openDisaggregated} from "./pools.js";
import {enqueue, enqueueRead} from "./arrivals.js";
import {dropCache, landCaches} from "./handover.js";
import {runPass} from "./pass.js";
import {passIdle} from "./pass-totals.js";
import {recordsOf} from "./pool-records.js";
import {openDisaggregated, type Disaggregated, type DisaggregatedConfig} from "./pools.js";
import type {Records} from "./records.js";
import type {Requests} from "./requests.js";
import type {Serving} from "./serving.js";

export interface DisaggregatedRun {
  /** As of one engine: first tokens come from the prefill pool, ends from the decode pool */
  readonly records: Records;
  readonly prefill: readonly Serving[];
  readonly decode: readonly Serving[];
}

/**
 * A stream served by two pools: every prompt is read in the first, its cache fetched by the second,
 * which writes the answer. Requests go round the instances of a pool in order of arrival there.
 *
 * The cache stays in the memory of the prefill side until it has been fetched; the decode side
 * begins to fetch between two passes, when it has a place and blocks for the whole prompt, and these
 * are taken from then on. So a full decode pool fills the prefill pool, which then stands still.
 *
 * Samples of one prompt are requests of their own here, each read and fetched for itself. Ignores that several decode instances may fetch from one prefill instance at once, and that
 * fetching slows down passes.
 *
 * @throws RangeError naming the field that is wrong; no closed loops, no static batches
 * @see https://arxiv.org/abs/2401.09670 (DistServe), https://arxiv.org/abs/2311.18677 (Splitwise)
 * @example ((config, step) => simulateDisaggregated({prefill: {nInstances: 1, config, step}, decode: {nInstances: 1, config, step}, link: {bytesPerSecond: 4, kvBytes: (nTokens) => nTokens}}, {n: 1, promptTokens: [8], outputTokens: [3], arrivalSeconds: [0]}).records.finishedSeconds[0])({memory: {kind: "paged", blockSize: 4}, capacityTokens: 64, maxModelLen: 16, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 16, chunkedPrefill: true}}, {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 0.5}) // 3.5
 */
export function simulateDisaggregated(
  config: DisaggregatedConfig,
  requests: Requests
): DisaggregatedRun {
  const d = openDisaggregated(config, requests);
  while (advanceDisaggregated(d));
  return {records: recordsOf(d), prefill: d.prefill, decode: d.decode};
}

/**
 * Goes on to the next event of either pool: an arrival, a prompt handed over, a cache fetched, or a
 * pass. False when nothing is left to do.
 *
 * What happens at one moment happens in this order: memory is freed, prompts are handed over,
 * requests arrive, decode passes begin, prefill passes begin.
 *
 * @see https://arxiv.org/abs/2405.05465
 * @example ((config) => advanceDisaggregated(openDisaggregated({prefill: {nInstances: 1, config}, decode: {nInstances: 1, config}, link: {bytesPerSecond: 4}}, {n: 0, promptTokens: [], outputTokens: [], arrivalSeconds: []})))({memory: {kind: "paged", blockSize: 4}, capacityTokens: 64, maxModelLen: 16, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 16, chunkedPrefill: true}}) // false
 */
export function advanceDisaggregated(d: Disaggregated): boolean {
  const {read, fetched, requests, nArrived, wakeSeconds} = d;
  const arrival = nArrived < requests.n ? requests.arrivalSeconds[nArrived]! : Infinity;
  const event = Math.min(fetched.nextKey, read.nextKey, arrival);
  const wake = wakeSeconds.reduce((least, seconds) => Math.min(least, seconds));
  if (event === Infinity && wake === Infinity) return false;
  d.timeSeconds = Math.min(event, wake);
  if (event > wake) pass(d, wakeSeconds.indexOf(wake));
  else if (fetched.nextKey === event) free(d, fetched.pop());
  else if (read.nextKey === event) handOver(d, read.pop());
  else arrive(d, d.nArrived++);
  return true;
}

function engineOf({prefill, decode}: Disaggregated, instance: number): Serving {
  return decode[instance] ?? prefill[instance - decode.length]!;
}

/** One pass of an instance, if there is something to do; notes which caches began to move. */
function pass(d: Disaggregated, instance: number): void {
  const s = engineOf(d, instance);
  passIdle(s, d.timeSeconds);
  landCaches(s);
  const hasRun = runPass(s);
  const moved = instance < d.decode.length ? d.fetched : d.read;
  for (const {request, seconds} of s.moves.begun) moved.push(seconds, request);
  s.moves.begun = [];
  d.wakeSeconds[instance] = hasRun ? s.timeSeconds : s.moves.arrivals.nextKey;
}

/** An instance that something happens to: its clock is at least now, and it looks what there is to do. */
function wakeUp(d: Disaggregated, instance: number): Serving {
  const s = engineOf(d, instance);
  passIdle(s, d.timeSeconds);
  d.wakeSeconds[instance] = Math.min(d.wakeSeconds[instance]!, s.timeSeconds);
  return s;
}

function prefillOf({prefill, decode}: Disaggregated, request: number): number {
  return decode.length + (request % prefill.length);
}

function arrive(d: Disaggregated, request: number): void {
  const s = wakeUp(d, prefillOf(d, request));
  s.records.arrivalSeconds[request] = d.timeSeconds;
  enqueue(s, request);
}

function handOver(d: Disaggregated, request: number): void {
  const instance = d.nHandedOver++ % d.decode.length;
  d.decodeOf[request] = instance;
  // what the decode pool can never hold leaves the prefill pool at once
  if (!enqueueRead(wakeUp(d, instance), request, d.timeSeconds)) free(d, request);
}

function free(d: Disaggregated, request: number): void {
  dropCache(wakeUp(d, prefillOf(d, request)), request, d.timeSeconds);
}
