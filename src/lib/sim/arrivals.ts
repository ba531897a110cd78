/** Who comes. */

export {toyServing} from "./toy.js";
import {needOf} from "./admission.js";
import {STATUS} from "./records.js";
import {releaseNext} from "./sequence.js";
import type {Serving} from "./serving.js";

/**
 * Moves requests that have arrived by now into the queue; refuses what can never fit.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example ((s) => (takeArrivals(s), [s.queue.first, s.tally.arrived]))(toyServing()) // [1, 2]
 */
export function takeArrivals(s: Serving): void {
  while (nextArrivalSeconds(s) <= s.timeSeconds) enqueue(s, s.tally.arrived);
}

/**
 * When the next request arrives; Infinity when none is known.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example ((s) => ((s.records.arrivalSeconds[1] = 3), nextArrivalSeconds(s)))(toyServing()) // 3
 */
export function nextArrivalSeconds({tally, nReleased, records}: Serving): number {
  return tally.arrived < nReleased ? records.arrivalSeconds[tally.arrived]! : Infinity;
}

/**
 * A request that has arrived joins the queue; false when it can never fit and is refused.
 *
 * @see https://docs.vllm.ai/en/latest/usage/v1_guide.html "scheduler"
 * @example ((s) => [enqueue(s, 1), s.queue.size, s.tally.arrived])(toyServing()) // [true, 1, 2]
 */
export function enqueue(s: Serving, request: number): boolean {
  const {records, tally, totals} = s;
  tally.arrived++;
  if (!canServe(s, request)) {
    records.status[request] = STATUS.refused;
    tally.refused++;
    releaseNext(s);
    return false;
  }
  records.status[request] = STATUS.waiting;
  totals.waiting += s.timeSeconds - records.arrivalSeconds[request]!;
  s.queue.pushBack(request);
  return true;
}

function canServe(s: Serving, request: number): boolean {
  const {promptTokens, outputTokens} = s.records;
  const total = promptTokens[request]! + outputTokens[request]!;
  return total <= s.config.maxModelLen && s.memory.canHold(needOf(s, request));
}

/**
 * A request whose prompt was read elsewhere by `seconds` joins the queue: its cache is to be fetched
 * when it gets in. False when it can never fit.
 *
 * @see https://docs.vllm.ai/en/latest/features/disagg_prefill.html
 * @example ((s) => [enqueueRead(s, 1, 0), s.queue.first, s.records.generatedTokens[1]])(toyServing()) // [true, 1, 1]
 */
export function enqueueRead(s: Serving, request: number, seconds: number): boolean {
  const {records} = s;
  records.arrivalSeconds[request] = seconds;
  records.firstTokenSeconds[request] = seconds;
  records.generatedTokens[request] = 1;
  const isIn = enqueue(s, request);
  s.isSwapped[request] = isIn ? 1 : 0;
  return isIn;
}
