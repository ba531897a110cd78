/** The cache formula of a model written out: every factor with its value and its place in the config. */

import type {KvDtype} from "./dtype.js";
import {indexKeyBytes, mixerKv, type LayerKv} from "./kv-mixer.js";
import type {
  AttentionMixer,
  CompressedMixer,
  MlaMixer,
  Mixer,
  ModelSpec,
  SparseIndexer
} from "./model.js";
import {factor, term, type ConfigLine, type KvFactor, type KvTerm} from "./kv-term.js";
import {stateConfig} from "./state-config.js";

/** Layers with the same mixer, whatever their MLPs. */
interface Group {
  readonly mixer: Mixer;
  readonly layers: KvFactor;
  readonly kv: LayerKv;
}

/**
 * The terms of a model's cache before sharding, one or more for each kind of layer.
 *
 * Their sum is `kvBytes`: terms per token times S, window terms times min(S, W), states once.
 *
 * @see https://huggingface.co/docs/transformers/main_classes/configuration
 * @example kvTerms({layerKinds: [], layout: []}, "bf16") // []
 */
export function kvTerms(
  model: Pick<ModelSpec, "layerKinds" | "layout">,
  dtype: KvDtype
): readonly KvTerm[] {
  const options = {dtype, vDtype: dtype, tp: 1, mlaExpanded: false};
  return groupsOf(model).flatMap(({mixer, nLayers}) => {
    const layers = layerFactor(nLayers, model.layout.length);
    return mixerTerms({mixer, layers, kv: mixerKv(mixer, options)}, dtype);
  });
}

function groupsOf({layerKinds}: Pick<ModelSpec, "layerKinds">) {
  const groups = new Map<string, {readonly mixer: Mixer; readonly nLayers: number}>();
  for (const {mixer, count} of layerKinds) {
    const key = JSON.stringify(mixer);
    groups.set(key, {mixer, nLayers: (groups.get(key)?.nLayers ?? 0) + count});
  }
  return [...groups.values()];
}

function layerFactor(nLayers: number, nAllLayers: number): KvFactor {
  const part = {key: "layer_types", value: `${nLayers} of ${nAllLayers} layers`};
  const all = {key: "num_hidden_layers", value: nAllLayers};
  const isPart = nLayers < nAllLayers;
  return factor("L", isPart ? "layers of this kind" : "layers", {
    value: nLayers,
    config: [isPart ? part : all]
  });
}

function mixerTerms(group: Group, dtype: KvDtype): readonly KvTerm[] {
  const {mixer} = group;
  switch (mixer.kind) {
    case "none":
      return [];
    case "attention":
      return mixer.ownsKv ? [attentionTerm(mixer, group)] : [];
    case "mla":
      return mlaTerms(mixer, group, dtype);
    case "compressed":
      return compressedTerms(mixer, group, dtype);
    default: {
      const {label, config} = stateConfig(mixer);
      return [stateTerm(label, group, config)];
    }
  }
}

function attentionTerm(mixer: AttentionMixer, {layers, kv}: Group): KvTerm {
  const {nKvHeads, window} = mixer;
  const heads = factor("K", "KV heads", {
    value: nKvHeads,
    config: [{key: "num_key_value_heads", value: nKvHeads}]
  });
  const factors = [layers, heads, ...headWidths(mixer)];
  if (window === null)
    return term("full attention", "token", {factors, layerBytes: kv.growingBytesPerToken});
  const parts = {factors, layerBytes: kv.windowBytesPerToken, windowTokens: window.tokens};
  return term(`${window.kind} window`, "token in the window", parts);
}

function headWidths({headDim, vHeadDim}: AttentionMixer): readonly KvFactor[] {
  const key = {key: "head_dim", value: headDim};
  if (headDim === vHeadDim)
    return [
      factor("2", "a key and a value", {value: 2}),
      factor("H", "head dimension", {value: headDim, config: [key]})
    ];
  const value = {key: "v_head_dim", value: vHeadDim};
  return [
    factor("H + H′", "key and value dimension", {value: headDim + vHeadDim, config: [key, value]})
  ];
}

function mlaTerms(mixer: MlaMixer, {layers, kv}: Group, dtype: KvDtype): readonly KvTerm[] {
  const {kvLoraRank, qkRopeHeadDim, indexer} = mixer;
  const indexBytes = indexKeyBytes(indexer, dtype);
  const latent = factor("r + R", "latent and rope key", {
    value: kvLoraRank + qkRopeHeadDim,
    config: [
      {key: "kv_lora_rank", value: kvLoraRank},
      {key: "qk_rope_head_dim", value: qkRopeHeadDim}
    ]
  });
  const layerBytes = kv.growingBytesPerToken - indexBytes;
  const main = term("latent attention", "token", {factors: [layers, latent], layerBytes});
  if (indexer === null || indexBytes === 0) return [main];
  const factors = [layers, indexKey(indexer)];
  return [main, term("sparse indexer", "token", {factors, layerBytes: indexBytes})];
}

function indexKey({headDim}: SparseIndexer): KvFactor {
  return factor("I", "index key", {
    value: headDim,
    config: [{key: "index_head_dim", value: headDim}]
  });
}

function compressedTerms(
  mixer: CompressedMixer,
  {layers, kv}: Group,
  dtype: KvDtype
): readonly KvTerm[] {
  const {headDim, compressRatio, windowTokens, indexer} = mixer;
  const entry = factor("H", "one vector for key and value", {
    value: headDim,
    config: [{key: "head_dim", value: headDim}]
  });
  const layerBytes = kv.windowBytesPerToken;
  const window = {factors: [layers, entry], layerBytes, windowTokens};
  const terms = [term("short window", "token in the window", window)];
  if (compressRatio === 0) return terms;
  const ratio = factor("1/c", "entries a token", {
    value: 1 / compressRatio,
    config: [{key: "compress_ratios", value: compressRatio}]
  });
  const compressed = {factors: [layers, entry, ratio], layerBytes: layerBytes / compressRatio};
  terms.push(term(`compressed 1 in ${compressRatio}`, "token", compressed));
  const indexBytes = indexKeyBytes(indexer, dtype) / compressRatio;
  if (indexer !== null && indexBytes > 0) {
    const factors = [layers, indexKey(indexer), ratio];
    terms.push(term("sparse indexer", "token", {factors, layerBytes: indexBytes}));
  }
  return [...terms, stateTerm("compressor state", {mixer, layers, kv}, ratio.config)];
}

function stateTerm(label: string, {layers, kv}: Group, config: readonly ConfigLine[]): KvTerm {
  const elements = factor("e", "elements of fp32 state", {value: kv.stateBytes / 4, config});
  return term(label, "sequence", {factors: [layers, elements], layerBytes: kv.stateBytes});
}
