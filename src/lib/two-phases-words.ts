/** The page two-phases in sentences: what each chart shows just now, with its figures. */

import type {TwoPhasesAnswer} from "./answers/two-phases.js";
import type {CardGain} from "./card-speeds.js";
import type {CeilingPicture} from "./ceilings.js";
import {
  formatCount,
  formatPercent,
  formatRate,
  formatRatio,
  formatSeconds,
  formatTokens
} from "./format.js";
import type {PhasePoint} from "./phases.js";
import type {RoofPicture} from "./roof-picture.js";
import type {StepBreakdown} from "./step-shares.js";
import type {Band, Wait} from "./wait.js";

/**
 * What the roofline shows: where both phases stand against the ridge.
 *
 * @example roofSentence({roofline: {ridge: NaN, note: ""}, current: [{phase: "decode", nTokens: 1, intensity: 2, tokensPerSecond: 3, bound: "weights"}, {phase: "prefill", nTokens: 4, intensity: NaN, tokensPerSecond: NaN, bound: "weights"}]}) // "A decode step of 1 does 2 FLOPs for each byte: 3 tokens/s. Reading is not drawn: no peak FLOP/s is published for this card."
 */
export function roofSentence({roofline: {ridge, note}, current}: RoofPicture): string {
  const [decode, prefill] = current;
  const writes = `A decode step of ${formatCount(decode.nTokens)} does ${formatCount(decode.intensity)} FLOPs for each byte`;
  const speed = formatRate(decode.tokensPerSecond, "tokens/s");
  if (Number.isNaN(ridge))
    return `${writes}: ${speed}. Reading is not drawn: no peak FLOP/s is published for this card.`;
  return [
    `${writes}, ${sideOf(decode, ridge)} the ridge of ${formatCount(Math.round(ridge))}: ${speed}.`,
    `Reading ${formatTokens(prefill.nTokens)} does ${formatCount(prefill.intensity)} FLOPs for each byte, ${sideOf(prefill, ridge)} it: ${formatRate(prefill.tokensPerSecond, "tokens/s")}.`,
    note === "" ? "" : `${note}.`
  ]
    .join(" ")
    .trim();
}

function sideOf({intensity}: PhasePoint, ridge: number): string {
  return intensity < ridge
    ? `${formatCount(ridge / intensity)} times short of`
    : `${formatCount(intensity / ridge)} times beyond`;
}

export interface StepWords {
  readonly steps: readonly StepBreakdown[];
  readonly crossing: number;
  readonly contextTokens: number;
}

/**
 * What the step chart shows: its first and last batch, and where multiplying overtakes reading.
 *
 * @example stepSentence({steps: [], crossing: 227.1, contextTokens: 8192}) // "With 8,192 tokens of context each. From 228 readers on multiplying takes longer than reading weights. Dashed: the shorter of the two, hidden behind the longer."
 */
export function stepSentence({steps, crossing, contextTokens}: StepWords): string {
  const [first, last] = [steps[0], steps.at(-1)];
  const ends =
    first && last
      ? `: ${stepWords(first)} for one reader, ${stepWords(last)} for ${formatCount(last.batchSize)}`
      : "";
  const cross =
    crossing === Infinity
      ? "Multiplying never takes longer than reading weights."
      : `From ${formatCount(Math.ceil(crossing))} readers on multiplying takes longer than reading weights.`;
  return `With ${formatTokens(contextTokens)} of context each${ends}. ${cross} Dashed: the shorter of the two, hidden behind the longer.`;
}

function stepWords({seconds, tokensPerSecond}: StepBreakdown): string {
  return `${formatSeconds(seconds)} a step, ${formatRate(tokensPerSecond, "tokens/s")} in all,`;
}

/**
 * What the wait chart shows, the last row in words, with the range over measured efficiencies.
 *
 * @example waitSentence([{seconds: 10, ttftSeconds: 2, tpotSeconds: 0.02}], {low: 8, high: 12}) // "2 s to the first token, then 20 ms a token: 10 s. At the best and the worst efficiency measured, 8 s to 12 s."
 */
