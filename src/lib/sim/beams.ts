/** Beam search: which beams go on, and what they share. */

export {toyServing} from "./toy.js";
import {needOf} from "./admission.js";
import {cachedTokens} from "./sequence.js";
import type {Serving} from "./serving.js";
import {PHASE} from "./slots.js";

/**
 * After a decode step every beam of a search goes on from a parent drawn at random among all of them:
 * beams that nobody goes on from let go of their blocks, several children of one parent share its
 * blocks and copy the last one when they write.
 *
 * A stand-in: in a real search the likeliest continuations choose the parents. Ignores beams that were
 * sent away for lack of memory.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.4 "Beam search"
 * @example ((s) => (redrawBeams(s, () => 0), s.memory.allocatedTokens))(toyServing()) // 8
 */
export function redrawBeams(s: Serving, random: () => number): void {
  const {slots} = s;
  let search: number[] = [];
  for (let slot = slots.order.first; slot >= 0; slot = slots.order.after(slot)) {
    if (search.length > 0 && !areOneSearch(s, search[0]!, slot)) {
      redraw(s, search, random);
      search = [];
    }
    if (slots.phase[slot] === PHASE.decode) search.push(slot);
  }
  redraw(s, search, random);
}

function areOneSearch({slots, requests}: Serving, one: number, other: number): boolean {
  const leaderOf = (slot: number) => requests.leaders?.[slots.request[slot]!];
  return (
    slots.phase[other] === PHASE.decode &&
    leaderOf(one) === leaderOf(other) &&
    slots.offset[one] === slots.offset[other]
  );
}

/** Draws a parent for each beam; a parent stays where it is with its first child. */
function redraw(s: Serving, search: readonly number[], random: () => number): void {
  if (search.length < 2) return;
  const parents = search.map(() => search[Math.floor(random() * search.length)]!);
  const dropped = search.filter((slot) => !parents.includes(slot));
  const extra = parents.filter((slot, i) => parents.indexOf(slot) < i);
  dropped.forEach((slot, i) => {
    const tokens = cachedTokens(s, slot);
    s.memory.release(slot, tokens);
    s.memory.fork(extra[i]!, slot, {...needOf(s, s.slots.request[slot]!), tokens});
  });
}
