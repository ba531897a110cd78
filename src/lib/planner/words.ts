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
import type {ApiComparison} from "./api.js";
import type {Plan} from "./plan.js";
import type {Refusal} from "./rules.js";
import type {Band} from "./speed.js";

/**
 * The live answer: what serves whom, how fast, for how much; or what is missing.
 *
 * @example planAnswer({setup: {gpu: {name: "NVIDIA L4 24GB"}, nGpus: 1, model: {name: "Llama 3.1 8B"}, nReaders: 9, contextTokens: 8192, kvDtype: "bf16"}, memory: {kvBytes: 6e9}, fits: false, maxReaders: 5}) // "An L4 holds 5 readers, not 9, of Llama 3.1 8B at 8,192 tokens with bf16 KV."
 */
export function planAnswer(plan: Plan): string {
  const {setup, maxReaders} = plan;
  const {model, nReaders, contextTokens, kvDtype, nGpus} = setup;
  const cards = capital(cardsInWords(setup.gpu.name, nGpus));
  const what = `${model.name} at ${formatTokens(contextTokens)} with ${kvDtype} KV`;
  const holds = nGpus === 1 ? "holds" : "hold";
  if (plan.memory.kvBytes <= 0) {
    return `${cards} cannot hold ${model.name} in ${weightsInWords(setup)}: ${formatBytes(-plan.memory.kvBytes)} are missing on each card.`;
  }
  if (!plan.fits) {
    const hold =
      maxReaders === 0 ? "not even one reader" : `${readers(maxReaders)}, not ${nReaders},`;
    return `${cards} ${holds} ${hold} of ${what}.`;
  }
  const rent = `for ${formatUsd(plan.usdPerMonth)} a month`;
  if (!plan.isGood) {
    return `${cards} ${holds} ${readers(nReaders)} of ${what} ${rent}, but ${lateWords(plan)}.`;
  }
  return `${cards} ${nGpus === 1 ? "serves" : "serve"} ${readers(nReaders)} of ${what}, a token every ${bandText(plan.tpot)}, ${rent}.`;
}

function readers(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "reader" : "readers"}`;
}

/** A file has many formats. */
function weightsInWords({weightBytes, weightDtype}: Plan["setup"]): string {
  return weightBytes === null ? shortDtype(weightDtype) : "this file";
}

/** Which limit is missed, by how much. */
function lateWords({verdict, ttft, tpot, setup}: Plan): string {
  const first = `the first token takes ${formatSeconds(ttft.usual)}, not ${formatSeconds(setup.ttftSeconds)}`;
  const next = `a token takes ${formatSeconds(tpot.usual)}, not ${formatSeconds(setup.tpotSeconds)}`;
  if (verdict === "both late") return `${first}, and ${next}`;
  if (verdict === "tokens late") return next;
  if (verdict === "first token late") return first;
  return "no FLOP/s are published for the card, so when the first token comes is unknown";
}

/**
 * A refusal as the page says it.
 *
 * @example refusalSentence({sentence: "more cards share a layer than there are: 4 of 2", repair: null}) // "More cards share a layer than there are: 4 of 2."
 */
export function refusalSentence({sentence}: Refusal): string {
  const isName = /^(vLLM|llama\.cpp)/.test(sentence);
  return `${isName ? sentence : capital(sentence)}.`;
}

/**
 * What a reader should know of a plan that works: cards that idle, a context beyond the model's.
 *
 * @example planWarnings({setup: {engine: "vllm", model: {maxModelLen: null}}, nIdleGpus: 1}) // ["1 card is in no group: it is paid for and idle."]
 */
export function planWarnings({setup, nIdleGpus}: Pick<Plan, "setup" | "nIdleGpus">): string[] {
  const {model, contextTokens} = setup;
  const idle =
    nIdleGpus === 1
      ? "1 card is in no group: it is paid for and idle."
      : `${formatCount(nIdleGpus)} cards are in no group: they are paid for and idle.`;
  const long =
    model.maxModelLen === null || contextTokens <= model.maxModelLen
      ? []
      : [
          `${model.name} is made for ${formatTokens(model.maxModelLen)}: llama.cpp warns, and answers beyond them are worth little.`
        ];
  return [...(nIdleGpus > 0 ? [idle] : []), ...long];
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
  const told = `${best.label}, ${formatUsd(best.plan.usdPerMonth)} a month`;
  const now = fixes.find(({label}) => label === "as it is")?.plan;
  if (!now?.isGood) return `The cheapest way to make it work: ${told}.`;
  const works = `It works as it is, for ${formatUsd(now.usdPerMonth)} a month`;
  return best.label === "as it is" ? `${works}.` : `${works}; cheaper: ${told}.`;
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
  if (Number.isNaN(breakEvenFraction))
    return "No FLOP/s are published for the card, so what reading the prompts takes is unknown: nothing to compare.";
  const turn =
    breakEvenFraction > 1
      ? "the cards never get cheaper, not even writing all the time"
      : `from ${formatPercent(breakEvenFraction)} on the cards are cheaper`;
  return `At ${formatPercent(busyFraction)} of the month, ${apiName}'s API asks ${formatUsd(apiUsdPerMonth)} and the cards ${formatUsd(hostedUsdPerMonth)}; ${turn}.`;
}
