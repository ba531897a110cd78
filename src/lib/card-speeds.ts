/** The same model on several cards: how fast each reads, and how fast each writes. */

import type {GpuSpec} from "./gpu.js";
import type {ModelSpec} from "./model.js";
import {shortGpuName} from "./names.js";
import {decodeStep, prefillSeconds, type DecodeOptions} from "./roofline.js";

/** Cards that the page sets side by side; all are held against the first. */
export const COMPARED_CARDS: readonly string[] = [
  "h100-sxm",
  "h200",
  "b200",
  "mi300x",
  "a100-sxm-80",
  "l40s",
  "l4"
];

export interface CardSpeed {
  readonly id: string;
  readonly name: string;
  /** Prompt tokens per second of one request */
  readonly prefillTokensPerSecond: number;
  /** Tokens per second that each reader gets */
  readonly decodeTokensPerSecond: number;
}

export interface CardSpeedOptions extends Omit<DecodeOptions, "gpu"> {
  readonly promptTokens: number;
}

/**
 * Reading and writing speed of a model on each card, efficiencies alike; memory is not asked about.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example cardSpeeds({hiddenSize: 2}, [], {weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1, promptTokens: 1}) // []
 */
export function cardSpeeds(
  model: ModelSpec,
  gpus: readonly GpuSpec[],
  {promptTokens, ...options}: CardSpeedOptions
): CardSpeed[] {
  return gpus.map((gpu) => ({
    id: gpu.id,
    name: shortGpuName(gpu.name),
    prefillTokensPerSecond: promptTokens / prefillSeconds(model, {...options, gpu, promptTokens}),
    decodeTokensPerSecond: 1 / decodeStep(model, {...options, gpu}).seconds
  }));
}

/** Speeds as multiples of another card's. */
export interface CardGain extends CardSpeed {
  readonly prefillGain: number;
  readonly decodeGain: number;
}

/**
 * Speeds of cards over the speeds of the one named `baseId`.
 *
 * @throws Error when no card has that id
 * @example cardGains([{id: "a", decodeTokensPerSecond: 2, prefillTokensPerSecond: 3}, {id: "b", decodeTokensPerSecond: 4, prefillTokensPerSecond: 3}], "a").map(({decodeGain}) => decodeGain) // [1, 2]
 */
export function cardGains(cards: readonly CardSpeed[], baseId: string): CardGain[] {
  const base = cards.find(({id}) => id === baseId);
  if (!base) throw new Error(`unknown gpu: ${baseId}`);
  return cards.map((card) => ({
    ...card,
    prefillGain: card.prefillTokensPerSecond / base.prefillTokensPerSecond,
    decodeGain: card.decodeTokensPerSecond / base.decodeTokensPerSecond
  }));
}

/** What a change of cards does to the two phases. */
export type PhaseOutcome = "both get faster" | "only reading" | "only writing" | "neither";

/** All outcomes, as a prediction offers them. */
export const OUTCOMES: readonly PhaseOutcome[] = [
  "both get faster",
  "only reading",
  "only writing",
  "neither"
];

/** A gain under this counts as none. */
const NOTABLE_GAIN = 1.1;

/**
 * Which phases a change from one card to another makes notably (over 10 %) faster.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example phaseOutcome({prefillTokensPerSecond: 1, decodeTokensPerSecond: 1}, {prefillTokensPerSecond: 1, decodeTokensPerSecond: 1.43}) // "only writing"
 */
export function phaseOutcome(
  from: Pick<CardSpeed, "prefillTokensPerSecond" | "decodeTokensPerSecond">,
  to: Pick<CardSpeed, "prefillTokensPerSecond" | "decodeTokensPerSecond">
): PhaseOutcome {
  const reads = to.prefillTokensPerSecond / from.prefillTokensPerSecond > NOTABLE_GAIN;
  const writes = to.decodeTokensPerSecond / from.decodeTokensPerSecond > NOTABLE_GAIN;
  if (reads) return writes ? "both get faster" : "only reading";
  return writes ? "only writing" : "neither";
}
