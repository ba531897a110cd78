/** Token pools and state slots as SGLang allocates them. */

import {kvVectorBytes, type KvDtype} from "../dtype.js";
import {kvHeadsPerGpu} from "../kv-mixer.js";
import {mixersOf, type LayerPlan} from "../layers.js";
import type {AttentionMixer, MlaMixer} from "../model.js";

export interface SglangPool {
  readonly dtype: KvDtype;
  readonly tp?: number;
  /** "max_total_num_tokens" of the pool */
  readonly nTokens: number;
  /** Tokens of one page; 1 by default */
  readonly pageTokens?: number;
  /** Which layers the pool is for: those that see everything, or those with a window */
  readonly layers?: "full" | "window";
}

/** What SGLang prints as "K size" and "V size", in GiB with the label GB. */
export interface SglangPoolBytes {
  readonly keyBytes: number;
  /** 0 with MLA: one latent serves as both */
  readonly valueBytes: number;
}

/**
 * Bytes of a token pool on one GPU, keys and values apart, with the spare page that SGLang adds.
 *
 * Σ layers · (tokens + page) · heads on the GPU · width · bytes. Ignores indexer keys.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/mem_cache/memory_pool.py
 * @example sglangPoolBytes({layout: [], layerKinds: []}, {dtype: "bf16", nTokens: 1024}).keyBytes // 0
 */
export function sglangPoolBytes(
  model: LayerPlan,
  {dtype, tp = 1, nTokens, pageTokens = 1, layers = "full"}: SglangPool
): SglangPoolBytes {
  const tokens = nTokens + pageTokens;
  const mixers = mixersOf(model).filter((mixer): mixer is AttentionMixer | MlaMixer =>
    layers === "full"
      ? mixer.kind === "mla" || (mixer.kind === "attention" && mixer.window === null)
      : mixer.kind === "attention" && mixer.window !== null
  );
  return {
    keyBytes: tokens * sum(mixers.map((mixer) => keyBytes(mixer, dtype, tp))),
    valueBytes: tokens * sum(mixers.map((mixer) => valueBytes(mixer, dtype, tp)))
  };
}

function keyBytes(mixer: AttentionMixer | MlaMixer, dtype: KvDtype, tp: number): number {
  if (mixer.kind === "mla") return kvVectorBytes(mixer.kvLoraRank + mixer.qkRopeHeadDim, dtype);
  return ownHeads(mixer, tp) * kvVectorBytes(mixer.headDim, dtype);
}

function valueBytes(mixer: AttentionMixer | MlaMixer, dtype: KvDtype, tp: number): number {
  if (mixer.kind === "mla") return 0;
  return ownHeads(mixer, tp) * kvVectorBytes(mixer.vHeadDim, dtype);
}

function ownHeads({nKvHeads, ownsKv}: AttentionMixer, tp: number): number {
  return ownsKv ? kvHeadsPerGpu(nKvHeads, tp) : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
