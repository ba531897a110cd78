/** Where a bill by the token meets a bill by the replica, which climbs in steps. */

import {replicasFor} from "./hosting.js";

/** Self-hosting: every started block of generations rents one more replica. */
export interface Staircase {
  /** One replica for a month, USD */
  readonly replicaUsd: number;
  /** Generations a month that one replica is planned for */
  readonly generationsPerReplica: number;
}

/** A volume at which the cheaper side changes. */
export interface Crossing {
  readonly generations: number;
  readonly usd: number;
  /** Who is cheaper just above it */
  readonly cheaperAbove: "self-hosted" | "api";
}

export interface BreakEven {
  /** false: the API is cheaper at every volume */
  readonly reached: boolean;
  /** Smallest volume a month at which both cost the same; Infinity when never */
  readonly generations: number;
  /** Volume from which on self-hosting is never dearer again; Infinity when never */
  readonly forGoodGenerations: number;
  /** The bill at the first break-even, both sides, USD */
  readonly usd: number;
}

/**
 * A month's self-hosted bill, USD: whole replicas, at least one.
 *
 * @example staircaseUsd(150, {replicaUsd: 1000, generationsPerReplica: 100}) // 2000
 */
export function staircaseUsd(
  generations: number,
  {replicaUsd, generationsPerReplica}: Staircase
): number {
  return replicaUsd * replicasFor(generations, generationsPerReplica);
}

/**
 * The volume at which an API bill reaches the self-hosted one, exactly.
 *
 * On step n the bills are equal at n · F / a (F replica price, a API price of one generation), which
 * lies on the step when F / a ≤ generations a replica: so either on every step or on none.
 * Then the API is still cheaper on the first part of each step until n · F / a passes no step's start.
 *
 * @example breakEven(10, {replicaUsd: 1000, generationsPerReplica: 150}).generations // 100
 */
export function breakEven(usdPerGeneration: number, staircase: Staircase): BreakEven {
  const {replicaUsd, generationsPerReplica} = staircase;
  const stepGenerations = replicaUsd / usdPerGeneration;
  if (!(stepGenerations <= generationsPerReplica))
    return {reached: false, generations: Infinity, forGoodGenerations: Infinity, usd: Infinity};
  const lastStep = lastLosingStep(stepGenerations, generationsPerReplica);
  return {
    reached: true,
    generations: stepGenerations,
    forGoodGenerations: lastStep * stepGenerations,
    usd: usdPerGeneration * stepGenerations
  };
}

/** The last step n with n · step > (n − 1) · perReplica: the API wins at its start. */
function lastLosingStep(stepGenerations: number, perReplica: number): number {
  const steps = perReplica / (perReplica - stepGenerations);
  return Math.max(1, Math.ceil(steps) - 1);
}

/**
 * Every volume up to a limit at which the cheaper side changes, smallest first.
 *
 * Up on step n at n · F / a; down at the end of step n, where one more replica costs more than the
 * API again.
 *
 * @example crossings(10, {staircase: {replicaUsd: 1000, generationsPerReplica: 150}, maxGenerations: 250}).map((c) => c.generations) // [100, 150, 200]
 */
export function crossings(
  usdPerGeneration: number,
  {staircase, maxGenerations}: {readonly staircase: Staircase; readonly maxGenerations: number}
): Crossing[] {
  const {replicaUsd, generationsPerReplica} = staircase;
  const even = breakEven(usdPerGeneration, staircase);
  if (!even.reached) return [];
  const step = even.generations;
  const nSteps = Math.min(
    Math.round(even.forGoodGenerations / step),
    Math.floor(maxGenerations / step),
    MAX_CROSSING_STEPS
  );
  return Array.from({length: nSteps}, (_, i) => i + 1)
    .flatMap((n): Crossing[] => [
      {generations: n * step, usd: n * replicaUsd, cheaperAbove: "self-hosted"},
      {
        generations: n * generationsPerReplica,
        usd: usdPerGeneration * n * generationsPerReplica,
        cheaperAbove: "api"
      }
    ])
    .slice(0, 2 * nSteps - (nSteps * step >= even.forGoodGenerations * (1 - 1e-12) ? 1 : 0))
    .filter((crossing) => crossing.generations <= maxGenerations);
}

/** More steps than a chart can show. */
const MAX_CROSSING_STEPS = 1000;
