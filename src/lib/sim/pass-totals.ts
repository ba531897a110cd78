/** What a pass adds to the sums over time. */

export {toyServing} from "./toy.js";
import type {Serving} from "./serving.js";

/**
 * Adds what holds during a pass of so many seconds to the sums over time.
 *
 * @see https://en.wikipedia.org/wiki/Little%27s_law
 * @example ((s) => (countTime(s, 2), s.totals.running))(toyServing()) // 2
 */
export function countTime(s: Serving, seconds: number): void {
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
  totals.tabledTokens += seconds * memory.tabledTokens;
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

/**
 * Lets time go by without a pass.
 *
 * @see https://en.wikipedia.org/wiki/Little%27s_law
 * @example ((s) => (s.queue.pushBack(1), passIdle(s, 2), [s.timeSeconds, s.totals.waiting, s.totals.stalledSeconds]))(toyServing()) // [2, 2, 2]
 */
export function passIdle(s: Serving, untilSeconds: number): void {
  const {totals, queue} = s;
  const seconds = untilSeconds - s.timeSeconds;
  if (seconds <= 0) return;
  totals.seconds += seconds;
  totals.waiting += seconds * queue.size;
  if (queue.size > 0) totals.stalledSeconds += seconds;
  s.timeSeconds = untilSeconds;
}
