import type {
  AttentionMixer,
  AttentionWindow,
  CompressedMixer,
  MlaMixer,
  Mixer,
  SparseIndexer
} from "../model.js";
import type {HfFamily} from "./families.js";
import {count, countOrZero, field, flag, list, requiredCount, type HfConfig} from "./fields.js";
import type {LayerRole} from "./layout.js";

/** One layer of a config, with what its family adds. */
export interface LayerContext {
  readonly config: HfConfig;
  readonly family: HfFamily;
  readonly nLayers: number;
  readonly index: number;
  readonly role: LayerRole;
}

/**
 * The attention mixer of one layer: compressed with `compress_ratios`, latent with `kv_lora_rank`,
 * else plain attention with as many KV heads as the config says.
 *
 * @throws when a field is missing or heads do not divide
 * @example hfAttention({config: {kv_lora_rank: 512, qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128, num_attention_heads: 16}}).kind // "mla"
 */
export function hfAttention(layer: LayerContext): Mixer {
  const {config, nLayers} = layer;
  const ratios = list(config, "compress_ratios", nLayers);
  if (ratios) return compressedMixer(config, ratios[layer.index]);
  return field(config, "kv_lora_rank") === undefined ? plainMixer(layer) : mlaMixer(layer);
}

function plainMixer(layer: LayerContext): AttentionMixer {
  const {config, family, role} = layer;
  const isFull = role !== "sliding";
  const qkvBias = flag(config, "attention_bias", family.qkvBias);
  return {
    kind: "attention",
    ...heads(layer),
    window: attentionWindow(layer),
    ownsKv: !sharesKv(layer),
    qkvBias,
    outputBias: family.outputBias === "yes" || (family.outputBias === "as-qkv" && qkvBias),
    qkNorm: qkNorm(layer),
    sinks: family.sinks === "all" || (family.sinks === "sliding" && !isFull),
    sharedKvProjection: isFull && flag(config, "attention_k_eq_v", false),
    outputGate: flag(config, "attn_output_gate", family.outputGate)
  };
}

/** GLM, MiniMax and Cohere switch their norms by use_qk_norm; Llama 4's have no weight. */
function qkNorm({config, family}: LayerContext): HfFamily["qkNorm"] {
  const modelType = field(config, "model_type");
  if (modelType === "llama4_text") return "none";
  if (modelType === "cohere") return flag(config, "use_qk_norm", false) ? "per-head" : "none";
  const fallback = family.qkNorm !== "none";
  if (!flag(config, "use_qk_norm", fallback)) return "none";
  return family.qkNorm === "none" ? "head" : family.qkNorm;
}

/** Heads of one layer; sliding and global layers may differ (MiMo, Gemma 4). */
function heads({config, role}: LayerContext) {
  const prefix = role === "sliding" ? "swa_" : "global_";
  const nHeads = count(config, `${prefix}num_attention_heads`) ?? queryHeads(config);
  const nKvHeads = kvHeads(config, role) ?? nHeads;
  const own = count(config, "head_dim", "attention_head_dim", "kv_channels");
  const headDim = count(config, `${prefix}head_dim`) ?? own ?? impliedHeadDim(config);
  const vHeadDim =
    count(config, `${prefix}v_head_dim`) ??
    (count(config, `${prefix}head_dim`) === null ? count(config, "v_head_dim") : null) ??
    headDim;
  if (nHeads % nKvHeads !== 0) {
    throw new RangeError(`nHeads not divisible by nKvHeads: ${nHeads}, ${nKvHeads}`);
  }
  return {nHeads, nKvHeads, headDim, vHeadDim};
}

function queryHeads(config: HfConfig): number {
  return requiredCount(config, "num_attention_heads", "n_head");
}

/** Falcon says one KV head by multi_query unless its newer layout counts them. */
function kvHeads(config: HfConfig, role: LayerRole): number | null {
  const special =
    role === "sliding"
      ? count(config, "swa_num_key_value_heads")
      : count(config, "num_global_key_value_heads");
  if (special !== null) return special;
  const isOldFalcon =
    field(config, "model_type") === "falcon" && !flag(config, "new_decoder_architecture", false);
  if (isOldFalcon) return flag(config, "multi_query", true) ? 1 : null;
  return count(config, "num_key_value_heads", "num_kv_heads");
}

/** Hugging Face's own default: hidden_size / num_attention_heads. */
function impliedHeadDim(config: HfConfig): number {
  const hiddenSize = requiredCount(config, "hidden_size", "n_embd");
  const nHeads = queryHeads(config);
  if (hiddenSize % nHeads === 0) return hiddenSize / nHeads;
  throw new RangeError(
    `missing field: head_dim (hidden_size not divisible by num_attention_heads: ${hiddenSize}, ${nHeads})`
  );
}

function attentionWindow({config, role}: LayerContext): AttentionWindow | null {
  if (role === "sliding") return {kind: "sliding", tokens: requiredCount(config, "sliding_window")};
  if (role !== "chunked") return null;
  return {kind: "chunked", tokens: requiredCount(config, "attention_chunk_size")};
}

/**
 * True for the last layers of a config that read the cache of an earlier one.
 *
 * @example sharesKv({config: {num_kv_shared_layers: 20}, nLayers: 35, index: 15}) // true
 */
export function sharesKv({
  config,
  nLayers,
  index
}: Pick<LayerContext, "config" | "nLayers" | "index">): boolean {
  return index >= nLayers - countOrZero(config, "num_kv_shared_layers");
}

function mlaMixer({config, index, nLayers}: LayerContext): MlaMixer {
  const owners = list(config, "indexer_types", nLayers);
  return {
    kind: "mla",
    nHeads: queryHeads(config),
    kvLoraRank: requiredCount(config, "kv_lora_rank"),
    qLoraRank: countOrZero(config, "q_lora_rank") || null,
    qkNopeHeadDim: requiredCount(config, "qk_nope_head_dim"),
    qkRopeHeadDim: requiredCount(config, "qk_rope_head_dim"),
    vHeadDim: requiredCount(config, "v_head_dim"),
    indexer: sparseIndexer(config, owners === null || owners[index] === "full"),
    ...(flag(config, "mla_use_output_gate", false) ? {outputGate: true} : {})
  };
}

function sparseIndexer(config: HfConfig, ownsCache: boolean): SparseIndexer | null {
  const nHeads = count(config, "index_n_heads");
  if (nHeads === null) return null;
  const headDim = requiredCount(config, "index_head_dim");
  return {nHeads, headDim, topK: requiredCount(config, "index_topk"), ownsCache};
}

/** Ratios of 4 are chosen by an indexer, coarser ones are read whole (DeepSeek-V4). */
function compressedMixer(config: HfConfig, ratio: unknown): CompressedMixer {
  const compressRatio = countOrZero({compress_ratios: ratio}, "compress_ratios");
  const oGroups = count(config, "o_groups");
  return {
    kind: "compressed",
    nHeads: queryHeads(config),
    headDim: requiredCount(config, "head_dim"),
    qLoraRank: requiredCount(config, "q_lora_rank"),
    oLoraRank: requiredCount(config, "o_lora_rank"),
    ...(oGroups === null ? {} : {oGroups}),
    qkRopeHeadDim: requiredCount(config, "qk_rope_head_dim"),
    windowTokens: requiredCount(config, "sliding_window"),
    compressRatio,
    indexer: compressRatio === 4 ? sparseIndexer(config, true) : null
  };
}
