/** The way of a cache from the engine that read a prompt to the one that writes the answer. */

export {toyServing} from "./toy.js";
import {sendOver} from "./moves.js";
import {STATUS} from "./records.js";
import {addSpan, freeSlot, joinDecode} from "./sequence.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

/**
 * The prompt of a slot has been read here and its answer goes on elsewhere: it no longer counts as
 * running, its memory stays taken until the cache has been fetched.
 *
 * @see https://arxiv.org/abs/2401.09670 section 4.3 "Combat burstiness"
 * @example ((s) => (keepCache(s, 0), [s.slots.order.size, s.slots.free.size, s.moves.slots.size]))(toyServing()) // [0, 1, 1]
 */
export function keepCache(s: Serving, slot: number): void {
  s.moves.begun.push({request: leaveOrder(s, slot), seconds: s.timeSeconds});
}

function leaveOrder({slots, records, moves}: Serving, slot: number): number {
  const request = slots.request[slot]!;
  slots.phase[slot] = PHASE.awaiting;
  slots.order.remove(slot);
  records.status[request] = STATUS.moving;
  moves.slots.set(request, slot);
  return request;
}

/** The slot of a cache that is on its way no more. */
function arrivedSlot({moves}: Serving, request: number): number {
  const slot = moves.slots.get(request);
  if (slot === undefined) throw new RangeError(`cache is not on its way: ${request}`);
  moves.slots.delete(request);
  return slot;
}

/**
 * The cache of a request was fetched: its memory here is free.
 *
 * @throws RangeError when the cache is not waiting to be fetched
 * @see https://arxiv.org/abs/2401.09670 section 4.3 "Combat burstiness"
 * @example ((s) => (keepCache(s, 0), dropCache(s, 0, 2), [s.slots.free.size, s.records.finishedSeconds[0]]))(toyServing()) // [2, 2]
 */
export function dropCache(s: Serving, request: number, seconds: number): void {
  const slot = arrivedSlot(s, request);
  s.records.status[request] = STATUS.finished;
  s.records.finishedSeconds[request] = seconds;
  s.tally.finished++;
  addSpan(s, slot, "held");
  freeSlot(s, slot, s.slots.doneTokens[slot]!);
}

/**
 * Begins to fetch the cache of the sequence in a slot, `hits` tokens of which are here already. Its
 * memory and its place are taken from now on; it decodes when the cache is there.
 *
 * @throws Error when the engine has no link
 * @see https://arxiv.org/abs/2401.09670 section 4.3, https://docs.vllm.ai/en/latest/features/disagg_prefill.html
 * @example ((s) => ((s.moves.link = {bytesPerSecond: 4, kvBytes: (nTokens) => nTokens}), fetchCache(s, 0, {tokens: 8, hits: 0}), s.moves.arrivals.nextKey))(toyServing()) // 2
 */
export function fetchCache(
  s: Serving,
  slot: number,
  {tokens, hits}: {readonly tokens: number; readonly hits: number}
): void {
  const {slots, moves} = s;
  const {link} = moves;
  if (link === null) throw new Error("no link to fetch a cache over");
  s.isSwapped[slots.request[slot]!] = 0;
  slots.doneTokens[slot] = hits;
  slots.targetTokens[slot] = tokens;
  const nBytes = link.kvBytes(tokens) - (hits > 0 ? link.kvBytes(hits) : 0);
  const seconds = sendOver(moves, {link, nBytes, nowSeconds: s.timeSeconds});
  const request = leaveOrder(s, slot);
  moves.begun.push({request, seconds});
  moves.arrivals.push(seconds, request);
  landCaches(s);
}

/**
 * Sequences whose cache is there by now decode from the next step on.
 *
 * @see https://docs.vllm.ai/en/latest/features/disagg_prefill.html
 * @example ((s) => ((s.moves.link = {bytesPerSecond: 4, kvBytes: () => 8}), fetchCache(s, 0, {tokens: 8, hits: 0}), (s.timeSeconds = 2), landCaches(s), s.nDecoding))(toyServing()) // 1
 */
export function landCaches(s: Serving): void {
  const {slots, records, moves} = s;
  while (moves.arrivals.nextKey <= s.timeSeconds) {
    const request = moves.arrivals.pop();
    const slot = arrivedSlot(s, request);
    const tokens = slots.targetTokens[slot]!;
    s.memory.usedTokens += tokens - slots.doneTokens[slot]!;
    records.status[request] = STATUS.running;
    slots.order.pushBack(slot);
    joinDecode(s, slot, {tokens, since: records.firstTokenSeconds[request]!});
  }
}
