import {hfAttention} from "./hf/attention.js";
import {hfFamily, type HfFamily} from "./hf/families.js";
import {
  asConfig,
  count,
  countOrZero,
  field,
  flag,
  requiredCount,
  shown,
  type HfConfig
} from "./hf/fields.js";
import {layerRoles, type LayerRole} from "./hf/layout.js";
import {hfMlps} from "./hf/mlps.js";
import {nasLayers} from "./hf/nas.js";
import {extraParts, missingParts} from "./hf/parts.js";
import {hfState} from "./hf/states.js";
import {groupLayers, type LayerShape} from "./layers.js";
import type {AttentionMixer, Mixer, ModelSpec} from "./model.js";

/** What a config.json does not say about itself. */
export interface HfConfigName {
  readonly id?: string;
  readonly name?: string;
}

const mtpKeys = ["num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_layers"];

/**
 * The model that a Hugging Face `config.json` describes, its text part if it is multimodal.
 *
 * Fields that are absent take Hugging Face's own default for the model_type; parts that the
 * config leaves open stand in `notModelled`.
 *
 * @throws one sentence naming the field: missing, of a wrong type, out of range, or unknown
 * @see https://huggingface.co/docs/transformers/main_classes/configuration
 * @example fromHfConfig({model_type: "llama", num_hidden_layers: 2, hidden_size: 64, num_attention_heads: 4, intermediate_size: 128, vocab_size: 100}).layout // [0, 0]
 */
export function fromHfConfig(
  json: unknown,
  {id = "custom", name = "your config"}: HfConfigName = {}
): ModelSpec {
  const config = textConfig(asConfig(json, "config"));
  const family = familyOf(config);
  const layers = hfLayers(config, family);
  const maxModelLen = count(config, "max_position_embeddings", "n_positions", "seq_length");
  return {
    id,
    name,
    hiddenSize: requiredCount(config, "hidden_size", "n_embd"),
    vocabSize: requiredCount(config, "vocab_size"),
    maxModelLen,
    tiedEmbeddings: flag(config, "tie_word_embeddings", family.tied),
    ...groupLayers(layers),
    normBias: family.normBias,
    finalNorm: true,
    nPositions: family.positionOffset === null ? 0 : (maxModelLen ?? 0) + family.positionOffset,
    headBias: family.headBias,
    nMtpLayers: countOrZero(config, ...mtpKeys),
    nativeDtype: nativeDtype(config),
    notModelled: missingParts(config),
    published: null,
    ...extraParts(config)
  };
}

/** The text part over the whole: a nested field wins, an outer one fills in. */
function textConfig(config: HfConfig): HfConfig {
  for (const key of ["text_config", "llm_config", "language_config"]) {
    const inner = field(config, key);
    if (inner !== undefined) return {...config, ...asConfig(inner, key)};
  }
  return config;
}

function familyOf(config: HfConfig): HfFamily {
  const modelType = field(config, "model_type");
  if (modelType === undefined) throw new RangeError("missing field: model_type");
  if (typeof modelType === "string") return hfFamily(modelType);
  throw new TypeError(`model_type is not a text: ${shown(modelType)}`);
}

function hfLayers(config: HfConfig, family: HfFamily): LayerShape[] {
  const nLayers = requiredCount(config, "num_hidden_layers", "n_layer", "num_layers");
  if (nLayers > 10_000) throw new RangeError(`invalid num_hidden_layers: ${nLayers}`);
  const context = {config, family, nLayers};
  const attention = () => hfAttention({...context, index: 0, role: "full"}) as AttentionMixer;
  if (field(config, "block_configs") !== undefined) {
    return nasLayers(config, {nLayers, attention: attention()})!;
  }
  return layerRoles(config, family, nLayers).map((role, index) => {
    const layer = {...context, index, role};
    return {mixer: hfMixer(layer), mlps: hfMlps(layer), nNorms: nNorms(config, family)};
  });
}

function hfMixer(layer: Parameters<typeof hfAttention>[0]): Mixer {
  const states: readonly LayerRole[] = ["state", "state-only"];
  if (layer.role === "mlp-only") return {kind: "none"};
  return states.includes(layer.role)
    ? hfState(layer.config, layer.family.state)
    : hfAttention(layer);
}

/** Falcon's newer layout norms attention and MLP apart; Gemma 4 norms its experts and its per-layer input too. */
function nNorms(config: HfConfig, family: HfFamily): number {
  if (field(config, "model_type") === "falcon") {
    const isParallel = flag(config, "parallel_attn", true);
    return flag(config, "new_decoder_architecture", false) || !isParallel ? 2 : 1;
  }
  const moe = flag(config, "enable_moe_block", false) ? 4 : 0;
  return family.norms + moe + (countOrZero(config, "hidden_size_per_layer_input") > 0 ? 1 : 0);
}

/** The checkpoint's format by its quantization, else the dtype of its tensors. */
function nativeDtype(config: HfConfig): string {
  const quantization = field(config, "quantization_config");
  if (quantization !== undefined) {
    const inner = asConfig(quantization, "quantization_config");
    return formatName(field(inner, "fmt", "format", "quant_method"));
  }
  const dtype = formatName(field(config, "dtype", "torch_dtype"));
  return dtype.replace("bfloat", "bf").replace("float", "fp");
}

function formatName(value: unknown): string {
  return typeof value === "string" ? value : value == null ? "unknown" : shown(value);
}
