/** Bills along the remix rate, and where the staircase of replicas crosses them. */

import type {Staircase} from "./break-even.js";
import {crossings} from "./break-even.js";
import type {CompareOptions, TierChoice} from "./compare.js";
import {usdPerGeneration} from "./compare.js";
import type {Workload} from "./fleet.js";
import {generationsPerMonth} from "./fleet.js";
import {dailyUsersAt, remixRateAt, weeksUntil} from "./growth.js";
import {replicasFor} from "./hosting.js";
import type {Tier} from "./price-file.js";

export interface RemixPoint {
  readonly tier: Tier | "self-hosted";
  readonly name: string;
  readonly remixRate: number;
  readonly generations: number;
  readonly usd: number;
}

/** The chart's ends: 1 in 1,000 to 1 in 3. */
export const remixRange = {from: 1 / 1000, to: 1 / 3} as const;

export interface RemixOptions {
  readonly tiers: readonly TierChoice[];
  readonly options?: CompareOptions;
  readonly staircase: Staircase;
  readonly hostedName: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The month's bill along the remix rate from `from` to `to`: API tiers at points evenly spaced on a
 * log axis, self-hosting at the two ends of each step.
 *
 * @example remixSweep({dailyUsers: 1000, remixRate: 0.1, pgcRate: 0}, {tiers: [], staircase: {replicaUsd: 9, generationsPerReplica: 4500}, hostedName: "8B", from: 0.1, to: 0.2}).map((p) => p.usd) // [9, 9, 18, 18]
 */
export function remixSweep(workload: Workload, options: RemixOptions): RemixPoint[] {
  const {tiers, from, to} = options;
  const prices = usdPerGeneration(workload, tiers, options.options);
  const rates = logSpaced(from, to);
  const api = tiers.flatMap(({tier, name}, i) =>
    rates.map((remixRate) => {
      const generations = generationsPerMonth({...workload, remixRate});
      return {tier, name, remixRate, generations, usd: generations * (prices[i] ?? NaN)};
    })
  );
  return [...api, ...staircasePoints(workload, options)];
}

const N_POINTS = 25;

function logSpaced(from: number, to: number): number[] {
  return Array.from({length: N_POINTS}, (_, i) => from * (to / from) ** (i / (N_POINTS - 1)));
}

/** More steps than this are drawn as a line: they are closer than a pixel. */
const MAX_STEPS = 400;

function staircasePoints(
  workload: Workload,
  {staircase, hostedName, from, to}: RemixOptions
): RemixPoint[] {
  const {replicaUsd, generationsPerReplica: perReplica} = staircase;
  const at = (remixRate: number) => generationsPerMonth({...workload, remixRate});
  const [first, last] = [replicasFor(at(from), perReplica), replicasFor(at(to), perReplica)];
  if (!Number.isFinite(last)) return [];
  const stride = Math.max(1, Math.ceil((last - first) / MAX_STEPS));
  const steps = Array.from(
    {length: Math.floor((last - first) / stride) + 1},
    (_, i) => first + i * stride
  );
  return steps.flatMap((replicas) => {
    const start = Math.max(at(from), (replicas - 1) * perReplica);
    const end = Math.min(at(to), replicas * perReplica);
    return [start, end].map((generations) => ({
      tier: "self-hosted" as const,
      name: hostedName,
      remixRate: remixRateAt(generations, workload),
      generations,
      usd: replicas * replicaUsd
    }));
  });
}

/** A volume at which self-hosting becomes cheaper or dearer than a tier. */
export interface CrossingRow {
  readonly tier: Tier;
  readonly name: string;
  readonly remixRate: number;
  readonly dailyUsers: number;
  readonly generations: number;
  readonly usd: number;
  readonly cheaperAbove: "self-hosted" | "api";
  /** Weeks of growth of the remix rate from today's; Infinity when it never gets there */
  readonly weeks: number;
}

/**
 * Where the staircase meets the line of each tier, at remix rates from `from` to `to`.
 *
 * @example crossingRows({dailyUsers: 1000, remixRate: 0.1, pgcRate: 0, inputTokens: 1, outputTokens: 0, hitFraction: 0}, {tiers: [{tier: "small", name: "x", prices: {inputUsdPerToken: 0.001, cachedUsdPerToken: 0, outputUsdPerToken: 0, contextTiers: []}}], staircase: {replicaUsd: 9, generationsPerReplica: 1e6}, from: 0.01, to: 1, weeklyGrowth: 0.5})[0].remixRate // 0.3
 */
export function crossingRows(
  workload: Workload,
  {
    tiers,
    options,
    staircase,
    from,
    to,
    weeklyGrowth
  }: Omit<RemixOptions, "hostedName"> & {readonly weeklyGrowth: number}
): CrossingRow[] {
  const prices = usdPerGeneration(workload, tiers, options);
  const at = (remixRate: number) => generationsPerMonth({...workload, remixRate});
  return tiers.flatMap(({tier, name}, i) =>
    crossings(prices[i] ?? NaN, {staircase, maxGenerations: at(to)})
      .filter(({generations}) => generations >= at(from))
      .map((crossing) => {
        const remixRate = remixRateAt(crossing.generations, workload);
        return {
          ...crossing,
          ...{tier, name, remixRate},
          dailyUsers: dailyUsersAt(crossing.generations, workload),
          weeks: weeksUntil({from: workload.remixRate, to: remixRate, weeklyGrowth})
        };
      })
  );
}
