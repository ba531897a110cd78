/** Places in the engine, one sequence each. */

import {DueHeap} from "./heap.js";
import {IdList} from "./id-list.js";

/** What a slot is doing. */
export const PHASE = {
  free: 0,
  prefill: 1,
  decode: 2,
  /** Its answer has ended, its place is taken all the same */
  held: 3,
  /** Its cache is on its way: another sample reads the same prompt, or a link brings it */
  awaiting: 4
} as const;

/** Sequences in the engine, one entry a slot. */
export interface Slots {
  readonly n: number;
  /** One of PHASE */
  readonly phase: Uint8Array;
  readonly request: Int32Array;
  /** Prefill: tokens computed, and how many in all */
  readonly doneTokens: Int32Array;
  readonly targetTokens: Int32Array;
  /** Prefill: tokens that have room */
  readonly roomTokens: Int32Array;
  /** Decode: cached tokens are offset + decode step */
  readonly offset: Float64Array;
  /** Decode steps after which the answer ends, the slot is looked at next, and it began */
  readonly finishAt: Float64Array;
  readonly wakeAt: Float64Array;
  readonly joinAt: Float64Array;
  /** When it entered its phase */
  readonly entered: Float64Array;
  /** When its last token came before it joined */
  readonly since: Float64Array;
  /** Number of kinks of the step model below its context */
  readonly kink: Int32Array;
  /** Free ones, lowest first */
  readonly free: DueHeap;
  /** Those decoding, by wakeAt; entries that no longer hold are skipped */
  readonly wake: DueHeap;
  /** In prefill and decode, in the order in which they were let in */
  readonly order: IdList;
  /** In prefill, same order */
  readonly prefilling: IdList;
}

/** Who was in a slot from when to when. */
export interface SlotSpan {
  readonly slot: number;
  readonly request: number;
  readonly phase: "prefill" | "decode" | "held";
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * `n` free slots.
 *
 * @example ((slots) => [slots.free.pop(), slots.free.pop(), slots.free.size])(emptySlots(4)) // [0, 1, 2]
 */
export function emptySlots(n: number): Slots {
  const ints = () => new Int32Array(n);
  const numbers = () => new Float64Array(n);
  const free = new DueHeap(n);
  for (let slot = 0; slot < n; slot++) free.push(slot, slot);
  return {
    n,
    phase: new Uint8Array(n),
    request: ints().fill(-1),
    doneTokens: ints(),
    targetTokens: ints(),
    roomTokens: ints(),
    offset: numbers(),
    finishAt: numbers(),
    wakeAt: numbers(),
    joinAt: numbers(),
    entered: numbers(),
    since: numbers(),
    kink: ints(),
    free,
    wake: new DueHeap(n),
    order: new IdList(n),
    prefilling: new IdList(n)
  };
}
