/** Self-hosting against each tier: who is cheaper now, and where that changes. */

import type {Staircase} from "./break-even.js";
import {breakEven, staircaseUsd} from "./break-even.js";
import type {CompareOptions, TierChoice} from "./compare.js";
import {usdPerGeneration} from "./compare.js";
import type {Workload} from "./fleet.js";
import {generationsPerMonth} from "./fleet.js";
import {dailyUsersAt, remixRateAt, weeksUntil} from "./growth.js";
import type {Tier} from "./price-file.js";

export interface Verdict {
  readonly tier: Tier;
  readonly name: string;
  /** API bill − self-hosted bill now, USD a month: above 0 self-hosting is cheaper */
  readonly savedUsd: number;
  /** One generation by the API, USD */
  readonly apiUsdPerGeneration: number;
  /** One generation on a replica as full as it is planned, USD */
  readonly hostedUsdPerGeneration: number;
  /** Smallest volume a month at which both cost the same; Infinity when never */
  readonly generations: number;
  /** Volume from which on self-hosting is never dearer again */
  readonly forGoodGenerations: number;
  readonly dailyUsers: number;
  readonly remixRate: number;
  /** Load of the one replica at that volume, mean over its full load */
  readonly usedFraction: number;
  /** Weeks of growth of the remix rate until then; Infinity when never */
  readonly weeks: number;
}

export interface VerdictOptions {
  readonly tiers: readonly TierChoice[];
  readonly options?: CompareOptions;
  readonly staircase: Staircase;
  /** Generations that one replica answers at full load, all month */
  readonly fullLoadGenerations: number;
  readonly weeklyGrowth: number;
}

/**
 * Break-even of self-hosting with each tier, in every unit that a team watches.
 *
 * @example verdicts({dailyUsers: 1000, remixRate: 0.1, pgcRate: 0, inputTokens: 1, outputTokens: 0, hitFraction: 0}, {tiers: [{tier: "small", name: "x", prices: {inputUsdPerToken: 0.001, cachedUsdPerToken: 0, outputUsdPerToken: 0, contextTiers: []}}], staircase: {replicaUsd: 9, generationsPerReplica: 10000}, fullLoadGenerations: 20000, weeklyGrowth: 0.5})[0].usedFraction // 0.45
 */
export function verdicts(workload: Workload, verdictOptions: VerdictOptions): Verdict[] {
  const {tiers, options, staircase} = verdictOptions;
  const now = generationsPerMonth(workload);
  const hostedUsd = staircaseUsd(now, staircase);
  const prices = usdPerGeneration(workload, tiers, options);
  return tiers.map(({tier, name}, i) => {
    const apiUsdPerGeneration = prices[i] ?? NaN;
    const {generations, forGoodGenerations} = breakEven(apiUsdPerGeneration, staircase);
    const remixRate = remixRateAt(generations, workload);
    return {
      ...{tier, name, apiUsdPerGeneration, generations, forGoodGenerations, remixRate},
      savedUsd: apiUsdPerGeneration * now - hostedUsd,
      hostedUsdPerGeneration: staircase.replicaUsd / staircase.generationsPerReplica,
      dailyUsers: dailyUsersAt(generations, workload),
      usedFraction: generations / verdictOptions.fullLoadGenerations,
      weeks: weeksUntil({
        from: workload.remixRate,
        to: remixRate,
        weeklyGrowth: verdictOptions.weeklyGrowth
      })
    };
  });
}
