/** Cells of the KV cache as llama.cpp allocates them. */

import type {KvProfile} from "../kv.js";

/** Cells come in multiples of this with flash attention. */
const CELL_STEP = 256;

/** Sequences of one context at most: LLAMA_MAX_SEQ of llama.cpp's src/llama-cparams.h. */
export const MOST_SEQUENCES = 256;

/**
 * Cells for a requested context: padded up.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-context.cpp n_ctx padding
 * @example paddedCells(65535) // 65536
 */
export function paddedCells(nTokens: number, step = CELL_STEP): number {
  return Math.ceil(nTokens / step) * step;
}

export interface WindowCells {
  readonly windowTokens: number;
  /** -ub: tokens of one physical batch */
  readonly nUbatch: number;
  /** Sequences decoded together (slots) */
  readonly nSequences?: number;
  /** One buffer for all sequences (--kv-unified), else one each */
  readonly unified?: boolean;
  /** Cells of the full context: a window never takes more */
  readonly contextCells: number;
}

/**
 * Cells of the layers with a sliding window, all sequences.
 *
 * Unified: min(context, pad(window · sequences + ubatch)); else that for one sequence, each.
 * Ignores --swa-full, which gives every layer the whole context.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache-iswa.cpp
 * @example windowCells({windowTokens: 128, nUbatch: 512, nSequences: 4, contextCells: 65536}) // 1024
 */
export function windowCells({
  windowTokens,
  nUbatch,
  nSequences = 1,
  unified = true,
  contextCells
}: WindowCells): number {
  const shared = unified ? nSequences : 1;
  const cells = Math.min(contextCells, paddedCells(windowTokens * shared + nUbatch));
  return unified ? cells : nSequences * cells;
}

/** Cells of the two caches of a model with windows. */
export interface LlamaCells {
  readonly full: number;
  /** 0 in a model without windows */
  readonly window: number;
}

/**
 * Bytes of "KV self size": the cells of both caches by what a cell takes in the model's layers.
 *
 * cells · bytes a token, full layers and windowed layers; K and V formats may differ.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache.cpp
 * @example llamaCacheBytes({growingBytesPerToken: 10, windows: [{tokens: 4, bytesPerToken: 1}], stateBytes: 7}, {full: 6, window: 4}) // 64
 */
export function llamaCacheBytes(profile: KvProfile, {full, window}: LlamaCells): number {
  const windowBytes = profile.windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, 0);
  return profile.growingBytesPerToken * full + windowBytes * window;
}
