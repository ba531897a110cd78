/** What one layer keeps of a sequence, by the kind of its token mixer. */

import {kvVectorBytes, type KvDtype} from "./dtype.js";
import type {AttentionMixer, CompressedMixer, MlaMixer, Mixer, SparseIndexer} from "./model.js";
import {stateElements} from "./state.js";

export interface LayerKv {
  /** Bytes that every further token adds, without end */
  readonly growingBytesPerToken: number;
  /** Bytes that a token adds while it is among the last windowTokens */
  readonly windowBytesPerToken: number;
  readonly windowTokens: number;
  /** Bytes per sequence, whatever its length */
  readonly stateBytes: number;
}

export interface MixerKvOptions {
  readonly dtype: KvDtype;
  /** Values in another format than keys (llama.cpp -ctk and -ctv) */
  readonly vDtype: KvDtype;
  readonly tp: number;
  /** Keys and values of every query head instead of the latent: engines without MLA */
  readonly mlaExpanded: boolean;
}

const NOTHING: LayerKv = {
  growingBytesPerToken: 0,
  windowBytesPerToken: 0,
  windowTokens: 0,
  stateBytes: 0
};

/** Recurrent states are kept in fp32 by llama.cpp, vLLM and SGLang unless told otherwise. */
const STATE_BYTES_PER_ELEMENT = 4;
/** fp8_ds_mla: one fp32 scale per 128 latent elements; DSA's index keys have the same. */
const SCALE_GROUP = 128;
/** DeepSeek-V4's packed slot: one 1-byte scale per 64 elements, padded to 8 bytes. */
const V4_SCALE_GROUP = 64;
const V4_SCALE_ALIGNMENT = 8;

/**
 * KV heads that one GPU of a tensor-parallel group holds.
 *
 * max(1, ceil(K / tp)): with more GPUs than heads, heads are replicated, never dropped.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/config/model.py get_num_kv_heads
 * @example kvHeadsPerGpu(8, 16) // 1
 */
export function kvHeadsPerGpu(nKvHeads: number, tp: number): number {
  return Math.max(1, Math.ceil(nKvHeads / tp));
}

/**
 * What one layer keeps of a sequence on one GPU of the tensor-parallel group, in bytes.
 *
 * Attention: kv heads · (key vector + value vector); MLA: one latent and one rope key,
 * replicated on every GPU; compressed attention: one vector per ratio tokens beside its window;
 * linear attention and state spaces: a constant.
 * Ignores block rounding and the engines' reserve for tokens in flight.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py
 * @example mixerKv({kind: "none"}, {dtype: "bf16", vDtype: "bf16", tp: 1, mlaExpanded: false}).stateBytes // 0
 */
export function mixerKv(mixer: Mixer, options: MixerKvOptions): LayerKv {
  switch (mixer.kind) {
    case "none":
      return NOTHING;
    case "attention":
      return attentionKv(mixer, options);
    case "mla":
      return mlaKv(mixer, options);
    case "compressed":
      return compressedKv(mixer, options);
    default:
      return {...NOTHING, stateBytes: stateElements(mixer, options.tp) * STATE_BYTES_PER_ELEMENT};
  }
}

function attentionKv(mixer: AttentionMixer, {dtype, vDtype, tp}: MixerKvOptions): LayerKv {
  if (!mixer.ownsKv) return NOTHING;
  const bytes =
    kvHeadsPerGpu(mixer.nKvHeads, tp) *
    (kvVectorBytes(mixer.headDim, dtype) + kvVectorBytes(mixer.vHeadDim, vDtype));
  if (mixer.window === null) return {...NOTHING, growingBytesPerToken: bytes};
  return {...NOTHING, windowBytesPerToken: bytes, windowTokens: mixer.window.tokens};
}

function mlaKv(mixer: MlaMixer, options: MixerKvOptions): LayerKv {
  const bytes = options.mlaExpanded
    ? expandedMlaBytes(mixer, options)
    : latentBytes(mixer, options);
  return {...NOTHING, growingBytesPerToken: bytes + indexKeyBytes(mixer.indexer, options.dtype)};
}

function latentBytes({kvLoraRank, qkRopeHeadDim}: MlaMixer, {dtype}: MixerKvOptions): number {
  if (dtype !== "fp8_ds_mla") return kvVectorBytes(kvLoraRank + qkRopeHeadDim, dtype);
  return kvLoraRank + (kvLoraRank / SCALE_GROUP) * 4 + qkRopeHeadDim * 2;
}

function expandedMlaBytes(mixer: MlaMixer, {dtype, vDtype, tp}: MixerKvOptions): number {
  const key = kvVectorBytes(mixer.qkNopeHeadDim + mixer.qkRopeHeadDim, dtype);
  return kvHeadsPerGpu(mixer.nHeads, tp) * (key + kvVectorBytes(mixer.vHeadDim, vDtype));
}

/**
 * Bytes of the index key that sparse attention caches beside a token or a compressed entry.
 *
 * Two bytes an element in 16 bit; in every quantized cache fp8 with fp32 scales, 132 B for 128.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/models/deepseek_v2.py DeepseekV32IndexerCache
 * @example indexKeyBytes({nHeads: 64, headDim: 128, topK: 2048, ownsCache: true}, "fp8_ds_mla") // 132
 */
export function indexKeyBytes(indexer: SparseIndexer | null, dtype: KvDtype): number {
  if (indexer === null || !indexer.ownsCache) return 0;
  if (dtype === "bf16") return indexer.headDim * 2;
  return indexer.headDim + (indexer.headDim / SCALE_GROUP) * 4;
}

function compressedKv(mixer: CompressedMixer, {dtype}: MixerKvOptions): LayerKv {
  const entry = compressedEntryBytes(mixer, dtype);
  const window = {...NOTHING, windowBytesPerToken: entry, windowTokens: mixer.windowTokens};
  if (mixer.compressRatio === 0) return window;
  const perEntry = entry + indexKeyBytes(mixer.indexer, dtype);
  const stateBytes = compressorElements(mixer) * STATE_BYTES_PER_ELEMENT;
  return {...window, growingBytesPerToken: perEntry / mixer.compressRatio, stateBytes};
}

function compressedEntryBytes({headDim, qkRopeHeadDim}: CompressedMixer, dtype: KvDtype): number {
  if (dtype !== "fp8_ds_mla") return kvVectorBytes(headDim, dtype);
  const nope = headDim - qkRopeHeadDim;
  const scales = Math.ceil(nope / V4_SCALE_GROUP / V4_SCALE_ALIGNMENT) * V4_SCALE_ALIGNMENT;
  return nope + qkRopeHeadDim * 2 + scales;
}

/**
 * Tokens not yet compressed, kept as (value, score) pairs: one block of ratio tokens; with an
 * indexer blocks overlap, so two blocks of twice the width, and the indexer keeps its own.
 */
function compressorElements({headDim, compressRatio, indexer}: CompressedMixer): number {
  if (indexer === null) return compressRatio * 2 * headDim;
  return 2 * compressRatio * 2 * (2 * headDim + 2 * indexer.headDim);
}
