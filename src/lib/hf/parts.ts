import type {ModelSpec, VisionTower} from "../model.js";
import {asConfig, count, countOrZero, field, requiredCount, type HfConfig} from "./fields.js";

/**
 * Parts beside the layers that a config describes: hyper-connections, attention residuals, a
 * per-layer embedding, a vision tower of the Qwen3.5 layout.
 *
 * @example extraParts({hc_mult: 4}) // {"residual": {"kind": "hyper-connections", "nStreams": 4}}
 */
export function extraParts(config: HfConfig): Partial<ModelSpec> {
  const nStreams = count(config, "hc_mult");
  const size = countOrZero(config, "hidden_size_per_layer_input");
  const vision = visionTower(config);
  return {
    ...(nStreams === null ? {} : {residual: {kind: "hyper-connections" as const, nStreams}}),
    ...(isKimiK3(config) ? {residual: {kind: "attention-residual" as const}} : {}),
    ...(size > 0 ? {perLayerEmbedding: {size, vocabSize: tableRows(config)}} : {}),
    ...(vision ? {vision} : {})
  };
}

function tableRows(config: HfConfig): number {
  return requiredCount(config, "vocab_size_per_layer_input", "vocab_size");
}

function isKimiK3(config: HfConfig): boolean {
  return field(config, "model_type") === "kimi_linear" && field(config, "hidden_act") === "situ";
}

function visionTower(config: HfConfig): VisionTower | null {
  const vision = field(config, "vision_config");
  if (vision === undefined || !String(field(config, "model_type")).startsWith("qwen3_5"))
    return null;
  const tower = asConfig(vision, "vision_config");
  const patch = requiredCount(tower, "patch_size");
  const channels = requiredCount(tower, "in_channels");
  return {
    nLayers: requiredCount(tower, "depth"),
    hiddenSize: requiredCount(tower, "hidden_size"),
    intermediateSize: requiredCount(tower, "intermediate_size"),
    outHiddenSize: requiredCount(tower, "out_hidden_size"),
    patchElements: channels * requiredCount(tower, "temporal_patch_size") * patch * patch,
    nPositions: requiredCount(tower, "num_position_embeddings"),
    mergedPatches: requiredCount(tower, "spatial_merge_size") ** 2
  };
}

/** Fields without which a model_type's parameters cannot be counted; its cache still can. */
const needed: Readonly<Record<string, readonly string[]>> = {
  deepseek_v4: ["o_groups", "hc_mult"],
  kimi_linear: ["num_shared_experts"]
};

/**
 * Fields that a config leaves out and that its parameter count needs, by name.
 *
 * @example missingParts({model_type: "deepseek_v4", o_groups: 8}) // ["hc_mult"]
 */
export function missingParts(config: HfConfig): string[] {
  const modelType = String(field(config, "model_type"));
  const keys = Object.hasOwn(needed, modelType) ? needed[modelType]! : [];
  const own = isKimiK3(config) ? [...keys, "routed_expert_hidden_size"] : keys;
  return own.filter((key) => field(config, key) === undefined);
}
