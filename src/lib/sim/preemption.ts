/** Who has to leave when the next step lacks memory. */

import {STATUS} from "./records.js";
import {addSpan, cachedTokens, freeSlot, leaveDecode} from "./sequence.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

export {toyServing} from "./toy.js";

/**
 * Sends the sequence that came last back to the front of the queue, until the next step has room;
 * whether it had to.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example makeRoom(toyServing()) // false
 */
export function makeRoom(s: Serving): boolean {
  let hasPreempted = false;
  while (s.memory.lackingBlocks(s.decodeStep) > 0) {
    preempt(s, s.slots.order.last);
    hasPreempted = true;
  }
  return hasPreempted;
}

/**
 * Room for the first tokens of the prompt in a slot, at the price of those that came after it; false
 * when the slot itself came last and had to leave.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example makeRoomFor(toyServing(), {slot: 0, tokens: 8}) // true
 */
export function makeRoomFor(
  s: Serving,
  {slot, tokens}: {readonly slot: number; readonly tokens: number}
): boolean {
  const {roomTokens, order} = s.slots;
  if (tokens <= roomTokens[slot]!) return true;
  while (!s.memory.extend(slot, roomTokens[slot]!, tokens)) {
    const {last} = order;
    preempt(s, last);
    if (last === slot) return false;
  }
  roomTokens[slot] = tokens;
  return true;
}

function preempt(s: Serving, slot: number): void {
  const {slots, records, tally} = s;
  const request = slots.request[slot]!;
  const isDecoding = slots.phase[slot] === PHASE.decode;
  if (slots.phase[slot] !== PHASE.awaiting) addSpan(s, slot, isDecoding ? "decode" : "prefill");
  tally.preemptions++;
  records.preemptions[request]!++;
  records.status[request] = STATUS.waiting;
  slots.order.remove(slot);
  if (isDecoding) pauseDecode(s, slot);
  else {
    if (slots.phase[slot] === PHASE.prefill) {
      slots.prefilling.remove(slot);
      tally.recomputedTokens += slots.doneTokens[slot]!;
    }
    freeSlot(s, slot, slots.doneTokens[slot]!);
  }
  s.queue.pushFront(request);
}

function pauseDecode(s: Serving, slot: number): void {
  const {slots, records} = s;
  const request = slots.request[slot]!;
  const tokens = cachedTokens(s, slot);
  const isFresh = slots.joinAt[slot] === s.decodeStep;
  const since = isFresh ? slots.since[slot]! : s.lastEmitSeconds;
  const group = s.fresh.find((one) => one.since === since && one.count > 0);
  if (isFresh && group) group.count--;
  s.pausedSince.set(request, since);
  records.generatedTokens[request] = tokens + 1 - records.promptTokens[request]!;
  leaveDecode(s, slot);
  swapOutOrDrop(s, request, tokens);
  freeSlot(s, slot, tokens);
}

function swapOutOrDrop(s: Serving, request: number, tokens: number): void {
  const {preemption} = s.config.scheduler;
  if (preemption?.kind !== "swap" || s.hostTokens + tokens > preemption.capacityTokens) {
    s.tally.recomputedTokens += tokens;
    return;
  }
  s.isSwapped[request] = 1;
  s.hostTokens += tokens;
  s.swapSeconds += tokens / preemption.tokensPerSecond;
}
