/** Writes small GGUF files, header only, and the tensors that llama.cpp's converter makes of a model. */
import {ggmlTypes} from "../../../src/lib/gguf/types.js";
import {mixersOf} from "../../../src/lib/layers.js";
import type {Mixer, Mlp, ModelSpec} from "../../../src/lib/model.js";

export interface FileTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
}

type Value = string | number | boolean | readonly number[] | readonly string[];

const F32 = 0;

/** The bytes of a file with these keys and tensors, and no data. */
export function ggufBytes(
  metadata: Readonly<Record<string, Value>>,
  tensors: readonly FileTensor[]
): Uint8Array {
  const parts: number[] = [];
  const number = (value: number, size: number) => {
    for (let i = 0; i < size; i++) parts.push(Math.floor(value / 256 ** i) % 256);
  };
  const text = (value: string) => {
    const bytes = new TextEncoder().encode(value);
    number(bytes.length, 8);
    for (const byte of bytes) parts.push(byte);
  };
  const scalar = (value: string | number | boolean) => {
    if (typeof value === "string") text(value);
    else number(Number(value), typeof value === "boolean" ? 1 : 4);
  };
  const kind = (value: string | number | boolean) =>
    typeof value === "string" ? 8 : typeof value === "boolean" ? 7 : 4;
  for (const byte of new TextEncoder().encode("GGUF")) parts.push(byte);
  number(3, 4);
  number(tensors.length, 8);
  number(Object.keys(metadata).length, 8);
  for (const [key, value] of Object.entries(metadata)) {
    text(key);
    if (typeof value !== "object") {
      number(kind(value), 4);
      scalar(value);
      continue;
    }
    number(9, 4);
    number(kind(value[0] ?? 0), 4);
    number(value.length, 8);
    for (const item of value) scalar(item);
  }
  let offset = 0;
  for (const {name, shape, type} of tensors) {
    text(name);
    number(shape.length, 4);
    for (const size of shape) number(size, 8);
    number(type, 4);
    number(offset, 8);
    const {blockElements, blockBytes} = ggmlTypes[type]!;
    const elements = shape.reduce((product, size) => product * size, 1);
    offset += Math.ceil(((elements / blockElements) * blockBytes) / 32) * 32;
  }
  return Uint8Array.from(parts);
}

/** Keys and tensors of a catalog model, matrices in one type, norms and biases in F32. */
export function modelFile(model: ModelSpec, architecture: string, type: number) {
  const {hiddenSize: d, vocabSize} = model;
  const mixers = mixersOf(model);
  const tensors: FileTensor[] = [
    {name: "token_embd.weight", shape: [d, vocabSize], type},
    {name: "output_norm.weight", shape: [d], type: F32},
    ...(model.tiedEmbeddings ? [] : [{name: "output.weight", shape: [d, vocabSize], type}])
  ];
  model.layout.forEach((kind, i) => {
    const {mixer, mlps, nNorms} = model.layerKinds[kind]!;
    const add = (name: string, shape: readonly number[]) =>
      tensors.push({name: `blk.${i}.${name}`, shape, type: shape.length > 1 ? type : F32});
    ["attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm"]
      .slice(0, nNorms)
      .forEach((name) => add(`${name}.weight`, [d]));
    addMixer(mixer, d, add);
    for (const mlp of mlps) addMlp(mlp, d, add);
  });
  const metadata: Record<string, Value> = {
    "general.architecture": architecture,
    "general.name": model.name,
    [`${architecture}.block_count`]: model.layout.length,
    [`${architecture}.embedding_length`]: d,
    [`${architecture}.context_length`]: model.maxModelLen ?? 4096,
    "tokenizer.ggml.tokens": Array.from({length: 5000}, (_, i) => `token ${i}`),
    ...mixerKeys(mixers, architecture),
    ...mlpKeys(model, architecture)
  };
  return {metadata, tensors};
}

type Add = (name: string, shape: readonly number[]) => void;

