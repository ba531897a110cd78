/** Ways to make a setup fit or meet its limits, cheapest first. */

import type {KvDtype, WeightDtype} from "../dtype.js";
import {planOf, type Plan} from "./plan.js";
import type {PlanSetup} from "./setup.js";

export interface Fix {
  readonly label: string;
  /** The plan with the change, as far as a table shows it; null where it cannot be */
  readonly plan: FixedPlan | null;
  /** What the change costs in quality, in words */
  readonly quality: string;
}

export interface FixedPlan extends Pick<
  Plan,
  "fits" | "isGood" | "maxReaders" | "tpot" | "usdPerMonth"
> {
  readonly isFirstTokenLate: boolean;
}

const NARROWER_KV: Readonly<Partial<Record<KvDtype, KvDtype>>> = {bf16: "fp8"};
const NARROWER_WEIGHTS: Readonly<Partial<Record<WeightDtype, WeightDtype>>> = {
  fp32: "bf16",
  bf16: "fp8",
  fp16: "fp8",
  fp8: "int4-g128"
};
const QUALITY: Readonly<Record<string, string>> = {
  fp8: "near none; no published figure for this model",
  bf16: "none",
  "int4-g128": "perplexity + 0.1 on LLaMA-2 13B and 70B (AWQ, table 4)"
};

type Change = [label: string, change: Partial<PlanSetup> | null, quality: string];

/**
 * The setup with one thing changed at a time: KV format, weight format, twice the cards, all cards in
 * one group, the longest context that fits. What works comes first, cheapest of all first.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example fixesOf({nGpus: 1, tp: 1, kvDtype: "bf16", weightDtype: "int4-g128", contextTokens: 4096}).map(({label}) => label) // ["as it is", "KV cache in fp8", "2 cards: one more replica", "2 cards, twice as many to a layer"]
 */
export function fixesOf(setup: PlanSetup): Fix[] {
  const {nGpus, tp, kvDtype, weightDtype} = setup;
  const kv = NARROWER_KV[kvDtype];
  const weights = NARROWER_WEIGHTS[weightDtype];
  const changes: Change[] = [
    ["as it is", {}, "none"],
    [`KV cache in ${kv}`, kv ? {kvDtype: kv} : null, QUALITY[kv ?? ""] ?? ""],
    [
      `weights in ${weights}`,
      weights && setup.weightBytes === null ? {weightDtype: weights} : null,
      QUALITY[weights ?? ""] ?? ""
    ],
    [`${nGpus + tp} cards: one more replica`, {nGpus: nGpus + tp}, "none"],
    [`${2 * nGpus} cards, twice as many to a layer`, {nGpus: 2 * nGpus, tp: 2 * tp}, "none"],
    shorterContext(setup)
  ];
  return changes
    .filter((change): change is [string, Partial<PlanSetup>, string] => change[1] !== null)
    .map(([label, change, quality]) => ({label, quality, plan: shownOf({...setup, ...change})}))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The plan of a setup; null where it cannot be.
 *
 * @example tryPlan({nGpus: 1, tp: 2}) // null
 */
export function tryPlan(setup: PlanSetup): Plan | null {
  try {
    return planOf(setup);
  } catch {
    return null;
  }
}

function shownOf(setup: PlanSetup): FixedPlan | null {
  const plan = tryPlan(setup);
  if (plan === null) return null;
  const {fits, isGood, maxReaders, tpot, ttft, usdPerMonth} = plan;
  const isFirstTokenLate = ttft.usual > setup.ttftSeconds;
  return {fits, isGood, maxReaders, tpot, usdPerMonth, isFirstTokenLate};
}

/** Works before works not; then by cost. */
function rank({plan}: Fix): number {
  if (plan === null) return Infinity;
  return plan.usdPerMonth + (plan.isGood ? 0 : plan.fits ? 1e9 : 2e9);
}

function shorterContext(setup: PlanSetup): Change {
  const longest = longestContext(setup);
  const isShorter = longest > 0 && longest < setup.contextTokens;
  return [
    `context of ${longest} tokens`,
    isShorter ? {contextTokens: longest} : null,
    "longer requests are refused"
  ];
}

/** Longest context at which all readers fit; 0 when none does. */
function longestContext(setup: PlanSetup): number {
  const fits = (contextTokens: number) => tryPlan({...setup, contextTokens})?.fits ?? false;
  let [low, high] = [0, setup.contextTokens];
  if (fits(high)) return high;
  while (high - low > 256) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low < 256 ? 0 : Math.floor(low / 256) * 256;
}
