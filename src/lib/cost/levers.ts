/** What can be done about a bill, what each step saves now, and what it costs in quality. */

import type {FleetOptions, Workload} from "./fleet.js";
import type {TokenPrices} from "./prices.js";
import {routeDown, routedBill} from "./routing.js";

/** A workload and where it is served. */
export interface Scenario {
  readonly workload: Workload;
  /** Index of the tier that serves it, in the order of `LeverContext.tiers` */
  readonly tier: number;
  /** Share of the generations served one tier down */
  readonly routedFraction: number;
  readonly batchFraction: number;
  readonly selfHosted: boolean;
}

export interface LeverContext {
  /** Prices from the dearest tier to the cheapest */
  readonly tiers: readonly TokenPrices[];
  /** Month's bill of the same workload on rented cards, USD */
  readonly hostingUsd: (workload: Workload) => number;
  readonly options?: Omit<FleetOptions, "batchFraction">;
}

export type LeverId = "hit" | "route" | "output" | "batch" | "self-host";

export interface Lever {
  readonly id: LeverId;
  readonly label: string;
  /** What it costs in quality or speed, with its source; or that no figure is published */
  readonly price: string;
  readonly apply: (scenario: Scenario) => Scenario;
}

/** What a lever does to a bill, USD a month. */
export interface LeverStep {
  readonly id: LeverId;
  readonly label: string;
  readonly price: string;
  readonly beforeUsd: number;
  readonly afterUsd: number;
  /** beforeUsd − afterUsd; below 0 when the lever makes it dearer */
  readonly savedUsd: number;
}

const change = (scenario: Scenario, part: Partial<Workload>): Scenario => ({
  ...scenario,
  workload: {...scenario.workload, ...part}
});

/** The lab's five levers. */
export const levers: readonly Lever[] = [
  {
    id: "hit",
    label: "Hit rate + 10 points",
    price: "same tokens, same answers; the prompt has to be reordered",
    apply: (s) => change(s, {hitFraction: Math.min(1, s.workload.hitFraction + 0.1)})
  },
  {
    id: "route",
    label: "Half of the traffic one tier down",
    price:
      "no published figure for these models; a learned router halved the cost of others without loss (arXiv 2406.18665)",
    apply: (s) => ({...s, routedFraction: s.routedFraction + 0.5 * (1 - s.routedFraction)})
  },
  {
    id: "output",
    label: "Output − 30 %",
    price: "no published figure",
    apply: (s) => change(s, {outputTokens: 0.7 * s.workload.outputTokens})
  },
  {
    id: "batch",
    label: "Half by batch",
    price: "same answers, up to 24 hours later (OpenAI Batch API FAQ)",
    apply: (s) => ({...s, batchFraction: s.batchFraction + 0.5 * (1 - s.batchFraction)})
  },
  {
    id: "self-host",
    label: "All self-hosted",
    price:
      "no published figure for this swap of models; 8-bit KV alone: MMLU 0.4657 → 0.4648 (int8, vLLM PR 1507)",
    apply: (s) => ({...s, selfHosted: true})
  }
];

/**
 * A month's bill of a scenario, USD: the API with routing and batch, or the rented cards.
 *
 * @example scenarioUsd({workload: {}, selfHosted: true}, {tiers: [], hostingUsd: () => 1728}) // 1728
 */
export function scenarioUsd(scenario: Scenario, context: LeverContext): number {
  const {workload, tier, routedFraction, batchFraction, selfHosted} = scenario;
  if (selfHosted) return context.hostingUsd(workload);
  const legs = routeDown(context.tiers, {first: tier, share: routedFraction});
  return routedBill(workload, legs, {...context.options, batchFraction}).totalUsd;
}

/**
 * What each lever alone saves at this scenario, the largest saving first, USD a month.
 *
 * @example leverSavings({workload: {}, selfHosted: true}, {tiers: [], hostingUsd: () => 1728}).length // 5
 */
export function leverSavings(scenario: Scenario, context: LeverContext): LeverStep[] {
  return levers
    .map((lever) => leverStep(lever, {scenario, context}))
    .toSorted((a, b) => b.savedUsd - a.savedUsd);
}

/**
 * Levers one after another, each on what the ones before have left: the steps of a waterfall.
 *
 * @throws Error naming an unknown lever
 * @example leverSequence({workload: {}, selfHosted: false, tier: 0}, {ids: ["self-host"], context: {tiers: [], hostingUsd: () => 1728}})[0].afterUsd // 1728
 */
export function leverSequence(
  scenario: Scenario,
  {ids, context}: {readonly ids: readonly LeverId[]; readonly context: LeverContext}
): LeverStep[] {
  let current = scenario;
  return ids.map((id) => {
    const lever = levers.find((l) => l.id === id);
    if (!lever) throw new Error(`unknown lever: ${id}`);
    const step = leverStep(lever, {scenario: current, context});
    current = lever.apply(current);
    return step;
  });
}

function leverStep(
  {id, label, price, apply}: Lever,
  {scenario, context}: {readonly scenario: Scenario; readonly context: LeverContext}
): LeverStep {
  const beforeUsd = scenarioUsd(scenario, context);
  const afterUsd = scenarioUsd(apply(scenario), context);
  return {id, label, price, beforeUsd, afterUsd, savedUsd: beforeUsd - afterUsd};
}
