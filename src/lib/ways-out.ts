/** Three ways out of moving all weights for one token: fewer bytes, more requests, more tokens a pass. */

import type {WeightDtype} from "./dtype.js";
import type {ModelSpec} from "./model.js";
import {shortDtype} from "./names.js";
import {decodeStep, type DecodeOptions} from "./roofline.js";

/**
 * Tokens that one verifying pass yields on average, the corrected or bonus one included.
 *
 * (1 − α^(γ + 1))/(1 − α) for γ drafted tokens, each accepted with probability α independently.
 *
 * @see https://arxiv.org/abs/2211.17192 equation 1
 * @example tokensPerPass({nDrafted: 4, acceptance: 0.8}) // 3.3616
 */
export function tokensPerPass({
  nDrafted,
  acceptance
}: {
  readonly nDrafted: number;
  readonly acceptance: number;
}): number {
  if (acceptance === 1) return nDrafted + 1;
  return (1 - acceptance ** (nDrafted + 1)) / (1 - acceptance);
}

export interface Speed {
  /** Tokens per second that each reader gets */
  readonly perReader: number;
  /** Tokens per second of all readers together */
  readonly total: number;
  readonly intensity: number;
  /** FLOP/s reached, all cards together; drafted tokens that are thrown away count too */
  readonly flopsPerSecond: number;
  readonly stepSeconds: number;
}

export interface SpeedOptions extends Omit<DecodeOptions, "tokensPerSequence"> {
  /** Tokens drafted for each sequence and verified in the same pass */
  readonly nDrafted?: number;
  /** Probability that a drafted token is kept */
  readonly acceptance?: number;
}

/**
 * Decode speed with drafted tokens verified in each pass.
 *
 * B · E/t with E tokens kept a pass. Ignores the time of drafting, so it is an upper bound.
 *
 * @see https://arxiv.org/abs/2211.17192
 * @example decodeSpeed({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 1000}}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1, mbu: 1, batchSize: 2}).total // 0.454545
 */
export function decodeSpeed(
  model: ModelSpec,
  {nDrafted = 0, acceptance = 0, ...options}: SpeedOptions
): Speed {
  const step = decodeStep(model, {...options, tokensPerSequence: 1 + nDrafted});
  const perReader = tokensPerPass({nDrafted, acceptance}) / step.seconds;
  return {
    perReader,
    total: perReader * (options.batchSize ?? 1),
    intensity: step.intensity,
    flopsPerSecond: step.flopsPerSecond,
    stepSeconds: step.seconds
  };
}

/** What one change does to the same set-up. */
export interface WayOut extends Speed {
  readonly way: "as it is" | "fewer bytes" | "more requests" | "more tokens a pass";
  readonly change: string;
  /** What it costs, with a published figure where there is one */
  readonly price: string;
}

export interface Moves {
  readonly narrowDtype: WeightDtype;
  readonly manyReaders: number;
  readonly nDrafted: number;
}

/** How far the page's buttons move along each way. */
export const MOVES: Moves = {narrowDtype: "int4-g128", manyReaders: 64, nDrafted: 4};

export interface WaysOptions extends DecodeOptions, Moves {
  readonly acceptance: number;
}

/**
 * One reader in the chosen set-up, and what each way out does to it alone.
 *
 * @see https://arxiv.org/abs/2306.00978 table 4 (AWQ), https://arxiv.org/abs/2211.17192 (lossless)
 * @example waysOut({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 1000}}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1, narrowDtype: "int8", manyReaders: 64, nDrafted: 4, acceptance: 0.8}).map(({way}) => way) // ["as it is", "fewer bytes", "more requests", "more tokens a pass"]
 */
export function waysOut(
  model: ModelSpec,
  {narrowDtype, manyReaders, nDrafted, acceptance, ...options}: WaysOptions
): WayOut[] {
  const one = {...options, batchSize: 1};
  const drafts = {nDrafted, acceptance};
  const changes = [
    {way: "as it is", change: `one reader, ${shortDtype(options.weightDtype)}`, set: {}},
    {
      way: "fewer bytes",
      change: `weights in ${shortDtype(narrowDtype)}`,
      set: {weightDtype: narrowDtype}
    },
    {
      way: "more requests",
      change: `${manyReaders} readers in one pass`,
      set: {batchSize: manyReaders}
    },
    {way: "more tokens a pass", change: draftWords(drafts), set: drafts}
  ] as const;
  return changes.map(({way, change, set}) => ({
    way,
    change,
    price: prices[way],
    ...decodeSpeed(model, {...one, ...set})
  }));
}

function draftWords({nDrafted, acceptance}: Pick<WaysOptions, "nDrafted" | "acceptance">): string {
  return `${nDrafted} tokens drafted, ${Math.round(acceptance * 100)} % accepted`;
}

/** AWQ, table 4, Llama-2-70B, 4 bits in groups of 128. */
const prices: Readonly<Record<WayOut["way"], string>> = {
  "as it is": "",
  "fewer bytes": "quality; perplexity of Llama-2-70B rose from 3.32 to 3.41 (AWQ)",
  "more requests": "memory for their caches, and each reader is slower",
  "more tokens a pass": "no quality, but the time of drafting, not counted here"
};
