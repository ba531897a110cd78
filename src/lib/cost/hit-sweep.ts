/** Bills along the cache hit rate. */

import type {CompareOptions, TierChoice} from "./compare.js";
import {tierBills} from "./compare.js";
import type {Workload} from "./fleet.js";
import {generationsPerMonth} from "./fleet.js";
import type {HostingOptions} from "./hosting.js";
import {hostingBill} from "./hosting.js";
import type {Tier} from "./price-file.js";

export interface HitPoint {
  readonly tier: Tier | "self-hosted";
  readonly name: string;
  readonly hitFraction: number;
  readonly usd: number;
  /** What no cache hit touches, USD; null for rented cards */
  readonly outputUsd: number | null;
}

/**
 * The month's bill of each tier at several hit rates, tier by tier.
 *
 * @example hitSweep({dailyUsers: 1, remixRate: 1, pgcRate: 0, inputTokens: 1, outputTokens: 0}, {tiers: [{tier: "small", name: "x", prices: {inputUsdPerToken: 2, cachedUsdPerToken: 1, outputUsdPerToken: 0, contextTiers: []}}], hitFractions: [0, 1]}).map((p) => p.usd) // [60, 30]
 */
export function hitSweep(
  workload: Workload,
  {
    tiers,
    hitFractions,
    options = {}
  }: {
    readonly tiers: readonly TierChoice[];
    readonly hitFractions: readonly number[];
    readonly options?: CompareOptions;
  }
): HitPoint[] {
  const billsAt = hitFractions.map((hitFraction) =>
    tierBills({...workload, hitFraction}, tiers, options)
  );
  return tiers.flatMap(({tier, name}, i) =>
    hitFractions.map((hitFraction, j) => {
      const bill = billsAt[j]?.[i];
      const {totalUsd = NaN, outputUsd = NaN} = bill ?? {};
      return {tier, name, hitFraction, usd: totalUsd, outputUsd};
    })
  );
}

/**
 * The month's bill of rented cards at several hit rates: hits only shorten prefill.
 *
 * @example hostedHitSweep({dailyUsers: 1, remixRate: 1, pgcRate: 0}, {name: "8B", replicas: [{requestsPerSecond: 1}], hitFractions: [0.5], hosting: {}})[0].usd // 1728
 */
export function hostedHitSweep(
  workload: Workload,
  {
    name,
    replicas,
    hitFractions,
    hosting
  }: {
    readonly name: string;
    /** The replica at each hit rate */
    readonly replicas: readonly {readonly requestsPerSecond: number}[];
    readonly hitFractions: readonly number[];
    readonly hosting: Omit<HostingOptions, "replicaRequestsPerSecond">;
  }
): HitPoint[] {
  return hitFractions.map((hitFraction, i) => {
    const replicaRequestsPerSecond = replicas[i]?.requestsPerSecond ?? NaN;
    const bill = hostingBill(generationsPerMonth(workload), {...hosting, replicaRequestsPerSecond});
    return {tier: "self-hosted", name, hitFraction, usd: bill.totalUsd, outputUsd: null};
  });
}

/** Hit rates of the sweep: 0 to 95 % in steps of 5. */
export const sweepHitFractions: readonly number[] = Array.from({length: 20}, (_, i) => i / 20);

/**
 * Share of the first line's bill that goes away from one end of a sweep to the other.
 *
 * @example sweepSaving([{tier: "flagship", usd: 100}, {tier: "flagship", usd: 55}, {tier: "mid", usd: 9}]) // 0.45
 */
export function sweepSaving(points: readonly Pick<HitPoint, "tier" | "usd">[]): number {
  const line = points.filter(({tier}) => tier === points[0]?.tier);
  return 1 - (line.at(-1)?.usd ?? NaN) / (line[0]?.usd ?? NaN);
}
