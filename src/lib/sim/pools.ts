/** Two pools of engines: one reads prompts, the other writes answers. */

import type {ServingConfig} from "./config.js";
import {DueHeap} from "./heap.js";
import {checkedLink, type Link} from "./moves.js";
import type {Requests} from "./requests.js";
import {startServing, type Serving} from "./serving.js";
import type {StepModel} from "./step.js";

/** Engines of one kind. */
export interface Pool {
  readonly config: ServingConfig;
  readonly step: StepModel;
  readonly nInstances: number;
}

export interface DisaggregatedConfig {
  readonly prefill: Pool;
  readonly decode: Pool;
  /** Of each decode instance, over which it fetches caches from any prefill instance */
  readonly link: Link;
}

/** Two pools on one clock. */
export interface Disaggregated {
  readonly requests: Requests;
  readonly prefill: readonly Serving[];
  readonly decode: readonly Serving[];
  /** The clock: time of the last event */
  timeSeconds: number;
  nArrived: number;
  /** Prompts handed to the decode pool */
  nHandedOver: number;
  /** Requests by when their prompt has been read, and by when their cache has been fetched */
  readonly read: DueHeap;
  readonly fetched: DueHeap;
  /** (n): decode instance that has the request; −1: none yet */
  readonly decodeOf: Int32Array;
  /** (instances, decode first): when each begins its next pass; Infinity: it waits for an event */
  readonly wakeSeconds: Float64Array;
}

/**
 * Both pools with the stream before them.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2401.09670 section 4
 * @example ((config) => openDisaggregated({prefill: {nInstances: 1, config}, decode: {nInstances: 3, config}, link: {bytesPerSecond: 4, kvBytes: (nTokens) => nTokens}}, {n: 0, promptTokens: [], outputTokens: [], arrivalSeconds: []}).decode.length)({memory: {kind: "paged", blockSize: 4}, capacityTokens: 64, maxModelLen: 16, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 16, chunkedPrefill: true}}) // 3
 */
export function openDisaggregated(
  {prefill, decode, link}: DisaggregatedConfig,
  requests: Requests
): Disaggregated {
  checkPool(prefill);
  checkPool(decode);
  checkedLink(link);
  const {n, outputTokens} = requests;
  const whole = {...requests, leaders: null, beamSeed: null, sent: null};
  const sent = Uint8Array.from(outputTokens, (tokens) => (tokens > 1 ? 1 : 0));
  const prompts = {...whole, outputTokens: new Int32Array(n).fill(1), sent};
  const instances = ({config, step, nInstances}: Pool, stream: Requests) =>
    Array.from({length: nInstances}, () => startServing(config, stream, step));
  const writers = instances(decode, whole);
  for (const {moves} of writers) moves.link = link;
  return {
    requests,
    prefill: instances(prefill, prompts),
    decode: writers,
    timeSeconds: 0,
    nArrived: 0,
    nHandedOver: 0,
    read: new DueHeap(16),
    fetched: new DueHeap(16),
    decodeOf: new Int32Array(n).fill(-1),
    wakeSeconds: new Float64Array(prefill.nInstances + decode.nInstances).fill(Infinity)
  };
}

function checkPool({nInstances, config: {closedLoop, scheduler}}: Pool): void {
  if (!Number.isInteger(nInstances) || nInstances < 1) {
    throw new RangeError(`invalid nInstances: ${nInstances}`);
  }
  if (closedLoop) throw new RangeError("invalid closedLoop: not between two pools");
  if (scheduler.batching !== "continuous") {
    throw new RangeError(`invalid batching of a pool: ${scheduler.batching}`);
  }
}