function addMixer(mixer: Mixer, d: number, add: Add): void {
  if (mixer.kind === "attention") {
    const {nHeads, nKvHeads, headDim, vHeadDim} = mixer;
    add("attn_q.weight", [d, nHeads * headDim * (mixer.outputGate ? 2 : 1)]);
    add("attn_k.weight", [d, nKvHeads * headDim]);
    add("attn_v.weight", [d, nKvHeads * vHeadDim]);
    add("attn_output.weight", [nHeads * vHeadDim, d]);
    if (mixer.qkvBias) {
      add("attn_q.bias", [nHeads * headDim]);
      add("attn_k.bias", [nKvHeads * headDim]);
      add("attn_v.bias", [nKvHeads * vHeadDim]);
    }
    if (mixer.outputBias) add("attn_output.bias", [d]);
    if (mixer.sinks) add("attn_sinks.weight", [nHeads]);
    if (mixer.qkNorm === "head") {
      add("attn_q_norm.weight", [headDim]);
      add("attn_k_norm.weight", [headDim]);
    }
  }
  if (mixer.kind === "mla") {
    const {nHeads, kvLoraRank, qLoraRank, qkNopeHeadDim, qkRopeHeadDim, vHeadDim} = mixer;
    const query = nHeads * (qkNopeHeadDim + qkRopeHeadDim);
    if (qLoraRank === null) add("attn_q.weight", [d, query]);
    else {
      add("attn_q_a.weight", [d, qLoraRank]);
      add("attn_q_a_norm.weight", [qLoraRank]);
      add("attn_q_b.weight", [qLoraRank, query]);
    }
    add("attn_kv_a_mqa.weight", [d, kvLoraRank + qkRopeHeadDim]);
    add("attn_kv_a_norm.weight", [kvLoraRank]);
    add("attn_kv_b.weight", [kvLoraRank, nHeads * (qkNopeHeadDim + vHeadDim)]);
    add("attn_output.weight", [nHeads * vHeadDim, d]);
  }
  addState(mixer, d, add);
}

/** A state's tensors by the names of llama.cpp's converter. */
function addState(mixer: Mixer, d: number, add: Add): void {
  if (mixer.kind === "gated-delta") {
    const [key, value] = [
      mixer.nKeyHeads * mixer.keyHeadDim,
      mixer.nValueHeads * mixer.valueHeadDim
    ];
    add("attn_qkv.weight", [d, 2 * key + value]);
    add("attn_gate.weight", [d, value]);
    add("ssm_conv1d.weight", [mixer.convKernel, 2 * key + value]);
    add("ssm_ba.weight", [d, 2 * mixer.nValueHeads]);
    add("ssm_dt.bias", [mixer.nValueHeads]);
    add("ssm_a", [mixer.nValueHeads]);
    add("ssm_norm.weight", [mixer.valueHeadDim]);
    add("ssm_out.weight", [value, d]);
  }
  if (mixer.kind === "kimi-delta") {
    const {nHeads, headDim, convKernel} = mixer;
    const width = nHeads * headDim;
    for (const name of ["q", "k", "v"]) {
      add(`attn_${name}.weight`, [d, width]);
      add(`ssm_conv1d_${name}.weight`, [convKernel, 1, width]);
    }
    for (const name of ["f", "g"]) {
      add(`ssm_${name}_a.weight`, [d, headDim]);
      add(`ssm_${name}_b.weight`, [headDim, width]);
    }
    add("ssm_beta.weight", [d, nHeads]);
    add("ssm_a", [nHeads]);
    add("ssm_dt.bias", [width]);
    add("ssm_norm.weight", [headDim]);
    add("attn_output.weight", [width, d]);
  }
  if (mixer.kind === "mamba1") {
    const {innerSize, stateSize, convKernel, dtRank} = mixer;
    add("ssm_in.weight", [d, 2 * innerSize]);
    add("ssm_conv1d.weight", [convKernel, innerSize]);
    add("ssm_conv1d.bias", [innerSize]);
    add("ssm_x.weight", [innerSize, dtRank + 2 * stateSize]);
    add("ssm_dt_norm.weight", [dtRank]);
    add("ssm_b_norm.weight", [stateSize]);
    add("ssm_c_norm.weight", [stateSize]);
    add("ssm_dt.weight", [dtRank, innerSize]);
    add("ssm_dt.bias", [innerSize]);
    add("ssm_a", [stateSize, innerSize]);
    add("ssm_d", [innerSize]);
    add("ssm_out.weight", [innerSize, d]);
  }
  if (mixer.kind === "mamba2") {
    const {nHeads, headDim, stateSize, nGroups, convKernel} = mixer;
    const inner = nHeads * headDim;
    const conv = inner + 2 * nGroups * stateSize;
    add("ssm_in.weight", [d, inner + conv + nHeads]);
    add("ssm_conv1d.weight", [convKernel, conv]);
    add("ssm_conv1d.bias", [conv]);
    add("ssm_dt.bias", [nHeads]);
    add("ssm_a", [1, nHeads]);
    add("ssm_d", [1, nHeads]);
    add("ssm_norm.weight", [inner / nGroups, nGroups]);
    add("ssm_out.weight", [inner, d]);
  }
}

