/** What a decode step reads of one sequence's cache; less or more than what the cache holds. */

import type {KvDtype} from "./dtype.js";
import {mixerKv, type LayerKv, type MixerKvOptions} from "./kv-mixer.js";
import type {Mixer, ModelSpec} from "./model.js";

export interface KvReadOptions {
  readonly contextTokens: number;
  /** GPUs that share each layer */
  readonly tp?: number;
}

/**
 * Bytes that one decode step reads of one sequence's cache on one GPU, all layers.
 *
 * As kvBytes, but: a layer that shares an earlier layer's cache reads it too; sparse attention reads
 * the topK tokens it picks and all of its index keys; a state is read and written.
 * Ignores the write of the new token (one part in S) and block rounding.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "attention"
 * @example kvReadBytes({layerKinds: []}, "bf16", {contextTokens: 1024}) // 0
 */
export function kvReadBytes(
  model: Pick<ModelSpec, "layerKinds">,
  dtype: KvDtype,
  {contextTokens, tp = 1}: KvReadOptions
): number {
  const options = {dtype, vDtype: dtype, tp, mlaExpanded: false};
  return model.layerKinds.reduce(
    (sum, {count, mixer}) => sum + count * mixerReadBytes(mixer, contextTokens, options),
    0
  );
}

function mixerReadBytes(mixer: Mixer, contextTokens: number, options: MixerKvOptions): number {
  const stored = mixerKv(mixer, options);
  const picked = mixerKv(withoutIndexer(asOwner(mixer)), options);
  const indexBytesPerToken =
    "indexer" in mixer ? stored.growingBytesPerToken - picked.growingBytesPerToken : 0;
  return (
    indexBytesPerToken * contextTokens +
    picked.growingBytesPerToken * Math.min(contextTokens, pickedTokens(mixer)) +
    windowBytes(picked, contextTokens) +
    2 * stored.stateBytes
  );
}

function windowBytes({windowBytesPerToken, windowTokens}: LayerKv, contextTokens: number): number {
  return windowBytesPerToken * Math.min(contextTokens, windowTokens);
}

/** Context that sparse attention reads in full, tokens; Infinity where all of it is read. */
function pickedTokens(mixer: Mixer): number {
  if (!("indexer" in mixer) || mixer.indexer === null) return Infinity;
  return mixer.indexer.topK * (mixer.kind === "compressed" ? mixer.compressRatio : 1);
}

function asOwner(mixer: Mixer): Mixer {
  return mixer.kind === "attention" ? {...mixer, ownsKv: true} : mixer;
}

function withoutIndexer(mixer: Mixer): Mixer {
  return mixer.kind === "mla" || mixer.kind === "compressed" ? {...mixer, indexer: null} : mixer;
}
