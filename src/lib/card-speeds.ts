/** The same model on several cards: how fast each reads, and how fast each writes. */

import type {GpuSpec} from "./gpu.js";
import type {ModelSpec} from "./model.js";
import {shortGpuName} from "./names.js";
import {decodeStep, prefillSeconds, type DecodeOptions} from "./roofline.js";

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

/** What a change of cards does to the two phases. */
export type PhaseOutcome = "both get faster" | "only reading" | "only writing" | "neither";

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
