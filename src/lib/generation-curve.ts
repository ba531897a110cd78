/** Arithmetic of writing against the length of the text, as data for a chart. */

import {generationStep} from "./generation.js";
import type {ModelSpec} from "./model.js";

export interface GenerationPoint {
  readonly line: "no cache" | "no cache, attention" | "KV cache" | "KV cache, attention";
  readonly contextTokens: number;
  /** Arithmetic of the step that writes the next token, FLOP */
  readonly flops: number;
}

/**
 * FLOPs of the next step at texts of 16, 32, … up to `maxTokens`, in all and for attention alone.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "What about memory?"
 * @example generationCurve({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 0, hiddenSize: 1, layerKinds: []}, 32).length // 8
 */
export function generationCurve(model: ModelSpec, maxTokens: number): readonly GenerationPoint[] {
  const nPoints = Math.floor(Math.log2(maxTokens / FIRST)) + 1;
  const contexts = Array.from({length: Math.max(0, nPoints)}, (_, i) => FIRST * 2 ** i);
  return contexts.flatMap((contextTokens): GenerationPoint[] => {
    const {naive, cached} = generationStep(model, contextTokens);
    return [
      {line: "no cache", contextTokens, flops: naive.total},
      {line: "no cache, attention", contextTokens, flops: naive.attentionFlops},
      {line: "KV cache", contextTokens, flops: cached.total},
      {line: "KV cache, attention", contextTokens, flops: cached.attentionFlops}
    ];
  });
}

const FIRST = 16;

/**
 * Text length at which running attention again costs more than running the weights again; Infinity
 * when attention never catches up.
 *
 * The smallest power of two with attention above weights in `generationStep(…).naive`, refined by
 * bisection to whole tokens.
 *
 * @example attentionOvertakesAt({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 0, hiddenSize: 1, layerKinds: []}) // Infinity
 */
export function attentionOvertakesAt(model: ModelSpec): number {
  const isOver = (tokens: number): boolean => {
    const {naive} = generationStep(model, tokens);
    return naive.attentionFlops > naive.weightFlops;
  };
  let high = 1;
  while (!isOver(high)) {
    high *= 2;
    if (high > LONGEST) return Infinity;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isOver(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** No model reads more than this. */
const LONGEST = 2 ** 26;
