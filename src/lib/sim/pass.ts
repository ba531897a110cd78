/** One pass of the engine: put together, timed, and its tokens handed out. */

export {toyServing} from "./toy.js";
import {admitWaiting, needOf} from "./admission.js";
import {redrawBeams} from "./beams.js";
import {keepCache} from "./handover.js";
import {makeRoom, makeRoomFor} from "./preemption.js";
import {addSpan, finishSequence, joinDecode, wakeSlots} from "./sequence.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";
import {countTime} from "./pass-totals.js";

/**
 * Runs one pass; false, and no time goes by, when nothing is in the engine or able to get in.
 *
 * @see https://www.usenix.org/conference/osdi22/presentation/yu
 * @example ((s) => (runPass(s), s.timeSeconds))(toyServing()) // 0.5
 */
export function runPass(s: Serving): boolean {
  const {chunkedPrefill, maxBatchedTokens} = s.config.scheduler;
  if (chunkedPrefill) return runMixedPass(s, maxBatchedTokens);
  admitWaiting(s, maxBatchedTokens);
  return s.slots.prefilling.size > 0 ? runPrefillPass(s, maxBatchedTokens) : runDecodePass(s);
}

/** Decodes first, prompts with what is left of the budget, in pieces. */
function runMixedPass(s: Serving, maxBatchedTokens: number): boolean {
  const {preemptions} = s.tally;
  if (!makeRoom(s)) admitWaiting(s, maxBatchedTokens, "swapped");
  prepareDecodes(s);
  const reading = {left: Math.max(0, maxBatchedTokens - s.nDecoding), inPieces: true, done: []};
  readPrompts(s, reading);
  if (s.tally.preemptions === preemptions) {
    admitWaiting(s, reading.left, "unread");
    readPrompts(s, reading);
  }
  return finishPass(s, {decodes: s.nDecoding, done: reading.done});
}

/** Whole prompts, as many as the budget takes and at least one; decodes wait. */
function runPrefillPass(s: Serving, budget: number): boolean {
  const reading = {left: budget, inPieces: false, done: []};
  readPrompts(s, reading);
  return finishPass(s, {decodes: 0, done: reading.done});
}

function runDecodePass(s: Serving): boolean {
  prepareDecodes(s);
  return finishPass(s, {decodes: s.nDecoding, done: []});
}

/** Gives every decoding sequence room for its token. */
function prepareDecodes(s: Serving): void {
  makeRoom(s);
  s.memory.grow(s.decodeStep);
}

/** What a pass may still read, and the slots whose prompt is complete with it. */
interface Reading {
  left: number;
  readonly inPieces: boolean;
  readonly done: number[];
}

/** Takes prompt tokens into the pass, first let in first; a whole prompt beyond what is left only alone. */
function readPrompts(s: Serving, reading: Reading): void {
  const {slots, load} = s;
  const {inPieces, done} = reading;
  let slot = slots.prefilling.first;
  while (slot >= 0) {
    const from = slots.doneTokens[slot]!;
    const wanted = slots.targetTokens[slot]! - from;
    if (reading.left <= 0 || (!inPieces && wanted > reading.left && load.nTokens > 0)) return;
    const tokens = inPieces ? Math.min(wanted, reading.left) : wanted;
    if (inPieces && !makeRoomFor(s, {slot, tokens: from + tokens})) return;
    const next = slots.prefilling.after(slot);
    read(s, slot, tokens);
    reading.left -= tokens;
    if (tokens === wanted) {
      slots.prefilling.remove(slot);
      done.push(slot);
    }
    slot = next;
  }
}

function read({slots, step, load, memory, tally}: Serving, slot: number, tokens: number): void {
  const from = slots.doneTokens[slot]!;
  const to = from + tokens;
  load.nTokens += tokens;
  load.promptBytes += step.kvBytes(to);
  load.promptFlops += step.promptFlops(to) - (from > 0 ? step.promptFlops(from) : 0);
  slots.doneTokens[slot] = to;
  memory.usedTokens += tokens;
  tally.promptTokens += tokens;
}

/** Lets the time of the pass go by and hands out its tokens: decodes first, then first tokens. */
function finishPass(s: Serving, {decodes, done}: {decodes: number; done: readonly number[]}) {
  const {load, memory} = s;
  if (s.slots.order.size === 0) return false;
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
    if (s.beamRandom !== null && memory.sharesPrompts) redrawBeams(s, s.beamRandom);
  }
  for (const slot of done) endPrefill(s, slot);
  return true;
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

/** A prompt has been read: its sequence has a token, and so have the samples that waited for it. */
function endPrefill(s: Serving, slot: number): void {
  const {slots, records, tally} = s;
  const tokens = slots.targetTokens[slot]!;
  const samples: number[] = [];
  for (let next = slots.order.after(slot); next >= 0; next = slots.order.after(next)) {
    if (slots.phase[next] !== PHASE.awaiting) break;
    samples.push(next);
  }
  for (const sample of samples) {
    const request = slots.request[sample]!;
    s.memory.fork(slot, sample, needOf(s, request));
    records.hitTokens[request] = tokens;
    tally.hitTokens += tokens;
    tally.outputTokens++;
  }
  addSpan(s, slot, "prefill");
  for (const one of [slot, ...samples]) startAnswer(s, one, tokens);
}

/** A sequence has its first token, or the next after a pre-emption, with `tokens` cached. */
function startAnswer(s: Serving, slot: number, tokens: number): void {
  const {slots, records} = s;
  const request = slots.request[slot]!;
  const generated = ++records.generatedTokens[request]!;
  const paused = s.pausedSince.get(request);
  if (generated === 1) records.firstTokenSeconds[request] = s.timeSeconds;
  if (paused !== undefined) {
    s.gaps.add(s.timeSeconds - paused, 1);
    s.pausedSince.delete(request);
  }
  slots.entered[slot] = s.timeSeconds;
  if (s.moves.sent?.[request]) keepCache(s, slot);
  else if (generated === records.outputTokens[request]) finishSequence(s, slot, tokens);
  else joinDecode(s, slot, {tokens, since: s.timeSeconds});
}
