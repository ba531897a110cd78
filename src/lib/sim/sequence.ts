/** The life of a sequence in the engine: it joins the decodes, pauses, ends. */

export {toyServing} from "./toy.js";
import {STATUS} from "./records.js";
import type {Serving} from "./serving.js";
import {PHASE, type SlotSpan} from "./slots.js";

/**
 * Tokens in the cache of the sequence that decodes in a slot.
 *
 * @example cachedTokens({slots: {offset: [100]}, decodeStep: 5}, 0) // 105
 */
export function cachedTokens(
  {slots, decodeStep}: {slots: {readonly offset: ArrayLike<number>}; decodeStep: number},
  slot: number
): number {
  return slots.offset[slot]! + decodeStep;
}

/**
 * The sequence of a slot decodes from the next decode step on; its last token came at `since`.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (joinDecode(s, 0, {tokens: 8, since: 0}), [cachedTokens(s, 0), s.slots.finishAt[0]]))(toyServing()) // [8, 3]
 */
export function joinDecode(
  s: Serving,
  slot: number,
  joined: {tokens: number; since: number}
): void {
  const {slots, step, load, records} = s;
  const request = slots.request[slot]!;
  const context = joined.tokens + 1;
  slots.phase[slot] = PHASE.decode;
  slots.offset[slot] = joined.tokens - s.decodeStep;
  slots.joinAt[slot] = s.decodeStep;
  slots.since[slot] = joined.since;
  slots.entered[slot] = s.timeSeconds;
  slots.finishAt[slot] =
    s.decodeStep + records.outputTokens[request]! - records.generatedTokens[request]!;
  let kink = 0;
  while (kink + 1 < step.kinks.length && step.kinks[kink + 1]! <= context) kink++;
  slots.kink[slot] = kink;
  load.kvBytes += step.kvBytes(context);
  load.kvFlops += step.kvFlops(context);
  s.bytesSlope += step.bytesSlopes[kink]!;
  s.flopsSlope += step.flopsSlopes[kink]!;
  s.nDecoding++;
  s.memory.join(slot, s.decodeStep, joined.tokens);
  if (joined.since !== s.lastEmitSeconds) s.fresh.push({since: joined.since, count: 1});
  setAlarm(s, slot);
}

/** The next decode step at which a slot needs a look: its end, or a kink of the step model. */
function setAlarm({slots, step}: Serving, slot: number): void {
  const kink = step.kinks[slots.kink[slot]! + 1] ?? Infinity;
  const wakeAt = Math.min(slots.finishAt[slot]!, kink - 1 - slots.offset[slot]!);
  slots.wakeAt[slot] = wakeAt;
  slots.wake.push(wakeAt, slot);
}

/**
 * Ends what is due at this decode step, and changes slopes at kinks.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (joinDecode(s, 0, {tokens: 8, since: 0}), (s.decodeStep = 3), wakeSlots(s), s.tally.finished))(toyServing()) // 1
 */
export function wakeSlots(s: Serving): void {
  const {slots, step} = s;
  while (slots.wake.nextKey <= s.decodeStep) {
    const due = slots.wake.nextKey;
    const slot = slots.wake.pop();
    if (slots.phase[slot] !== PHASE.decode || slots.wakeAt[slot] !== due) continue;
    if (slots.finishAt[slot] === due) {
      leaveDecode(s, slot);
      finishSequence(s, slot, slots.offset[slot]! + s.decodeStep);
      continue;
    }
    const kink = ++slots.kink[slot]!;
    s.bytesSlope += step.bytesSlopes[kink]! - step.bytesSlopes[kink - 1]!;
    s.flopsSlope += step.flopsSlopes[kink]! - step.flopsSlopes[kink - 1]!;
    setAlarm(s, slot);
  }
}

/**
 * The sequence of a slot takes no part in further decode steps.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (joinDecode(s, 0, {tokens: 8, since: 0}), leaveDecode(s, 0), [s.nDecoding, s.load.kvBytes]))(toyServing()) // [0, 0]
 */
