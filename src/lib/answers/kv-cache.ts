/** What the kv-cache page answers in one sentence, at any inputs. */

import {weightDtypes, type KvDtype, type WeightDtype} from "../dtype.js";
import type {MemoryFit} from "../fit.js";
import {axisTokens} from "../format/axis.js";
import {formatBytes, formatCount, formatFlops, formatPercent} from "../format.js";
import type {KvCrossing} from "../kv-curve.js";
import {kvBytes, kvProfile} from "../kv.js";
import type {ModelSpec} from "../model.js";
import {weightBytes} from "../weights.js";

export interface KvCacheQuestion {
  readonly model: ModelSpec;
  readonly contextTokens: number;
  readonly kvDtype: KvDtype;
  readonly weightDtype: WeightDtype;
}

export interface KvCacheAnswer {
  readonly text: string;
  /** Cache of one reader, bytes */
  readonly kvBytes: number;
  readonly weightBytes: number;
  /** Cache over weights; NaN where the size of the model is not known */
  readonly ratio: number;
}

/**
 * Cache of one reader beside the weights, with the sentence that says so.
 *
 * @example kvCacheAnswer({model: {name: "X", hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, contextTokens: 1024, kvDtype: "bf16", weightDtype: "bf16"}).ratio // 0
 */
export function kvCacheAnswer(question: KvCacheQuestion): KvCacheAnswer {
  const {model, contextTokens, kvDtype, weightDtype} = question;
  const cache = kvBytes(kvProfile(model, kvDtype), contextTokens);
  const weights = weightBytes(model, weightDtype);
  const holds = `One reader of ${model.name} at ${axisTokens(contextTokens)} holds ${formatBytes(cache)} of keys and values`;
  const text = `${holds}${comparison(cache, weights)}.`;
  return {text, kvBytes: cache, weightBytes: weights, ratio: cache / weights};
}

function comparison(cache: number, weights: number): string {
  if (Number.isNaN(weights)) return "; how large its weights are is not known";
  const size = `${formatBytes(weights)} of weights`;
  if (cache > weights) return `, more than the ${size}`;
  return cache < weights / 100
    ? `, beside ${size}`
    : `, ${formatPercent(cache / weights)} of the ${size}`;
}

/**
 * The verdict on a card in words: fits or not, the longest context, the most readers.
 *
 * @example fitVerdict({fits: false, nReplicas: 0}, {contextTokens: 1, batchSize: 1, maxModelLen: null}) // "Too few cards: tensor parallelism asks for more than there are."
 */
export function fitVerdict(
  fit: MemoryFit,
  {
    contextTokens,
    batchSize,
    maxModelLen
  }: {
    readonly contextTokens: number;
    readonly batchSize: number;
    readonly maxModelLen: number | null;
  }
): string {
  if (fit.nReplicas === 0) return "Too few cards: tensor parallelism asks for more than there are.";
  if (Number.isNaN(fit.weightBytesPerGpu)) return "Not known: the size of the weights.";
  const readers = `${formatCount(batchSize)} ${batchSize === 1 ? "reader" : "readers"}`;
  const at = `at ${axisTokens(contextTokens)}`;
  const most = `the most at this context is ${formatCount(fit.maxReaders)}`;
  if (fit.maxContextTokens < 1)
    return `Does not fit: the weights alone leave no room, ${formatBytes(fit.shortBytes)} short on each card.`;
  const longest = longestContext(fit.maxContextTokens, maxModelLen);
  if (fit.fits)
    return `Fits: ${readers} ${at}, ${formatBytes(fit.freeBytes)} free on each card; ${most}; ${longest}.`;
  return `Does not fit: ${readers} ${at}, ${formatBytes(fit.shortBytes)} short on each card; ${most}; ${longest}.`;
}

function longestContext(tokens: number, maxModelLen: number | null): string {
  if (tokens === Infinity) return "any context fits, the windows are full";
  const text = `the longest context for them is ${formatCount(tokens)} tokens`;
  return maxModelLen !== null && tokens > maxModelLen
    ? `${text}, beyond the model's own ${formatCount(maxModelLen)}`
    : text;
}

/**
 * The longest context that fits, as a figure with its unit.
 *
 * @example longestFigure(122532) // {value: "122,532", unit: "tokens", text: "longest context that fits"}
 */
export function longestFigure(maxContextTokens: number) {
  return maxContextTokens === Infinity
    ? {value: "any", unit: "length", text: "of context fits"}
    : {
        value: formatCount(Math.max(0, maxContextTokens)),
        unit: "tokens",
        text: "longest context that fits"
      };
}

/**
 * Arithmetic of a text without and with a cache, and which part of it grows fastest.
 *
 * @example naiveText({naive: {total: 3e12}, cached: {total: 1e12}}, Infinity) // "3 TFLOP against 1 TFLOP. Re-running the weights costs most at any length."
 */
export function naiveText(
  {
    naive,
    cached
  }: {readonly naive: {readonly total: number}; readonly cached: {readonly total: number}},
  overtakesTokens: number
): string {
  if (Number.isNaN(naive.total)) return "Not known: the size of the weights.";
  const totals = `${formatFlops(naive.total)} against ${formatFlops(cached.total)}.`;
  return overtakesTokens === Infinity
    ? `${totals} Re-running the weights costs most at any length.`
    : `${totals} Re-running the weights costs most until the text has ${formatCount(overtakesTokens)} tokens; from there, re-running attention does.`;
}

/**
 * Where the caches of some models outgrow their weights, in words.
 *
 * @example crossingText([], "bf16") // "No cache of one reader outgrows its model's weights (bf16) on this chart."
 */
export function crossingText(crossings: readonly KvCrossing[], weightDtype: WeightDtype): string {
  const weights = `weights (${weightDtypes[weightDtype].label})`;
  if (crossings.length === 0)
    return `No cache of one reader outgrows its model's ${weights} on this chart.`;
  const places = crossings.map(
    ({model, contextTokens}) => `${model} at ${formatCount(contextTokens)}`
  );
  return `Diamonds: one reader's cache outgrows the model's ${weights}: ${places.join(", ")} tokens.`;
}
