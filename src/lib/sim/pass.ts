/** One pass of the engine: put together, timed, and its tokens handed out. */

export {toyServing} from "./toy.js";
import {admitWaiting} from "./admission.js";
import {makeRoom} from "./preemption.js";
import {addSpan, finishSequence, joinDecode, wakeSlots} from "./sequence.js";
import type {Serving} from "./serving.js";

/**
 * Runs one pass; something must be in the engine or able to get in.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (runPass(s), s.timeSeconds))(toyServing()) // 0.5
 */
export function runPass(s: Serving): void {
  const {chunkedPrefill, maxBatchedTokens} = s.config.scheduler;
  if (chunkedPrefill) runMixedPass(s, maxBatchedTokens);
  else {
    admitWaiting(s, maxBatchedTokens);
    if (s.slots.prefilling.size > 0) runPrefillPass(s, maxBatchedTokens);
    else runDecodePass(s);
  }
}

/** Decodes first, prompts with what is left of the budget, in pieces. */
function runMixedPass(s: Serving, maxBatchedTokens: number): void {
  const hasPreempted = makeRoom(s);
  if (!hasPreempted) admitWaiting(s, maxBatchedTokens, "swapped");
  const decodes = prepareDecodes(s);
  const budget = Math.max(0, maxBatchedTokens - decodes);
  if (!hasPreempted) admitWaiting(s, budget, "unread");
  const done = readPrompts(s, {budget, inPieces: true});
  finishPass(s, {decodes, done});
}

/** Whole prompts, as many as the budget takes and at least one; decodes wait. */
function runPrefillPass(s: Serving, budget: number): void {
  const done = readPrompts(s, {budget, inPieces: false});
  finishPass(s, {decodes: 0, done});
}

function runDecodePass(s: Serving): void {
  finishPass(s, {decodes: prepareDecodes(s), done: []});
}

/** Gives every decoding sequence room for its token; how many there are. */
function prepareDecodes(s: Serving): number {
  makeRoom(s);
  s.memory.grow(s.decodeStep);
  return s.nDecoding;
}

/** Takes prompt tokens into the pass, first let in first; slots whose prompt is complete with it. */
function readPrompts(
  s: Serving,
  {budget, inPieces}: {budget: number; inPieces: boolean}
): number[] {
  const {slots, step, load, memory} = s;
  const done: number[] = [];
  let left = budget;
  let slot = slots.prefilling.first;
  while (slot >= 0) {
    const next = slots.prefilling.after(slot);
    const from = slots.doneTokens[slot]!;
    const wanted = slots.targetTokens[slot]! - from;
    if (left <= 0 || (!inPieces && wanted > left && left < budget)) break;
    const tokens = inPieces ? Math.min(wanted, left) : wanted;
    load.nTokens += tokens;
    load.promptBytes += step.kvBytes(from + tokens);
    load.promptFlops += step.promptFlops(from + tokens) - (from > 0 ? step.promptFlops(from) : 0);
    slots.doneTokens[slot] = from + tokens;
    memory.usedTokens += tokens;
    s.tally.promptTokens += tokens;
    left -= tokens;
    if (tokens === wanted) {
      slots.prefilling.remove(slot);
      done.push(slot);
    }
    slot = next;
  }
  return done;
}

/** Lets the time of the pass go by and hands out its tokens: decodes first, then first tokens. */
function finishPass(s: Serving, {decodes, done}: {decodes: number; done: readonly number[]}): void {
  const {load, memory} = s;
  const seconds = s.swapSeconds + passSeconds(s, {decodes, nDone: done.length});
  countTime(s, seconds);
  s.timeSeconds += seconds;
  s.swapSeconds = 0;
  s.tally.passes++;
  s.tally.outputTokens += decodes + done.length;
  load.nTokens = load.nOutputs = load.promptBytes = load.promptFlops = 0;
  if (decodes > 0) {
    memory.usedTokens += decodes;
    emitTokens(s, decodes);
    wakeSlots(s);
  }
  for (const slot of done) endPrefill(s, slot);
}

function passSeconds(s: Serving, {decodes, nDone}: {decodes: number; nDone: number}): number {
  const {load, step} = s;
  load.nTokens += decodes;
  load.nOutputs = decodes + nDone;
  if (decodes > 0 || s.nDecoding === 0) return step.passSeconds(load);
  return step.passSeconds({...load, kvBytes: 0, kvFlops: 0});
}

/** Every decoding sequence has its next token: gaps are noted, contexts grow. */
function emitTokens(s: Serving, decodes: number): void {
  const {load, gaps} = s;
  let carried = decodes;
  for (const {since, count} of s.fresh) {
    gaps.add(s.timeSeconds - since, count);
    carried -= count;
  }
  if (s.fresh.length > 0) s.fresh = [];
  gaps.add(s.timeSeconds - s.lastEmitSeconds, carried);
  s.lastEmitSeconds = s.timeSeconds;
  s.decodeStep++;
  load.kvBytes += s.bytesSlope;
  load.kvFlops += s.flopsSlope;
}

/** A prompt has been read: its sequence has a token, the first or the next after a pre-emption. */
function endPrefill(s: Serving, slot: number): void {
  const {slots, records} = s;
  const request = slots.request[slot]!;
  const tokens = slots.targetTokens[slot]!;
  const generated = ++records.generatedTokens[request]!;
  const paused = s.pausedSince.get(request);
  addSpan(s, slot, "prefill");
  if (generated === 1) records.firstTokenSeconds[request] = s.timeSeconds;
  if (paused !== undefined) {
    s.gaps.add(s.timeSeconds - paused, 1);
    s.pausedSince.delete(request);
  }
  slots.entered[slot] = s.timeSeconds;
  if (generated === records.outputTokens[request]) finishSequence(s, slot, tokens);
  else joinDecode(s, slot, {tokens, since: s.timeSeconds});
}

/** Adds what holds during the pass to the sums over time. */
function countTime(s: Serving, seconds: number): void {
  const {totals, memory, slots, queue} = s;
  const {usedTokens, allocatedTokens, neverTokens, roundingTokens} = memory;
  totals.busySeconds += seconds;
  totals.seconds += seconds;
  totals.running += seconds * slots.order.size;
  totals.held += seconds * s.nHeld;
  totals.waiting += seconds * queue.size;
  totals.usedTokens += seconds * usedTokens;
  totals.allocatedTokens += seconds * allocatedTokens;
  totals.neverTokens += seconds * neverTokens;
  totals.roundingTokens += seconds * roundingTokens;
  if (s.isBlocked) {
    totals.blockedFreeTokens += seconds * (memory.capacityTokens - allocatedTokens);
  }
  s.timeline.add({
    timeSeconds: s.timeSeconds,
    running: slots.order.size,
    waiting: queue.size,
    usedTokens,
    allocatedTokens,
    neverTokens,
    roundingTokens,
    blocked: s.isBlocked ? 1 : 0
  });
}