export function leaveDecode(s: Serving, slot: number): void {
  const {slots, step, load} = s;
  const context = slots.offset[slot]! + s.decodeStep + 1;
  const kink = slots.kink[slot]!;
  s.nDecoding--;
  s.memory.leave(slot);
  if (s.nDecoding === 0) {
    load.kvBytes = load.kvFlops = s.bytesSlope = s.flopsSlope = 0;
    return;
  }
  load.kvBytes -= step.kvBytes(context);
  load.kvFlops -= step.kvFlops(context);
  s.bytesSlope -= step.bytesSlopes[kink]!;
  s.flopsSlope -= step.flopsSlopes[kink]!;
}

/**
 * The answer of a slot is complete with `tokens` in the cache.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (finishSequence(s, 0, 0), [s.tally.finished, s.slots.free.size, s.records.generatedTokens[0]]))(toyServing()) // [1, 2, 3]
 */
export function finishSequence(s: Serving, slot: number, tokens: number): void {
  const {slots, records, tally} = s;
  const request = slots.request[slot]!;
  records.finishedSeconds[request] = s.timeSeconds;
  records.generatedTokens[request] = records.outputTokens[request]!;
  records.status[request] = STATUS.finished;
  tally.finished++;
  releaseNext(s);
  addSpan(s, slot, "decode");
  slots.order.remove(slot);
  if (s.config.scheduler.batching === "continuous") freeSlot(s, slot, tokens);
  else holdSlot(s, slot, tokens);
}

/**
 * The slot and its memory are free for others.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (freeSlot(s, 0, 0), s.slots.free.size))(toyServing()) // 2
 */
export function freeSlot(s: Serving, slot: number, tokens: number): void {
  s.memory.release(slot, tokens);
  s.slots.phase[slot] = PHASE.free;
  s.slots.request[slot] = -1;
  s.slots.free.push(slot, slot);
  s.isBlocked = false;
}

/** In a static batch the place stays taken; memory in one piece too, pages go back. */
function holdSlot(s: Serving, slot: number, tokens: number): void {
  const {slots} = s;
  slots.phase[slot] = PHASE.held;
  slots.doneTokens[slot] = tokens;
  slots.entered[slot] = s.timeSeconds;
  s.nHeld++;
  if (s.config.memory.kind === "paged") s.memory.release(slot, tokens);
  if (slots.order.size > 0) return;
  for (let other = 0; other < slots.n; other++) {
    if (slots.phase[other] !== PHASE.held) continue;
    addSpan(s, other, "held");
    if (s.config.memory.kind !== "paged") s.memory.release(other, slots.doneTokens[other]!);
    slots.phase[other] = PHASE.free;
    slots.request[other] = -1;
    slots.free.push(other, other);
  }
  s.nHeld = 0;
  s.isBlocked = false;
}

/**
 * In a closed loop an answer brings the next question.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (releaseNext(s), s.nReleased))(toyServing()) // 2
 */
export function releaseNext(s: Serving): void {
  const {closedLoop} = s.config;
  if (!closedLoop || s.nReleased >= s.requests.n) return;
  s.records.arrivalSeconds[s.nReleased++] = s.timeSeconds + closedLoop.thinkSeconds;
}

/**
 * Notes who was in a slot, where pictures are wanted.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => ((s.timeSeconds = 2), addSpan({...s, config: {keepsSlots: true}}, 0, "prefill"), s.spans))(toyServing()) // [{"slot": 0, "request": 0, "phase": "prefill", "fromSeconds": 0, "toSeconds": 2}]
 */
export function addSpan(s: Serving, slot: number, phase: SlotSpan["phase"]): void {
  if (!s.config.keepsSlots) return;
  const request = s.slots.request[slot]!;
  const fromSeconds = s.slots.entered[slot]!;
  s.spans.push({slot, request, phase, fromSeconds, toSeconds: s.timeSeconds});
}
