import {explodedRemixRate} from "../cost/chapter-workload.js";
import type {Workload} from "../cost/fleet.js";
import {monthlyUsd} from "../cost/fleet.js";
import type {TokenPrices} from "../cost/prices.js";
import {formatCount, formatPercent, formatUsd} from "../format.js";

export interface UnitEconomicsInputs {
  readonly workload: Workload;
  /** Prices of the flagship tier */
  readonly prices: TokenPrices;
  /** What the reader calls the model */
  readonly name?: string;
}

/** The page's answer: a figure and a sentence. */
export interface UnitEconomicsAnswer {
  /** The flagship's bill, USD a month */
  readonly value: number;
  /** The same when remixing has exploded, USD a month */
  readonly explodedUsd: number;
  readonly text: string;
}

/**
 * What it costs a month, now and when remixing goes to one in ten.
 *
 * @example unitEconomicsAnswer({workload: {dailyUsers: 100000, remixRate: 0.01, pgcRate: 0.001, inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}, prices: {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}}).text // "At 100,000 daily users the flagship costs $4,191 a month; if remixing goes from 1 in 100 to 1 in 10, $38,481."
 */
export function unitEconomicsAnswer({
  workload,
  prices,
  name = "the flagship"
}: UnitEconomicsInputs): UnitEconomicsAnswer {
  const value = monthlyUsd(workload, prices);
  const explodedUsd = monthlyUsd({...workload, remixRate: explodedRemixRate}, prices);
  const users = formatCount(workload.dailyUsers);
  const now = `At ${users} daily users ${name} costs ${formatUsd(value)} a month`;
  const rates = `from ${oneIn(workload.remixRate)} to ${oneIn(explodedRemixRate)}`;
  const text =
    workload.remixRate === explodedRemixRate
      ? `${now}.`
      : `${now}; if remixing goes ${rates}, ${formatUsd(explodedUsd)}.`;
  return {value, explodedUsd, text};
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
