/** The same workload on several API tiers and on rented cards, side by side. */

import type {Bill, FleetOptions, Workload} from "./fleet.js";
import {daysPerMonth} from "./fleet.js";
import type {HostingBill} from "./hosting.js";
import type {Tier} from "./price-file.js";
import type {TokenPrices} from "./prices.js";
import {routeDown, routedBill} from "./routing.js";

/** An API model that stands for a tier of the comparison. */
export interface TierChoice {
  readonly tier: Tier;
  readonly name: string;
  readonly prices: TokenPrices;
}

/** What a bill is made of: kinds of tokens, or hours used and idle. */
export type BillPart = "uncached" | "cached" | "written" | "output" | "used" | "idle";

export interface BillRow {
  readonly tier: Tier | "self-hosted";
  readonly name: string;
  readonly part: BillPart;
  /** USD a month */
  readonly usd: number;
  /** The whole bill that this is a part of, USD a month */
  readonly totalUsd: number;
}

export interface CompareOptions extends FleetOptions {
  /** Share of each tier's generations served one tier down */
  readonly routedFraction?: number;
}

/**
 * A month's bill of each tier, USD, in the order of the tiers.
 *
 * @example tierBills({dailyUsers: 1, remixRate: 1, pgcRate: 0, inputTokens: 1, outputTokens: 1, hitFraction: 0}, [{tier: "small", name: "x", prices: {inputUsdPerToken: 1, outputUsdPerToken: 2, contextTiers: []}}])[0].outputUsd // 60
 */
export function tierBills(
  workload: Workload,
  tiers: readonly TierChoice[],
  {routedFraction = 0, ...options}: CompareOptions = {}
): Bill[] {
  const prices = tiers.map((tier) => tier.prices);
  return tiers.map((_, first) =>
    routedBill(workload, routeDown(prices, {first, share: routedFraction}), options)
  );
}

/**
 * Bills taken apart, one row for each tier and part, self-hosting last.
 *
 * @example billRows([], {bills: [], hosting: {usedUsd: 28, idleUsd: 1700, totalUsd: 1728}, hostedName: "8B"}).map((row) => row.usd) // [28, 1700]
 */
export function billRows(
  tiers: readonly TierChoice[],
  {
    bills,
    hosting,
    hostedName
  }: {
    readonly bills: readonly Bill[];
    readonly hosting: HostingBill;
    readonly hostedName: string;
  }
): BillRow[] {
  const api = tiers.flatMap(({tier, name}, i) => {
    const bill = bills[i];
    return bill
      ? apiParts(bill).map((part) => ({tier, name, ...part, totalUsd: bill.totalUsd}))
      : [];
  });
  const {usedUsd, idleUsd, totalUsd} = hosting;
  const hosted = {tier: "self-hosted" as const, name: hostedName, totalUsd};
  return [...api, {...hosted, part: "used", usd: usedUsd}, {...hosted, part: "idle", usd: idleUsd}];
}

function apiParts(bill: Bill): {readonly part: BillPart; readonly usd: number}[] {
  return [
    {part: "uncached", usd: bill.uncachedUsd},
    {part: "cached", usd: bill.readUsd},
    {part: "written", usd: bill.writeUsd},
    {part: "output", usd: bill.outputUsd}
  ];
}

/**
 * Cost of one generation at each tier, USD, routing and batch in.
 *
 * @example usdPerGeneration({inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}, [{prices: {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}}])[0] // 0.127
 */
export function usdPerGeneration(
  workload: Pick<Workload, "inputTokens" | "outputTokens" | "hitFraction" | "writeFraction">,
  tiers: readonly TierChoice[],
  options: CompareOptions = {}
): number[] {
  const oneADay = {...workload, dailyUsers: 1, remixRate: 1, pgcRate: 0};
  return tierBills(oneADay, tiers, options).map(({totalUsd}) => totalUsd / daysPerMonth);
}
