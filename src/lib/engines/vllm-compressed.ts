/** Pools of DeepSeek-V4 in vLLM: windows, compressed entries, index keys and what is not yet compressed. */

import type {KvDtype} from "../dtype.js";
import {indexKeyBytes, mixerKv} from "../kv-mixer.js";
import {mixersOf, type LayerPlan} from "../layers.js";
import type {CompressedMixer, Mixer} from "../model.js";

/** One cache of one layer: a layer has up to five. */
export interface CompressedCache {
  readonly layer: number;
  /** What grows with the context, or what looks back over a few tokens */
  readonly kind: "mla" | "sliding";
  /** Tokens of the context that a page covers */
  readonly blockTokens: number;
  readonly windowTokens: number | null;
  /** Bytes of a page, aligned */
  readonly pageBytes: number;
}

/** Tokens of the context in a block of compressed entries: the kernels take no other. */
const BLOCK_TOKENS = 256;
/** Tokens in a block of the window, so that its page is as large as one of ratio 4. */
const WINDOW_BLOCK_TOKENS = 64;
/** FlashMLA's pages are whole multiples of this many bytes. */
const ALIGNMENT = 576;
/** Tokens not yet compressed are kept in fp32, as a value and a score. */
const STATE_BYTES = 4;

/**
 * All caches of a model with compressed attention, layer by layer.
 *
 * A page holds 64 window tokens of 584 B, 256 / ratio compressed entries of 584 B, as many index
 * keys of 132 B, or 4 (ratio 4) or 8 (ratio 128) tokens that wait for compression; each rounded up
 * to 576 B. Ignores the FP4 index cache and the draft layer.
 *
 * @throws Error for a cache that is not FP8, or another kind of layer beside
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/models/deepseek_v4/compressor.py
 * @example compressedCaches({layout: [], layerKinds: []}, "fp8") // []
 */
export function compressedCaches(model: LayerPlan, dtype: KvDtype): CompressedCache[] {
  if (dtype !== "fp8" && dtype !== "fp8_ds_mla") {
    throw new Error(`vLLM keeps compressed attention in FP8 only, not in ${dtype}`);
  }
  return mixersOf(model).flatMap((mixer, layer) => cachesOf(mixer, layer));
}

function cachesOf(mixer: Mixer, layer: number): CompressedCache[] {
  if (mixer.kind !== "compressed") {
    throw new Error(`compressed attention beside ${mixer.kind} layers is not modelled`);
  }
  const {windowTokens, compressRatio, headDim, indexer} = mixer;
  const window = sliding(layer, {
    blockTokens: WINDOW_BLOCK_TOKENS,
    windowTokens,
    tokenBytes: entryBytes(mixer)
  });
  if (compressRatio === 0) return [window];
  const entries = growing(layer, compressRatio, entryBytes(mixer));
  const waiting = waitingTokens(layer, compressRatio, headDim);
  if (indexer === null) return [window, entries, waiting];
  const keys = growing(layer, compressRatio, indexKeyBytes(indexer, "fp8_ds_mla"));
  return [window, entries, waiting, keys, waitingTokens(layer, compressRatio, indexer.headDim)];
}

/** 584 B in DeepSeek-V4: 448 fp8 elements, 64 of rope in bf16, scales. */
function entryBytes(mixer: CompressedMixer): number {
  const format = {dtype: "fp8_ds_mla", vDtype: "fp8_ds_mla", tp: 1, mlaExpanded: false} as const;
  return mixerKv(mixer, format).windowBytesPerToken;
}

function growing(layer: number, ratio: number, bytes: number): CompressedCache {
  const pageBytes = aligned((BLOCK_TOKENS / ratio) * bytes);
  return {layer, kind: "mla", blockTokens: BLOCK_TOKENS, windowTokens: null, pageBytes};
}

/** Ratio 4 compresses overlapping blocks: two at a time, and two vectors of each kind a token. */
function waitingTokens(layer: number, ratio: number, headDim: number): CompressedCache {
  const nOverlapping = ratio === 4 ? 2 : 1;
  return sliding(layer, {
    blockTokens: ratio === 4 ? 4 : 8,
    windowTokens: nOverlapping * ratio,
    tokenBytes: 2 * nOverlapping * headDim * STATE_BYTES
  });
}

interface SlidingCache {
  readonly blockTokens: number;
  readonly windowTokens: number;
  readonly tokenBytes: number;
}

function sliding(layer: number, {tokenBytes, ...cache}: SlidingCache): CompressedCache {
  return {layer, kind: "sliding", ...cache, pageBytes: aligned(cache.blockTokens * tokenBytes)};
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