function addMlp(mlp: Mlp, d: number, add: Add): void {
  if (mlp.kind === "dense") {
    if (mlp.gated) add("ffn_gate.weight", [d, mlp.intermediateSize]);
    add("ffn_up.weight", [d, mlp.intermediateSize]);
    add("ffn_down.weight", [mlp.intermediateSize, d]);
    return;
  }
  const {nExperts: e, expertIntermediateSize: f, sharedIntermediateSize: s} = mlp;
  add("ffn_gate_inp.weight", [d, e]);
  if (mlp.routerBias) add("ffn_gate_inp.bias", [e]);
  if (mlp.sharedGate) add("ffn_gate_inp_shexp.weight", [d]);
  for (const name of mlp.gated ? ["gate", "up", "down"] : ["up", "down"]) {
    const [columns, rows] = name === "down" ? [f, d] : [d, f];
    add(`ffn_${name}_exps.weight`, [columns, rows, e]);
    if (mlp.expertBias) add(`ffn_${name}_exps.bias`, [rows, e]);
    if (s > 0) add(`ffn_${name}_shexp.weight`, name === "down" ? [s, d] : [d, s]);
  }
}

function mixerKeys(mixers: readonly Mixer[], architecture: string): Record<string, Value> {
  const key = (name: string) => `${architecture}.${name}`;
  const states = Object.fromEntries(
    Object.entries(stateKeys(mixers)).map(([name, value]) => [key(name), value])
  );
  const mla = mixers.find((mixer) => mixer.kind === "mla");
  if (mla?.kind === "mla") {
    return {
      ...states,
      [key("attention.head_count")]: mla.nHeads,
      [key("attention.head_count_kv")]: mla.nHeads,
      [key("attention.key_length")]: mla.qkNopeHeadDim + mla.qkRopeHeadDim,
      [key("attention.value_length")]: mla.vHeadDim,
      [key("attention.kv_lora_rank")]: mla.kvLoraRank,
      ...(mla.qLoraRank === null ? {} : {[key("attention.q_lora_rank")]: mla.qLoraRank}),
      [key("rope.dimension_count")]: mla.qkRopeHeadDim
    };
  }
  const all = mixers.flatMap((mixer) => (mixer.kind === "attention" ? [mixer] : []));
  const window = all.find((mixer) => mixer.window)?.window;
  return {
    ...states,
    [key("attention.head_count")]: all[0]!.nHeads,
    [key("attention.head_count_kv")]: mixers.map((mixer) =>
      mixer.kind === "attention" ? mixer.nKvHeads : 0
    ),
    [key("attention.key_length")]: all[0]!.headDim,
    [key("attention.value_length")]: all[0]!.vHeadDim,
    ...(window
      ? {
          [key("attention.sliding_window")]: window.tokens,
          [key("attention.sliding_window_pattern")]: all.map((mixer) =>
            Number(mixer.window !== null)
          )
        }
      : {})
  };
}

/** Keys of the first layer that keeps a state, without the architecture in front. */
function stateKeys(mixers: readonly Mixer[]): Record<string, number> {
  for (const mixer of mixers) {
    switch (mixer.kind) {
      case "gated-delta":
        return {
          "ssm.conv_kernel": mixer.convKernel,
          "ssm.state_size": mixer.keyHeadDim,
          "ssm.group_count": mixer.nKeyHeads,
          "ssm.time_step_rank": mixer.nValueHeads,
          "ssm.inner_size": mixer.nValueHeads * mixer.valueHeadDim
        };
      case "kimi-delta":
        return {"ssm.conv_kernel": mixer.convKernel, "kda.head_dim": mixer.headDim};
      case "mamba1":
        return {
          "ssm.conv_kernel": mixer.convKernel,
          "ssm.state_size": mixer.stateSize,
          "ssm.time_step_rank": mixer.dtRank,
          "ssm.inner_size": mixer.innerSize
        };
      case "mamba2":
        return {
          "ssm.conv_kernel": mixer.convKernel,
          "ssm.state_size": mixer.stateSize,
          "ssm.group_count": mixer.nGroups,
          "ssm.time_step_rank": mixer.nHeads,
          "ssm.inner_size": mixer.nHeads * mixer.headDim
        };
      default:
    }
  }
  return {};
}

function mlpKeys({layerKinds}: ModelSpec, architecture: string): Record<string, Value> {
  const moe = layerKinds.flatMap(({mlps}) => mlps).find(({kind}) => kind === "moe");
  return moe?.kind === "moe" ? {[`${architecture}.expert_used_count`]: moe.nExpertsPerToken} : {};
}
