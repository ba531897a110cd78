import type {DenseMlp, Mlp, MoeMlp} from "../model.js";
import {sharesKv, type LayerContext} from "./attention.js";
import {count, countOrZero, field, flag, list, requiredCount, type HfConfig} from "./fields.js";

/**
 * The MLPs of one layer: dense, a mixture of experts, both beside each other (Gemma 4), or none.
 *
 * @throws when a field is missing
 * @example hfMlps({config: {}, role: "state-only"}) // []
 */
export function hfMlps(layer: LayerContext): Mlp[] {
  const {config, role, index} = layer;
  if (role === "state-only" || role === "full-only") return [];
  if (role === "mlp-only") return [isMoeBlock(config, index) ? moeMlp(layer) : denseMlp(layer)];
  if (!hasExperts(layer)) return [denseMlp(layer)];
  const isBeside = flag(config, "enable_moe_block", false);
  return isBeside ? [denseMlp(layer), moeMlp(layer)] : [moeMlp(layer)];
}

const expertCounts = ["n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"];
const expertWidths = ["moe_intermediate_size", "moe_ffn_hidden_size"];

function isMoeBlock(config: HfConfig, index: number): boolean {
  const pattern = field(config, "hybrid_override_pattern");
  if (typeof pattern === "string") return pattern[index] === "E";
  return list(config, "layers_block_type", index + 1)?.[index] === "moe";
}

/** Which layers have experts: a list, or past the first dense ones, one in so many. */
function hasExperts({config, index, nLayers}: LayerContext): boolean {
  if (countOrZero(config, ...expertCounts) === 0) return false;
  const kinds = list(config, "mlp_layer_types", nLayers);
  if (kinds) return kinds[index] !== "dense";
  if (list(config, "mlp_only_layers", 0)?.includes(index)) return false;
  if (index < countOrZero(config, "first_k_dense_replace")) return false;
  return hasFrequentExperts(config, index);
}

/** moe_layer_freq is a list in MiMo and a period elsewhere; Qwen and Llama 4 take the last of a group. */
function hasFrequentExperts(config: HfConfig, index: number): boolean {
  const freq = field(config, "moe_layer_freq");
  if (Array.isArray(freq)) return Boolean(freq[index]);
  if (freq !== undefined) return index % requiredCount(config, "moe_layer_freq") === 0;
  const jamba = count(config, "expert_layer_period");
  if (jamba !== null) return index % jamba === countOrZero(config, "expert_layer_offset");
  const listed = list(config, "moe_layers", 0);
  if (listed && listed.length > 0) return listed.includes(index);
  const step = count(config, "decoder_sparse_step", "interleave_moe_layer_step") ?? 1;
  return (index + 1) % step === 0;
}

/** GPT-2, GPT-J and Falcon mean four times hidden_size when they say nothing. */
function denseMlp(layer: LayerContext): DenseMlp {
  const {config, family} = layer;
  const modelType = field(config, "model_type");
  const isFourfold = modelType === "gpt2" || modelType === "gptj" || modelType === "falcon";
  const keys = [
    "intermediate_size_mlp",
    "intermediate_size",
    "ffn_dim",
    "ffn_hidden_size",
    "n_inner"
  ];
  const implied = isFourfold ? 4 * requiredCount(config, "hidden_size", "n_embd") : null;
  const width = count(config, ...keys) ?? implied ?? requiredCount(config, "intermediate_size");
  const isDouble = flag(config, "use_double_wide_mlp", false) && sharesKv(layer);
  return {
    kind: "dense",
    intermediateSize: width * (isDouble ? 2 : 1),
    gated: family.gated,
    bias: flag(config, "mlp_bias", family.mlpBias)
  };
}

function moeMlp({config, family, index}: LayerContext): MoeMlp {
  const width = requiredCount(config, ...expertWidths, "intermediate_size");
  const latentSize = count(config, "moe_latent_size", "routed_expert_hidden_size");
  const isHashed = index < countOrZero(config, "num_hash_layers");
  const nExperts = requiredCount(config, ...expertCounts);
  return {
    kind: "moe",
    nExperts,
    nExpertsPerToken: expertsPerToken(config, nExperts),
    expertIntermediateSize: width,
    gated: family.gated,
    sharedIntermediateSize: sharedWidth(config, width),
    sharedGate: family.sharedGate,
    latentSize,
    expertBias: family.expertBias,
    routerBias: !isHashed && (family.routerBias || flag(config, "enable_moe_block", false)),
    ...(flag(config, "latent_moe_use_norm", false) ? {latentNorm: true} : {})
  };
}

function expertsPerToken(config: HfConfig, nExperts: number): number {
  const keys = ["num_experts_per_tok", "num_experts_per_token", "top_k_experts", "moe_top_k"];
  const n = requiredCount(config, ...keys);
  if (n > nExperts)
    throw new RangeError(`invalid num_experts_per_tok: ${n} of ${nExperts} experts`);
  return n;
}

/** A width of its own, or so many times the routed width; Llama 4 always has one shared expert. */
function sharedWidth(config: HfConfig, width: number): number {
  const own = count(
    config,
    "shared_expert_intermediate_size",
    "moe_shared_expert_intermediate_size",
    "share_expert_dim"
  );
  if (own !== null) return own;
  if (field(config, "model_type") === "llama4_text") return width;
  return countOrZero(config, "n_shared_experts", "num_shared_experts") * width;
}
