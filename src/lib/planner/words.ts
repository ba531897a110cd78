/** Sentences of the page capacity-planner. */

import {
  formatBytes,
  formatCount,
  formatPercent,
  formatSeconds,
  formatTokens,
  formatUsd
} from "../format.js";
import {cardsInWords, shortDtype} from "../names.js";
import type {CardPoint} from "./cards.js";
import type {Fix} from "./fixes.js";
import type {ApiComparison, Band, Plan} from "./plan.js";

/**
 * The live answer: what serves whom, how fast, for how much; or what is missing.
 *
 * @example planAnswer({setup: {gpu: {name: "NVIDIA L4 24GB"}, nGpus: 1, model: {name: "Llama 3.1 8B"}, nReaders: 9, contextTokens: 8192, kvDtype: "bf16"}, memory: {kvBytes: 6e9}, fits: false, maxReaders: 5}) // "An L4 holds 5 readers, not 9, of Llama 3.1 8B at 8,192 tokens with bf16 KV."
 */
export function planAnswer(plan: Plan): string {
  const {setup, maxReaders} = plan;
  const {model, nReaders, contextTokens, kvDtype, weightDtype} = setup;
  const cards = capital(cardsInWords(setup.gpu.name, setup.nGpus));
  const what = `${model.name} at ${formatTokens(contextTokens)} with ${kvDtype} KV`;
  const readers = (count: number) => `${formatCount(count)} ${count === 1 ? "reader" : "readers"}`;
  if (plan.memory.kvBytes <= 0) {
    return `${cards} cannot hold ${model.name} in ${shortDtype(weightDtype)}: ${formatBytes(-plan.memory.kvBytes)} are missing on each card.`;
  }
  if (!plan.fits) {
    const hold =
      maxReaders === 0 ? "not even one reader" : `${readers(maxReaders)}, not ${nReaders},`;
    return `${cards} ${setup.nGpus === 1 ? "holds" : "hold"} ${hold} of ${what}.`;
  }
  return `${cards} ${setup.nGpus === 1 ? "serves" : "serve"} ${readers(nReaders)} of ${what}, a token every ${bandText(plan.tpot)}, for ${formatUsd(plan.usdPerMonth)} a month.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * An estimate with its band.
 *
 * @example bandText({low: 0.01, usual: 0.011, high: 0.012}) // "10 ms to 12 ms"
 */
export function bandText({low, high}: Band): string {
  const [from, to] = [formatSeconds(low), formatSeconds(high)];
  return from === to ? from : `${from} to ${to}`;
}

/**
 * The cheapest change that works, in a sentence.
 *
 * @example fixSentence([]) // "Nothing tried here makes it work."
 */
export function fixSentence(fixes: readonly Fix[]): string {
  const [best] = fixes;
  if (!best?.plan?.isGood) return "Nothing tried here makes it work.";
  const {usdPerMonth} = best.plan;
  if (best.label === "as it is") return `It works as it is, for ${formatUsd(usdPerMonth)} a month.`;
  return `The cheapest way to make it work: ${best.label}, ${formatUsd(usdPerMonth)} a month.`;
}

/**
 * The cards that nobody beats.
 *
 * @example paretoSentence([{gpuName: "H100", nGpus: 1, isGood: true, isBest: true, usdPerMonth: 1418, tpotSeconds: 0.01}]) // "Cheapest in time: an H100 for $1,418 a month, a token every 10 ms."
 */
export function paretoSentence(
  points: readonly Pick<
    CardPoint,
    "gpuName" | "nGpus" | "isGood" | "isBest" | "usdPerMonth" | "tpotSeconds"
  >[]
): string {
  const good = points.filter(({isGood}) => isGood);
  const [cheapest] = good;
  if (!cheapest) return "No card of this list meets the limits.";
  const fastest = good.reduce((a, b) => (b.tpotSeconds < a.tpotSeconds ? b : a));
  const told = ({gpuName, nGpus, usdPerMonth, tpotSeconds}: typeof cheapest) =>
    `${cardsInWords(gpuName, nGpus)} for ${formatUsd(usdPerMonth)} a month, a token every ${formatSeconds(tpotSeconds)}`;
  const rest = fastest === cheapest ? "" : `; fastest: ${told(fastest)}`;
  return `Cheapest in time: ${told(cheapest)}${rest}.`;
}

/**
 * API or own cards, with the load at which they cost the same.
 *
 * @example apiSentence({apiUsdPerMonth: 1000, hostedUsdPerMonth: 1500, breakEvenFraction: 0.75}, "small", 0.5) // "At 50 % of the month, small's API asks $1,000 and the cards $1,500; from 75 % on the cards are cheaper."
 */
export function apiSentence(
  {apiUsdPerMonth, hostedUsdPerMonth, breakEvenFraction}: ApiComparison,
  apiName: string,
  busyFraction: number
): string {
  const turn =
    breakEvenFraction > 1
      ? "the cards never get cheaper, not even writing all the time"
      : `from ${formatPercent(breakEvenFraction)} on the cards are cheaper`;
  return `At ${formatPercent(busyFraction)} of the month, ${apiName}'s API asks ${formatUsd(apiUsdPerMonth)} and the cards ${formatUsd(hostedUsdPerMonth)}; ${turn}.`;
}
