/** What a token of context takes in SGLang's pools for DeepSeek-V4. */

import {indexKeyBytes, mixerKv} from "../kv-mixer.js";
import {mixersOf, type LayerPlan} from "../layers.js";
import type {CompressedMixer, ModelSpec} from "../model.js";

/** Tokens of the window pool over those of the context: what SGLang sets for these models. */
export const COMPRESSED_WINDOW_RATIO = 0.1;
/** Tokens not yet compressed are kept in fp32, as a value and a score. */
const STATE_BYTES = 4;

/** A model with compressed attention; its draft layers have windows too. */
export type CompressedPlan = LayerPlan & Partial<Pick<ModelSpec, "nMtpLayers">>;

/**
 * Bytes of all pools on one GPU that one token of context takes: bytes_per_full_token.
 *
 * Σ layers r · 584 + 584 / ratio + 132 / 4 + r · ring / window · state, with r window tokens a token
 * of context and rings of 8 tokens (ratio 4) or 128. From the first versions; later ones reckon the
 * states of ratio 128 by requests. Every GPU of a tensor-parallel group holds all of it.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/pool_configurator.py DSV4PoolConfigurator
 * @example compressedTokenBytes({layout: [0], layerKinds: [{mixer: {kind: "compressed", headDim: 512, qkRopeHeadDim: 64, windowTokens: 128, compressRatio: 0, indexer: null}}]}, 0.125) // 73
 */
export function compressedTokenBytes(
  model: CompressedPlan,
  windowRatio = COMPRESSED_WINDOW_RATIO
): number {
  const mixers = mixersOf(model).filter(({kind}) => kind === "compressed") as CompressedMixer[];
  const drafts = mixers.slice(0, model.nMtpLayers ?? 0);
  const layers = mixers.map((mixer) => layerBytes(mixer, windowRatio));
  const windows = drafts.map((mixer) => windowRatio * entryBytes(mixer));
  return [...layers, ...windows].reduce((sum, bytes) => sum + bytes, 0);
}

function layerBytes(mixer: CompressedMixer, windowRatio: number): number {
  const {compressRatio, indexer, headDim, windowTokens} = mixer;
  const entry = entryBytes(mixer);
  if (compressRatio === 0) return windowRatio * entry;
  const key = indexer === null ? 0 : indexKeyBytes(indexer, "fp8_ds_mla");
  const nOverlapping = indexer === null ? 1 : 2;
  const width = headDim + (indexer?.headDim ?? 0);
  const ringTokens = nOverlapping * compressRatio;
  const state = 2 * nOverlapping * width * STATE_BYTES;
  const waiting = (windowRatio * ringTokens * state) / windowTokens;
  return windowRatio * entry + (entry + key) / compressRatio + waiting;
}

/** 584 B in DeepSeek-V4: 448 fp8 elements, 64 of rope in bf16, scales. */
function entryBytes(mixer: CompressedMixer): number {
  const format = {dtype: "fp8_ds_mla", vDtype: "fp8_ds_mla", tp: 1, mlaExpanded: false} as const;
  return mixerKv(mixer, format).windowBytesPerToken;
}
