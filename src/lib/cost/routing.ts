import type {Bill, FleetOptions, Workload} from "./fleet.js";
import {monthlyBill} from "./fleet.js";
import type {TokenPrices} from "./prices.js";

/** A share of the generations and the prices it pays. */
export interface Leg {
  readonly prices: TokenPrices;
  readonly fraction: number;
}

/**
 * A month's bill when the generations are divided between several models, USD.
 *
 * Σ fraction · bill. The same tokens and hit share are taken for every model; ignores that each
 * model has a cache and a tokenizer of its own.
 *
 * @example routedBill({dailyUsers: 1, remixRate: 1, pgcRate: 0, inputTokens: 1, outputTokens: 0, hitFraction: 0}, [{prices: {inputUsdPerToken: 2, contextTiers: []}, fraction: 0.5}, {prices: {inputUsdPerToken: 1, contextTiers: []}, fraction: 0.5}]).uncachedUsd // 45
 */
export function routedBill(
  workload: Workload,
  legs: readonly Leg[],
  options: FleetOptions = {}
): Bill {
  const bills = legs.map(({prices, fraction}) => ({
    bill: monthlyBill(workload, prices, options),
    fraction
  }));
  const total = (part: keyof Bill) =>
    bills.reduce((sum, {bill, fraction}) => sum + fraction * bill[part], 0);
  return {
    uncachedUsd: total("uncachedUsd"),
    readUsd: total("readUsd"),
    writeUsd: total("writeUsd"),
    outputUsd: total("outputUsd"),
    totalUsd: total("totalUsd")
  };
}

/**
 * Legs after a share of the traffic moves one tier down.
 *
 * The tier `first` serves 1 − share and the one after it share; the last tier keeps all.
 *
 * @example routeDown(["a", "b", "c"], {first: 0, share: 0.5}).map((leg) => leg.fraction) // [0.5, 0.5, 0]
 */
export function routeDown<T>(
  prices: readonly T[],
  {first, share}: {readonly first: number; readonly share: number}
): {prices: T; fraction: number}[] {
  const moved = first + 1 < prices.length ? share : 0;
  return prices.map((p, i) => ({
    prices: p,
    fraction: i === first ? 1 - moved : i === first + 1 ? moved : 0
  }));
}
