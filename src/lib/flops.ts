/** Arithmetic of a forward pass: weights, and attention on what came before. */

import {mixerFlopsPerToken, mixerPromptFlops, type MlaForm} from "./attention-flops.js";
import type {ModelSpec} from "./model.js";
import {activeParams, paramCount} from "./params.js";

/** FLOPs split by what they multiply: weights, and cached keys, values and states. */
export interface PassFlops {
  readonly weightFlops: number;
  readonly attentionFlops: number;
  readonly total: number;
}

/**
 * Parameters that every token is multiplied with: the active ones, output head in, input lookup out.
 *
 * Falls back to the published active count where a part is not modelled; NaN when there is none.
 * Counts the few vectors (norms, biases) as if they were matrices, under 0.01 %.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example multipliedParams({notModelled: ["x"], published: {activeParams: 13e9}, tiedEmbeddings: false, vocabSize: 1e5, hiddenSize: 4000}) // 12600000000
 */
export function multipliedParams(model: ModelSpec): number {
  if (model.notModelled.length === 0) return paramCount(model).activeWithoutEmbedding;
  const lookup = model.tiedEmbeddings ? 0 : headParams(model);
  return activeParams(model).value - lookup;
}

/**
 * Parameters of the output head, tied or not.
 *
 * V · D.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example headParams({vocabSize: 128256, hiddenSize: 8192}) // 1050673152
 */
export function headParams({
  vocabSize,
  hiddenSize
}: Pick<ModelSpec, "vocabSize" | "hiddenSize">): number {
  return vocabSize * hiddenSize;
}

/**
 * FLOPs of one new token that sees `contextTokens`, by part.
 *
 * 2 · P for the weights (one multiply and one add for each parameter that the token passes) and
 * 4 · L · N · H · S for attention, each layer by its own kind.
 * Ignores softmax, norms and sampling.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example tokenFlops({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, layerKinds: []}, {contextTokens: 10}).total // 14000000000
 */
export function tokenFlops(
  model: ModelSpec,
  {contextTokens, ...form}: {readonly contextTokens: number} & MlaForm
): PassFlops {
  const weightFlops = 2 * multipliedParams(model);
  const attentionFlops = sumOverLayers(model, (mixer) =>
    mixerFlopsPerToken(mixer, contextTokens, form)
  );
  return {weightFlops, attentionFlops, total: weightFlops + attentionFlops};
}

/**
 * FLOPs of one new token that sees `contextTokens`: tokenFlops in one number.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example flopsPerToken({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, layerKinds: []}, {contextTokens: 10}) // 14000000000
 */
export function flopsPerToken(
  model: ModelSpec,
  options: {readonly contextTokens: number} & MlaForm
): number {
  return tokenFlops(model, options).total;
}

/**
 * FLOPs to read a prompt, by part.
 *
 * 2 · (P − V·D) · S + 2 · V · D: the output head runs for the last token only; attention is causal,
 * half of 4 · L · N · H · S², less inside windows.
 * Ignores prefix caches, softmax and norms.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "prefill"
 * @example promptFlops({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 1, hiddenSize: 1, layerKinds: []}, {promptTokens: 1}).total // 14000000000
 */
export function promptFlops(
  model: ModelSpec,
  {promptTokens, ...form}: {readonly promptTokens: number} & MlaForm
): PassFlops {
  const head = headParams(model);
  const weightFlops = 2 * ((multipliedParams(model) - head) * promptTokens + head);
  const attentionFlops = sumOverLayers(model, (mixer) =>
    mixerPromptFlops(mixer, promptTokens, form)
  );
  return {weightFlops, attentionFlops, total: weightFlops + attentionFlops};
}

/**
 * FLOPs to read a prompt: promptFlops in one number.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "prefill"
 * @example prefillFlops({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 1, hiddenSize: 1, layerKinds: []}, {promptTokens: 1}) // 14000000000
 */
export function prefillFlops(
  model: ModelSpec,
  options: {readonly promptTokens: number} & MlaForm
): number {
  return promptFlops(model, options).total;
}

function sumOverLayers(
  {layerKinds}: ModelSpec,
  flops: (mixer: ModelSpec["layerKinds"][number]["mixer"]) => number
): number {
  return layerKinds.reduce((sum, {count, mixer}) => sum + count * flops(mixer), 0);
}
