/** What a run added up since a moment: a run without its beginning, when memory fills. */

import type {Serving} from "./serving.js";
import type {Totals} from "./totals.js";

/** Sums of a run at a moment. */
export interface Mark {
  readonly totals: Totals;
  readonly outputTokens: number;
  readonly preemptions: number;
}

/**
 * The sums of a run as they are now.
 *
 * @see https://en.wikipedia.org/wiki/Warm-up_period
 * @example markOf({totals: {seconds: 1}, tally: {outputTokens: 3, preemptions: 0}}).outputTokens // 3
 */
export function markOf({totals, tally}: Pick<Serving, "totals" | "tally">): Mark {
  return {
    totals: {...totals},
    outputTokens: tally.outputTokens,
    preemptions: tally.preemptions
  };
}

/**
 * The sums of a run since an earlier mark.
 *
 * @see https://en.wikipedia.org/wiki/Warm-up_period
 * @example sinceMark({totals: {seconds: 5}, tally: {outputTokens: 3, preemptions: 0}}, {totals: {seconds: 1}, outputTokens: 1, preemptions: 0}).totals.seconds // 4
 */
export function sinceMark(s: Pick<Serving, "totals" | "tally">, mark: Mark): Mark {
  const now = markOf(s);
  const keys = Object.keys(now.totals) as (keyof Totals)[];
  const totals = {...now.totals};
  for (const key of keys) totals[key] -= mark.totals[key];
  return {
    totals,
    outputTokens: now.outputTokens - mark.outputTokens,
    preemptions: now.preemptions - mark.preemptions
  };
}
