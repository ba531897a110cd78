/** Answers to the tasks of the unit-economics page, worked out on the chapter's workload. */

import {chapterWorkload} from "../cost/chapter-workload.js";
import type {TierChoice} from "../cost/compare.js";
import type {Workload} from "../cost/fleet.js";
import {generationsPerMonth} from "../cost/fleet.js";
import type {HostingOptions} from "../cost/hosting.js";
import {
  fullLoadGenerations,
  generationsPerReplica,
  hostingBill,
  replicaUsd
} from "../cost/hosting.js";
import {leverSavings} from "../cost/levers.js";
import type {PromptOptions, Segment} from "../cost/segments.js";
import {promptHits} from "../cost/segments.js";
import {verdicts} from "../cost/verdict.js";
import {formatPercent} from "../format.js";
import {leverRanking} from "./economics-details.js";
import {verdictSentence} from "./economics-words.js";

/** Rented cards: what the full-load rate of a replica is for a workload, and how it is rented. */
export interface HostingSetUp {
  readonly requestsPerSecond: (workload: Workload) => number;
  readonly rent?: Omit<HostingOptions, "replicaRequestsPerSecond">;
}

/**
 * At which volume self-hosting beats a tier, at the chapter's workload.
 *
 * @example volumeAnswer({tier: "small", name: "x", prices: {inputUsdPerToken: 1e-9, cachedUsdPerToken: 0, outputUsdPerToken: 0, contextTiers: []}}, {requestsPerSecond: () => 0}) // "Cannot serve this with this set-up."
 */
export function volumeAnswer(tier: TierChoice, {requestsPerSecond, rent}: HostingSetUp): string {
  const rate = requestsPerSecond(chapterWorkload);
  const hosting = {...rent, replicaRequestsPerSecond: rate};
  const [verdict] = verdicts(chapterWorkload, {
    tiers: [tier],
    staircase: {
      replicaUsd: replicaUsd(hosting),
      generationsPerReplica: generationsPerReplica(hosting)
    },
    fullLoadGenerations: fullLoadGenerations(hosting),
    weeklyGrowth: 0
  });
  return verdict ? verdictSentence(verdict) : "";
}

/** An agent: long prompts, short answers. */
export const agentWorkload: Workload = {
  ...chapterWorkload,
  inputTokens: 60_000,
  outputTokens: 500
};

/**
 * What each lever saves a month on the flagship for an agent of 60,000 tokens in and 500 out.
 *
 * @example agentAnswer([{tier: "small", name: "x", prices: {inputUsdPerToken: 1e-6, cachedUsdPerToken: 1e-6, outputUsdPerToken: 0, contextTiers: []}}], {requestsPerSecond: () => 1}) // "All self-hosted $252, Hit rate + 10 points $0, Half of the traffic one tier down $0, Output − 30 % $0, Half by batch $0"
 */
export function agentAnswer(
  tiers: readonly TierChoice[],
  {requestsPerSecond, rent}: HostingSetUp
): string {
  const scenario = {
    workload: agentWorkload,
    tier: 0,
    routedFraction: 0,
    batchFraction: 0,
    selfHosted: false
  };
  const hostingUsd = (workload: Workload) =>
    hostingBill(generationsPerMonth(workload), {
      ...rent,
      replicaRequestsPerSecond: requestsPerSecond(workload)
    }).totalUsd;
  const prices = tiers.map((tier) => tier.prices);
  return leverRanking(leverSavings(scenario, {tiers: prices, hostingUsd}));
}

/**
 * What becomes of the hit rate when the segment that one user shares goes first.
 *
 * @example userFirstAnswer([{name: "rules", tokens: 2048, sharedBy: "everyone"}, {name: "me", tokens: 2048, sharedBy: "user"}], {lifetimeSeconds: 300, rates: {everyone: 1e9, template: 0, user: 0}}) // "The hit rate falls from 50 % to 0 %: after the first segment, only the same user's next request shares the prompt."
 */
export function userFirstAnswer(segments: readonly Segment[], options: PromptOptions): string {
  const isUser = ({sharedBy}: Segment) => sharedBy === "user";
  const userFirst = [...segments.filter(isUser), ...segments.filter((s) => !isUser(s))];
  const hits = (order: readonly Segment[]) => formatPercent(promptHits(order, options).hitFraction);
  return `The hit rate falls from ${hits(segments)} to ${hits(userFirst)}: after the first segment, only the same user's next request shares the prompt.`;
}
