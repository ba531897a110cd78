/** What counts as good service. */

import type {Records} from "./records.js";

/** Longest waits that count as good service. */
export interface ServiceLevel {
  readonly ttftSeconds: number;
  readonly tpotSeconds: number;
}

/** Whatever ends is good. */
export const NO_LIMIT: ServiceLevel = {ttftSeconds: Infinity, tpotSeconds: Infinity};

/**
 * Requests that ended within the service level.
 *
 * @see https://arxiv.org/abs/2401.09670 section 2 (goodput)
 * @example countGood({n: 2}, {ttft: [1, 3], tpot: [NaN, 0.1], e2e: [2, 4]}, {ttftSeconds: 2, tpotSeconds: 1}) // 1
 */
export function countGood(
  {n}: Pick<Records, "n">,
  {ttft, tpot, e2e}: Record<"ttft" | "tpot" | "e2e", ArrayLike<number>>,
  level: ServiceLevel
): number {
  let good = 0;
  for (let i = 0; i < n; i++) {
    // an answer of one token has no TPOT, which cannot be too long
    const isSlow = ttft[i]! > level.ttftSeconds || tpot[i]! > level.tpotSeconds;
    if (!Number.isNaN(e2e[i]) && !isSlow) good++;
  }
  return good;
}
