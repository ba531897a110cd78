/** Ways to make a setup fit or meet its limits, cheapest first. */

import {formatTokens} from "../format.js";
import {narrowerKv, narrowerWeights} from "./formats.js";
import {planOf, type Plan} from "./plan.js";
import {replicasOf, type PlanSetup} from "./setup.js";

export interface Fix {
  readonly label: string;
  /** The plan with the change, as far as a table shows it; null where the engine refuses it */
  readonly plan: FixedPlan | null;
  /** What the change costs in quality, in words */
  readonly quality: string;
}

export type FixedPlan = Pick<
  Plan,
  "fits" | "isGood" | "verdict" | "maxReaders" | "tpot" | "usdPerMonth"
>;

/** A change with its words. */
type Change = [label: string, change: Partial<PlanSetup>, quality: string];

/**
 * The setup with one thing changed at a time: KV format, weight format, idle cards returned, one
 * more replica, twice the cards to a layer, the longest context that fits. What works comes first,
 * cheapest of all first; what the engine refuses is left out.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example fixesOf({nGpus: 1, tp: 2}).map(({label}) => label) // ["as it is"]
 */
export function fixesOf(setup: PlanSetup): Fix[] {
  const changes: Change[] = [
    ["as it is", {}, "none"],
    ...narrower(setup),
    ...moreCards(setup),
    ...shorterContext(setup)
  ];
  return changes
    .map(([label, change, quality]) => ({label, quality, plan: shownOf({...setup, ...change})}))
    .filter(({label, plan}) => plan !== null || label === "as it is")
    .sort((a, b) => rank(a) - rank(b));
}

function narrower({kvDtype, weightDtype, weightBytes, engine}: PlanSetup): Change[] {
  const kv = narrowerKv(kvDtype, engine);
  const weights = weightBytes === null ? narrowerWeights(weightDtype, engine) : null;
  return [
    ...(kv ? [[`KV cache in ${kv.dtype}`, {kvDtype: kv.dtype}, kv.quality] as Change] : []),
    ...(weights
      ? [[`weights in ${weights.dtype}`, {weightDtype: weights.dtype}, weights.quality] as Change]
      : [])
  ];
}

function moreCards(setup: PlanSetup): Change[] {
  const {tp} = setup;
  const {nReplicas, nIdleGpus} = replicasOf(setup);
  const busy = nReplicas * tp;
  const cards = busy === 1 ? "1 card" : `${busy} cards`;
  return [
    ...(nIdleGpus > 0 && busy > 0
      ? [[`${cards}: none idle`, {nGpus: busy}, "none"] as Change]
      : []),
    [`${busy + tp} cards: one more replica`, {nGpus: busy + tp}, "none"],
    [`${2 * busy} cards, twice as many to a layer`, {nGpus: 2 * busy, tp: 2 * tp}, "none"]
  ];
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
  const {fits, isGood, verdict, maxReaders, tpot, usdPerMonth} = plan;
  return {fits, isGood, verdict, maxReaders, tpot, usdPerMonth};
}

/** Works before works not; then by cost. */
function rank({plan}: Fix): number {
  if (plan === null) return Infinity;
  return plan.usdPerMonth + (plan.isGood ? 0 : plan.fits ? 1e9 : 2e9);
}

function shorterContext(setup: PlanSetup): Change[] {
  const longest = longestContext(setup);
  if (longest === 0 || longest >= setup.contextTokens) return [];
  return [
    [`context of ${formatTokens(longest)}`, {contextTokens: longest}, "longer requests are refused"]
  ];
}

const CONTEXT_STEP = 256;

/** Longest context at which all readers fit and prompt and answer have room; 0 when none does. */
function longestContext(setup: PlanSetup): number {
  const fits = (contextTokens: number) => tryPlan({...setup, contextTokens})?.fits ?? false;
  const needed = setup.promptTokens + setup.outputTokens;
  let [low, high] = [needed, setup.contextTokens];
  if (fits(high)) return high;
  if (!fits(low)) return 0;
  while (high - low > CONTEXT_STEP) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return Math.max(needed, Math.floor(low / CONTEXT_STEP) * CONTEXT_STEP);
}
