/** The state of a simulated engine: plain columns and numbers, so that any moment can be shown. */

import {randomFrom, type Random} from "../random.js";
import {checkedConfig, type ServingConfig} from "./config.js";
import {ContiguousMemory} from "./contiguous-memory.js";
import {Gaps} from "./gaps.js";
import {IdList} from "./id-list.js";
import type {KvMemory} from "./memory.js";
import {emptyMoves, type Moves} from "./moves.js";
import {PagedMemory} from "./paged-memory.js";
import {emptyRecords, type Records} from "./records.js";
import {checkedRequests, type Requests} from "./requests.js";
import {emptySlots, type Slots, type SlotSpan} from "./slots.js";
import type {PassLoad, StepModel} from "./step.js";
import {Timeline} from "./timeline.js";
import {emptyTally, emptyTotals, type Tally, type Totals} from "./totals.js";

export interface Serving {
  readonly config: ServingConfig;
  readonly requests: Requests;
  readonly step: StepModel;
  readonly memory: KvMemory;
  readonly records: Records;
  readonly queue: IdList;
  readonly slots: Slots;
  readonly totals: Totals;
  readonly tally: Tally;
  readonly gaps: Gaps;
  readonly timeline: Timeline;
  readonly spans: SlotSpan[];
  timeSeconds: number;
  /** Decode steps so far */
  decodeStep: number;
  /** Requests whose arrival is known */
  nReleased: number;
  nDecoding: number;
  nHeld: number;
  /** The pass that is being put together; kvBytes and kvFlops are always those of the next decode step */
  readonly load: PassLoad;
  bytesSlope: number;
  flopsSlope: number;
  /** The next request does not fit in memory, and nothing was freed since */
  isBlocked: boolean;
  /** (n): the sequence's cache is in host memory */
  readonly isSwapped: Uint8Array;
  hostTokens: number;
  /** Seconds that moving caches adds to the pass being put together */
  swapSeconds: number;
  /** When sequences that are decoding had their last token, and those that joined since */
  lastEmitSeconds: number;
  fresh: {since: number; count: number}[];
  /** Draws the parents of beams; null: no beam search */
  readonly beamRandom: Random | null;
  /** Caches that come from another engine or go there */
  readonly moves: Moves;
  /** By pre-empted request: when its last token came */
  readonly pausedSince: Map<number, number>;
}

/**
 * An engine at time 0 with its requests before it.
 *
 * @throws RangeError naming the field of config or requests that is wrong
 * @see https://arxiv.org/abs/2405.05465 (a simulator of the same kind)
 * @example startServing({memory: {kind: "contiguous", reserve: "max"}, capacityTokens: 100, maxModelLen: 10, scheduler: {batching: "static", maxSequences: 4, maxBatchedTokens: 10, chunkedPrefill: false}}, {n: 0, arrivalSeconds: [], promptTokens: [], outputTokens: [], sharing: null}, null).timeSeconds // 0
 */
export function startServing(config: ServingConfig, requests: Requests, step: StepModel): Serving {
  checkedConfig(config);
  checkedRequests(requests);
  const memory = emptyMemory(config, requests);
  const {n, sent = null, beamSeed = null} = requests;
  if (beamSeed !== null && config.memory.kind === "paged" && config.memory.prefixCache) {
    throw new RangeError("invalid prefixCache with beams: true");
  }
  // caches that wait to be fetched hold slots, which then are no limit on who runs
  const nPlaces = sent ? Infinity : config.scheduler.maxSequences;
  return {
    config,
    requests,
    step,
    memory,
    records: emptyRecords(requests),
    queue: new IdList(n),
    slots: emptySlots(Math.min(nPlaces, memory.maxSequences, Math.max(n, 1))),
    totals: emptyTotals(),
    tally: emptyTally(),
    gaps: new Gaps(),
    timeline: new Timeline(),
    spans: [],
    timeSeconds: 0,
    decodeStep: 0,
    nReleased: 0,
    nDecoding: 0,
    nHeld: 0,
    load: {nTokens: 0, nOutputs: 0, kvBytes: 0, kvFlops: 0, promptBytes: 0, promptFlops: 0},
    bytesSlope: 0,
    flopsSlope: 0,
    isBlocked: false,
    isSwapped: new Uint8Array(n),
    hostTokens: 0,
    swapSeconds: 0,
    lastEmitSeconds: 0,
    fresh: [],
    moves: emptyMoves(sent),
    beamRandom: beamSeed === null ? null : randomFrom(beamSeed),
    pausedSince: new Map()
  };
}

function emptyMemory(
  {memory, capacityTokens, maxModelLen}: ServingConfig,
  requests: Requests
): KvMemory {
  return memory.kind === "paged"
    ? new PagedMemory(capacityTokens, memory, requests)
    : new ContiguousMemory(capacityTokens, memory, maxModelLen);
}