export function waitSentence(waits: readonly Wait[], {low, high}: Band): string {
  const wait = waits.at(-1);
  if (!wait) return "";
  return `${formatSeconds(wait.ttftSeconds)} to the first token, then ${formatSeconds(wait.tpotSeconds)} a token: ${formatSeconds(wait.seconds)}. At the best and the worst efficiency measured, ${formatSeconds(low)} to ${formatSeconds(high)}.`;
}

/**
 * What the ceiling chart shows: the chosen model's bounds, and the range of measured MBU.
 *
 * @example ceilingSentence({lines: [{name: "X"}], dots: [], measured: [{mbu: 0.42}, {mbu: 0.69}]}) // "X: . Hollow dots are measured speeds, 42 % to 69 % of what their cards could move."
 */
export function ceilingSentence({dots, measured, lines}: CeilingPicture): string {
  const chosen = dots
    .filter(({isChosen}) => isChosen)
    .map((dot) => `${dot.format} ${formatRate(dot.tokensPerSecond, "tokens/s")}`);
  const shares = measured.map(({mbu}) => mbu);
  return `${lines[0]?.name ?? ""}: ${chosen.join(", ")}. Hollow dots are measured speeds, ${formatPercent(Math.min(...shares))} to ${formatPercent(Math.max(...shares))} of what their cards could move.`;
}

/**
 * What the chart of cards shows: the card whose phases gain most unevenly.
 *
 * @example cardsSentence([{name: "H200", prefillGain: 1, decodeGain: 1.43}]) // "Most uneven: H200 reads 1× and writes 1.43× as fast. Efficiencies alike; memory is not asked about."
 */
export function cardsSentence(cards: readonly CardGain[]): string {
  const spread = ({prefillGain, decodeGain}: CardGain) =>
    Math.abs(Math.log(prefillGain / decodeGain)) || 0;
  const [widest] = [...cards].sort((a, b) => spread(b) - spread(a));
  if (!widest) return "";
  return `Most uneven: ${gainWords(widest)}. Efficiencies alike; memory is not asked about.`;
}

function gainWords({name, prefillGain, decodeGain}: CardGain): string {
  return `${name} reads ${formatRatio(prefillGain)} and writes ${formatRatio(decodeGain)} as fast`;
}

/**
 * Under the prediction: what the second card does to both phases.
 *
 * @example gainSentence({name: "H200", prefillGain: 1, decodeGain: 1.433}, "Llama 3.1 70B") // "With Llama 3.1 70B, H200 reads 1× and writes 1.43× as fast."
 */
export function gainSentence(card: CardGain, modelName: string): string {
  return `With ${modelName}, ${gainWords(card)}.`;
}

export interface TakeawayWords {
  readonly bound: TwoPhasesAnswer;
  /** FLOPs per byte at which slope and roof meet; NaN without a roof */
  readonly ridge: number;
  /** "an H100 SXM5" */
  readonly cards: string;
  /** "Llama 3.1 70B in bf16" */
  readonly what: string;
}

/**
 * The sentence to keep: the bound of writing with its conditions, and how many tokens share a pass.
 *
 * @example takeawayWords({bound: {value: 23.74}, ridge: NaN, cards: "an H100", what: "Llama 3.1 70B in bf16"}) // "One reader gets at most bandwidth ÷ bytes: 23.7 tokens/s for Llama 3.1 70B in bf16 on an H100, batch 1, no cache counted, whatever the card's FLOP/s."
 */
export function takeawayWords({bound, ridge, cards, what}: TakeawayWords): string {
  const writes = `One reader gets at most bandwidth ÷ bytes: ${formatRate(bound.value, "tokens/s")} for ${what} on ${cards}, batch 1, no cache counted, whatever the card's FLOP/s.`;
  if (Number.isNaN(ridge)) return writes;
  return `${writes} Until a pass does about ${formatCount(Math.round(ridge))} FLOPs for each byte, more tokens in it cost almost no time: that is why prompts are read fast, and why requests are batched.`;
}
