/** Who gets in. */

export {toyServing} from "./toy.js";
import {fetchCache} from "./handover.js";
import {NO_ROOM, type Need} from "./memory.js";
import {STATUS} from "./records.js";
import {followersOf} from "./samples.js";
import {joinDecode} from "./sequence.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

/** SGLang looks for the longest prefix only while at most this many requests wait. */
const LONGEST_PREFIX_QUEUE = 128;

/**
 * What a request needs now: after a pre-emption also what it had generated.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example needOf(toyServing(), 1).finalTokens // 10
 */
export function needOf({records, isSwapped}: Serving, request: number): Need {
  const promptTokens = records.promptTokens[request]!;
  const outputTokens = records.outputTokens[request]!;
  const generated = records.generatedTokens[request]!;
  const tokens = promptTokens + generated - (isSwapped[request] ? 1 : 0);
  return {
    request,
    tokens,
    roomTokens: tokens,
    finalTokens: promptTokens + outputTokens - 1,
    promptTokens,
    outputTokens
  };
}

/** Who may get in: caches that come back from host memory, requests to be read, or both. */
export type Entrants = "swapped" | "unread" | "all";

/**
 * Lets waiting requests in while slots, memory and the pass's `budget` of prompt tokens allow.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example ((s) => (s.queue.pushBack(1), admitWaiting(s, 64), s.slots.order.size))(toyServing()) // 2
 */
export function admitWaiting(s: Serving, budget: number, entrants: Entrants = "all"): void {
  const {scheduler} = s.config;
  const isStatic = scheduler.batching === "static";
  if (isStatic && (s.nDecoding > 0 || s.nHeld > 0)) return;
  let left = budget - plannedTokens(s);
  while (s.queue.size > 0 && freePlaces(s) > 0 && !s.isBlocked) {
    const request = nextInLine(s);
    const isSwapped = s.isSwapped[request] === 1;
    if (entrants !== "all" && isSwapped !== (entrants === "swapped")) return;
    const followers = followersOf(s, request);
    if (followers.length >= freePlaces(s)) return;
    const need = needOf(s, request);
    const hits = isSwapped ? need.tokens : s.memory.hitTokens(need);
    const tokens = need.tokens - hits;
    const isFull = scheduler.chunkedPrefill ? left <= 0 : tokens > left && left < budget;
    if (isFull && !isStatic && tokens > 0) return;
    if (scheduler.chunkedPrefill && !isStatic) need.roomTokens = hits + Math.min(tokens, left);
    s.isBlocked = !admit(s, request, need);
    if (s.isBlocked) return;
    left -= tokens;
    for (const follower of followers) letWait(s, follower);
  }
}

/** Sequences that may still get in; where caches wait to be fetched, there are slots beyond them. */
function freePlaces({slots, config}: Serving): number {
  return Math.min(slots.free.size, config.scheduler.maxSequences - slots.order.size);
}

/** Gives a sample a place behind the one that reads its prompt. */
function letWait(s: Serving, request: number): void {
  const slot = s.slots.free.pop();
  takePlace(s, slot, request);
  s.slots.phase[slot] = PHASE.awaiting;
  s.slots.doneTokens[slot] = 0;
}

function nextInLine(s: Serving): number {
  const isOrdered = s.config.scheduler.order !== "longest-prefix";
  return isOrdered || s.isSwapped[s.queue.first] === 1 ? s.queue.first : longestPrefix(s);
}

/** Prompt tokens of sequences that are in already. */
function plannedTokens({slots}: Serving): number {
  let tokens = 0;
  for (let slot = slots.prefilling.first; slot >= 0; slot = slots.prefilling.after(slot)) {
    tokens += slots.targetTokens[slot]! - slots.doneTokens[slot]!;
  }
  return tokens;
}

function longestPrefix(s: Serving): number {
  const {queue} = s;
  if (queue.size > LONGEST_PREFIX_QUEUE) return queue.first;
  let [best, most] = [queue.first, -1];
  for (let request = queue.first; request >= 0; request = queue.after(request)) {
    const hits = s.memory.hitTokens(needOf(s, request));
    if (hits > most) [best, most] = [request, hits];
  }
  return best;
}

function admit(s: Serving, request: number, need: Need): boolean {
  const {slots, records, memory} = s;
  const slot = slots.free.pop();
  const hits = memory.admit(slot, need);
  if (hits === NO_ROOM) {
    slots.free.push(slot, slot);
    return false;
  }
  if (takePlace(s, slot, request)) {
    records.hitTokens[request] = hits;
    s.tally.hitTokens += hits;
  }
  const {tokens} = need;
  const since = s.pausedSince.get(request);
  if (!s.isSwapped[request]) startPrefill(s, slot, {need, hits});
  else if (since === undefined) fetchCache(s, slot, {tokens, hits});
  else swapIn(s, slot, {tokens, hits, since});
  return true;
}

/** From the queue into a place; whether for the first time. */
function takePlace(s: Serving, slot: number, request: number): boolean {
  const {slots, records} = s;
  s.queue.remove(request);
  slots.request[slot] = request;
  slots.order.pushBack(slot);
  slots.entered[slot] = s.timeSeconds;
  records.status[request] = STATUS.running;
  if (!Number.isNaN(records.admittedSeconds[request])) return false;
  records.admittedSeconds[request] = s.timeSeconds;
  return true;
}

function startPrefill(s: Serving, slot: number, {need, hits}: {need: Need; hits: number}): void {
  const {slots} = s;
  slots.phase[slot] = PHASE.prefill;
  slots.doneTokens[slot] = hits;
  slots.targetTokens[slot] = need.tokens;
  slots.roomTokens[slot] = need.roomTokens;
  slots.prefilling.pushBack(slot);
}

/** Brings a cache back from host memory; the sequence had its last token at `since`. */
function swapIn(
  s: Serving,
  slot: number,
  {tokens, hits, since}: {tokens: number; hits: number; since: number}
): void {
  const request = s.slots.request[slot]!;
  const {preemption} = s.config.scheduler;
  s.isSwapped[request] = 0;
  s.memory.usedTokens += tokens - hits;
  if (preemption?.kind === "swap") {
    s.hostTokens -= tokens;
    s.tally.swappedTokens += tokens;
    s.swapSeconds += (tokens - hits) / preemption.tokensPerSecond;
  }
  s.pausedSince.delete(request);
  joinDecode(s, slot, {tokens, since});
}
