/** Writing an answer token by token, with a KV cache and without one. */

import {mixerFlops, mixerPromptFlops} from "./attention-flops.js";
import {headParams, multipliedParams, promptFlops, tokenFlops, type PassFlops} from "./flops.js";
import type {Mixer, ModelSpec} from "./model.js";

/** The same tokens written in two ways. */
export interface Generation {
  /** Every step runs the whole text again */
  readonly naive: PassFlops;
  /** Every step runs the new token only and reads the rest from the cache */
  readonly cached: PassFlops;
}

/**
 * FLOPs of the step that writes the next token of a text of `contextTokens`.
 *
 * Without a cache the text is a prompt again: 2 · P · S and attention over S²/2 pairs. With one:
 * 2 · P and attention over S tokens.
 * Ignores softmax, norms and sampling.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "What about memory?"
 * @example generationStep({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 0, hiddenSize: 1, layerKinds: []}, 10).naive.total // 140000000000
 */
export function generationStep(model: ModelSpec, contextTokens: number): Generation {
  return {
    naive: promptFlops(model, {promptTokens: contextTokens}),
    cached: tokenFlops(model, {contextTokens})
  };
}

/**
 * FLOPs of all steps that write `nTokens` tokens from nothing: the sum of `generationStep`.
 *
 * Without a cache: P · n² for the weights, and attention over n³/6 pairs; with one 2 · P · n and
 * n²/2 pairs. The output head runs once a step in both.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "What about memory?"
 * @example generationFlops({notModelled: ["x"], published: {activeParams: 7e9}, tiedEmbeddings: true, vocabSize: 0, hiddenSize: 1, layerKinds: []}, 3).cached.total // 42000000000
 */
export function generationFlops(model: ModelSpec, nTokens: number): Generation {
  const params = multipliedParams(model);
  const head = headParams(model);
  const runs = (nTokens * (nTokens + 1)) / 2;
  return {
    naive: passFlops(2 * ((params - head) * runs + head * nTokens), model, (mixer) =>
      mixerFlops(mixer, (cap) => pairsOf(mixer)(nTokens, cap), {mlaAbsorbed: false, nTokens: runs})
    ),
    cached: passFlops(2 * params * nTokens, model, (mixer) =>
      mixerPromptFlops(mixer, nTokens, {mlaAbsorbed: true})
    )
  };
}

function passFlops(
  weightFlops: number,
  {layerKinds}: ModelSpec,
  flops: (mixer: Mixer) => number
): PassFlops {
  const attentionFlops = layerKinds.reduce((sum, {count, mixer}) => sum + count * flops(mixer), 0);
  return {weightFlops, attentionFlops, total: weightFlops + attentionFlops};
}

function pairsOf(mixer: Mixer): (nTokens: number, cap: number) => number {
  const isChunked = mixer.kind === "attention" && mixer.window?.kind === "chunked";
  return isChunked ? repeatedChunkedPairs : repeatedPairs;
}

/**
 * Pairs of a token and a token it sees when texts of 1, 2, … n tokens are each run from the start,
 * every token seeing at most `cap`.
 *
 * n(n + 1)(n + 2)/6 up to the cap; the sum of `cappedPairs`.
 *
 * @example repeatedPairs(3, Infinity) // 10
 */
export function repeatedPairs(nTokens: number, cap: number): number {
  const ramp = Math.min(nTokens, cap);
  const beyond = nTokens - ramp;
  const within = (ramp * (ramp + 1) * (ramp + 2)) / 6;
  if (beyond === 0) return within;
  return within + (beyond * cap * (cap + 1)) / 2 + (cap * beyond * (beyond + 1)) / 2;
}

/**
 * Pairs as in `repeatedPairs` when the text is cut into chunks that do not see each other: the sum
 * of `chunkedPairs`.
 *
 * @example repeatedChunkedPairs(3, 2) // 8
 */
export function repeatedChunkedPairs(nTokens: number, chunk: number): number {
  const nChunks = Math.floor(nTokens / chunk);
  const rest = nTokens - nChunks * chunk;
  const fullChunk = (chunk * (chunk + 1)) / 2;
  const growing = nChunks * repeatedPairs(chunk, Infinity) + repeatedPairs(rest, Infinity);
  return growing + fullChunk * ((chunk * nChunks * (nChunks - 1)) / 2 + rest * nChunks);
}
