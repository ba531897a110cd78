/** What the unit-economics page answers in one sentence, at any inputs. */

import {explodedRemixRate} from "../cost/chapter-workload.js";
import type {Workload} from "../cost/fleet.js";
import {generationsPerMonth} from "../cost/fleet.js";
import {formatCount, formatPercent, formatUsd} from "../format.js";

export interface UnitEconomicsQuestion {
  readonly workload: Pick<Workload, "dailyUsers" | "remixRate" | "pgcRate">;
  /** Cost of one generation at the flagship tier, USD */
  readonly usdPerGeneration: number;
  /** What the tier is called */
  readonly name?: string;
}

export interface UnitEconomicsAnswer {
  readonly text: string;
  /** The bill now, USD a month */
  readonly usd: number;
  /** The bill when remixing has exploded, USD a month */
  readonly explodedUsd: number;
}

/**
 * What it costs a month, now and when remixing goes to one in ten.
 *
 * @example unitEconomicsAnswer({workload: {dailyUsers: 100000, remixRate: 0.01, pgcRate: 0.001}, usdPerGeneration: 0.127}).text // "At 100,000 daily users the flagship costs $4,191 a month; if remixing goes from 1 in 100 to 1 in 10, $38,481."
 */
export function unitEconomicsAnswer({
  workload,
  usdPerGeneration,
  name = "the flagship"
}: UnitEconomicsQuestion): UnitEconomicsAnswer {
  const {dailyUsers, remixRate} = workload;
  const usd = generationsPerMonth(workload) * usdPerGeneration;
  const exploded = generationsPerMonth({...workload, remixRate: explodedRemixRate});
  const explodedUsd = exploded * usdPerGeneration;
  const users = dailyUsers === 1 ? "one daily user" : `${formatCount(dailyUsers)} daily users`;
  const now = `At ${users} ${name} costs ${formatUsd(usd)} a month`;
  const rates = `from ${oneIn(remixRate)} to ${oneIn(explodedRemixRate)}`;
  const text =
    remixRate === explodedRemixRate
      ? `${now}.`
      : `${now}; if remixing goes ${rates}, ${formatUsd(explodedUsd)}.`;
  return {text, usd, explodedUsd};
}

/**
 * A rate as a reader says it: one in so many where that is a whole number, else percent.
 *
 * @example oneIn(0.01) // "1 in 100"
 */
export function oneIn(rate: number): string {
  const n = 1 / rate;
  const isWhole = rate > 0 && rate <= 0.5 && Math.abs(n - Math.round(n)) < 1e-6 * n;
  return isWhole ? `1 in ${formatCount(Math.round(n))}` : formatPercent(rate);
}
