/** KV cache against context, and against the number of cards that share it, as data for charts. */

import type {KvDtype, WeightDtype} from "./dtype.js";
import {crossingTokens} from "./fit.js";
import {kvBytes, kvProfile} from "./kv.js";
import type {ModelSpec} from "./model.js";
import {weightBytes} from "./weights.js";

export interface KvPoint {
  /** Name of the model */
  readonly model: string;
  readonly contextTokens: number;
  /** Cache of one sequence, all cards, bytes */
  readonly kvBytes: number;
}

/** Where the cache of one sequence outgrows all weights. */
export interface KvCrossing extends KvPoint {
  readonly weightBytes: number;
}

export interface TpPoint {
  readonly model: string;
  readonly tp: number;
  /** Cache of one sequence on each card, bytes */
  readonly kvBytesPerGpu: number;
  /** The same on all cards of the group */
  readonly totalKvBytes: number;
}

export interface ContextRange {
  readonly minTokens: number;
  readonly maxTokens: number;
}

/** From a page of text to the longest context that models are sold with. */
export const contextRange: ContextRange = {minTokens: 1024, maxTokens: 2 ** 20};

/** From inside every window to where full layers rule. */
export const windowRange: ContextRange = {minTokens: 64, maxTokens: 2 ** 18};

/**
 * Cache bytes of one sequence at contexts evenly spaced in octaves, ends included.
 *
 * @example kvCurve({name: "x", layerKinds: [], layout: []}, "bf16", {minTokens: 1024, maxTokens: 2048}).length // 5
 */
export function kvCurve(
  model: Pick<ModelSpec, "name" | "layerKinds" | "layout">,
  dtype: KvDtype,
  {minTokens, maxTokens}: ContextRange
): readonly KvPoint[] {
  const profile = kvProfile(model, dtype);
  const nSteps = STEPS_PER_OCTAVE * Math.max(1, Math.ceil(Math.log2(maxTokens / minTokens)));
  return Array.from({length: nSteps + 1}, (_, step) => {
    const contextTokens = Math.round(minTokens * (maxTokens / minTokens) ** (step / nSteps));
    return {model: model.name, contextTokens, kvBytes: kvBytes(profile, contextTokens)};
  });
}

const STEPS_PER_OCTAVE = 4;

/**
 * Where one sequence's cache overtakes all weights; null when it never does inside `maxTokens`.
 *
 * @example kvCrossing({name: "x", hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {weightDtype: "bf16", kvDtype: "bf16", maxTokens: 1e6}) // null
 */
export function kvCrossing(
  model: ModelSpec,
  {
    weightDtype,
    kvDtype,
    maxTokens
  }: {
    readonly weightDtype: WeightDtype;
    readonly kvDtype: KvDtype;
    readonly maxTokens: number;
  }
): KvCrossing | null {
  const contextTokens = crossingTokens(model, {weightDtype, kvDtype});
  if (!(contextTokens <= maxTokens)) return null;
  return {
    model: model.name,
    contextTokens,
    kvBytes: kvBytes(kvProfile(model, kvDtype), contextTokens),
    weightBytes: weightBytes(model, weightDtype)
  };
}

/**
 * Cache of one sequence on each card, as more cards share each layer: 1, 2, 4 … 16.
 *
 * Halves while there are KV heads to share out; flat from the first card where there is one
 * latent for all.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/config/model.py get_num_kv_heads
 * @example tpCurve({name: "x", layerKinds: [], layout: []}, {kvDtype: "bf16", contextTokens: 1}).length // 5
 */
export function tpCurve(
  model: Pick<ModelSpec, "name" | "layerKinds" | "layout">,
  {kvDtype, contextTokens}: {readonly kvDtype: KvDtype; readonly contextTokens: number}
): readonly TpPoint[] {
  return TP_DEGREES.map((tp) => {
    const kvBytesPerGpu = kvBytes(kvProfile(model, kvDtype, {tp}), contextTokens);
    return {model: model.name, tp, kvBytesPerGpu, totalKvBytes: tp * kvBytesPerGpu};
  });
}

const TP_DEGREES = [1, 2, 4, 8, 16];
