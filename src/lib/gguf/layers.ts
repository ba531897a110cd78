/** Layers of a model from the tensors of a GGUF file. */

import type {LayerShape} from "../layers.js";
import type {AttentionMixer, Mixer, Mlp} from "../model.js";
import type {GgufFields} from "./fields.js";
import {ggufState} from "./states.js";

/**
 * Layer `i` of a file: what its tensors and keys say it is.
 *
 * Widths come from shapes where there is one, else from keys; windows from keys.
 *
 * @throws Error in one sentence for a layer of a kind that is not read
 * @see https://github.com/ggml-org/llama.cpp/blob/master/gguf-py/gguf/constants.py
 * @example ggufLayer({shape: () => null, ofLayer: () => null, number: () => null, value: () => null}, 0).mlps // []
 */
export function ggufLayer(fields: GgufFields, i: number): LayerShape {
  const norms = ["attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm", "attn_post_norm"];
  const nNorms = norms.filter((name) => has(fields, i, `${name}.weight`)).length;
  return {mixer: mixerOf(fields, i), mlps: mlpsOf(fields, i), nNorms};
}

const tensor = (i: number, name: string) => `blk.${i}.${name}`;
const has = ({shape}: GgufFields, i: number, name: string) => shape(tensor(i, name)) !== null;
/** Rows of a matrix: what it gives out. */
const rows = ({shape}: GgufFields, i: number, name: string) => shape(tensor(i, name))?.[1] ?? 0;

function mixerOf(fields: GgufFields, i: number): Mixer {
  if (has(fields, i, "attn_kv_a_mqa.weight")) return mlaOf(fields, i);
  const state = ggufState(fields, i);
  if (state !== null) return state;
  const isAttention = has(fields, i, "attn_q.weight") || has(fields, i, "attn_qkv.weight");
  return isAttention ? attentionOf(fields, i) : {kind: "none"};
}

function mlaOf(fields: GgufFields, i: number): Mixer {
  const ropeDim = fields.required("rope.dimension_count");
  const keyLength =
    fields.number("attention.key_length_mla") ?? fields.required("attention.key_length");
  return {
    kind: "mla",
    nHeads: fields.ofLayer("attention.head_count", i) ?? fields.required("attention.head_count"),
    kvLoraRank: fields.required("attention.kv_lora_rank"),
    qLoraRank: fields.number("attention.q_lora_rank") || null,
    qkNopeHeadDim: keyLength - ropeDim,
    qkRopeHeadDim: ropeDim,
    vHeadDim:
      fields.number("attention.value_length_mla") ?? fields.required("attention.value_length"),
    indexer: null
  };
}

function attentionOf(fields: GgufFields, i: number): AttentionMixer {
  const nHeads = fields.ofLayer("attention.head_count", i) ?? 0;
  if (nHeads === 0) throw new Error(`missing key in GGUF file: attention.head_count of layer ${i}`);
  const nKvHeads = fields.ofLayer("attention.head_count_kv", i) ?? nHeads;
  const window = windowOf(fields, i);
  const swa = window === null ? "" : "_swa";
  const width = fields.required("embedding_length") / nHeads;
  const dim = (key: string) =>
    fields.ofLayer(`attention.${key}${swa}`, i) ?? fields.ofLayer(`attention.${key}`, i) ?? width;
  const headDim = dim("key_length");
  return {
    kind: "attention",
    nHeads,
    nKvHeads,
    headDim,
    vHeadDim: dim("value_length"),
    window,
    ownsKv: ownsKv(fields, i),
    qkvBias: has(fields, i, "attn_q.bias") || has(fields, i, "attn_qkv.bias"),
    outputBias: has(fields, i, "attn_output.bias"),
    qkNorm: qkNormOf(fields, i, headDim),
    sinks: has(fields, i, "attn_sinks.weight"),
    sharedKvProjection: false,
    outputGate: rows(fields, i, "attn_q.weight") === 2 * nHeads * headDim
  };
}

function qkNormOf(fields: GgufFields, i: number, headDim: number): AttentionMixer["qkNorm"] {
  const width = fields.shape(tensor(i, "attn_q_norm.weight"))?.[0];
  if (width === undefined) return "none";
  return width === headDim ? "head" : "width";
}

/** The last layers of some models read an earlier layer's cache. */
function ownsKv(fields: GgufFields, i: number): boolean {
  const shared = fields.number("attention.shared_kv_layers") ?? 0;
  return i < fields.required("block_count") - shared;
}

/** Patterns that files do not state: layers between two that see everything. */
const PERIODS: Readonly<Record<string, number>> = {gemma2: 2, gemma3: 6, "gpt-oss": 2, cohere2: 4};

function windowOf(fields: GgufFields, i: number): AttentionMixer["window"] {
  const tokens = fields.number("attention.sliding_window") ?? 0;
  if (tokens === 0) return null;
  const window = {kind: "sliding", tokens} as const;
  const pattern = fields.value("attention.sliding_window_pattern");
  if (Array.isArray(pattern)) return pattern[i] ? window : null;
  const period = typeof pattern === "number" ? pattern : PERIODS[fields.architecture];
  if (period === undefined) return window;
  return (i + 1) % period === 0 ? null : window;
}

function mlpsOf(fields: GgufFields, i: number): Mlp[] {
  const mlps: Mlp[] = [];
  if (has(fields, i, "ffn_up_exps.weight")) mlps.push(moeOf(fields, i));
  else if (has(fields, i, "ffn_up.weight")) {
    const up = rows(fields, i, "ffn_up.weight");
    const gated = has(fields, i, "ffn_gate.weight");
    // Phi-3 keeps gate and up in one matrix
    const isFused = !gated && up === 2 * (fields.ofLayer("feed_forward_length", i) ?? 0);
    mlps.push({
      kind: "dense",
      intermediateSize: isFused ? up / 2 : up,
      gated: gated || isFused,
      bias: has(fields, i, "ffn_up.bias")
    });
  }
  return mlps;
}

function moeOf(fields: GgufFields, i: number): Mlp {
  const [, width = 0, nExperts = 0] = fields.shape(tensor(i, "ffn_up_exps.weight")) ?? [];
  return {
    kind: "moe",
    nExperts,
    nExpertsPerToken: fields.required("expert_used_count"),
    expertIntermediateSize: width,
    gated: has(fields, i, "ffn_gate_exps.weight"),
    sharedIntermediateSize: rows(fields, i, "ffn_up_shexp.weight"),
    sharedGate: has(fields, i, "ffn_gate_inp_shexp.weight"),
    latentSize: null,
    expertBias: has(fields, i, "ffn_up_exps.bias"),
    routerBias: has(fields, i, "exp_probs_b.bias") || has(fields, i, "ffn_gate_inp.bias")
  };
}
