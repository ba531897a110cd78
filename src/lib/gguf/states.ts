/** Layers of a GGUF file that keep a state instead of a growing cache. */

import type {StateMixer} from "../model.js";
import type {GgufFields} from "./fields.js";

/**
 * The state of layer `i`; null where the layer keeps none.
 *
 * Which kind it is follows from its tensors, as llama.cpp's converter names them: a convolution for
 * each of queries, keys and values is Kimi's delta rule; ssm_x makes it Mamba, ssm_d Mamba-2,
 * neither the gated delta rule of Qwen3-Next and Qwen3.5. Sizes are the ssm.* keys.
 *
 * @throws Error in one sentence for RWKV, short convolutions, or attention beside a state
 * @see https://github.com/ggml-org/llama.cpp/blob/master/gguf-py/gguf/constants.py Keys.SSM
 * @example ggufState({shape: () => null}, 0) // null
 */
export function ggufState(fields: GgufFields, i: number): StateMixer | null {
  const has = (name: string) => fields.shape(`blk.${i}.${name}`) !== null;
  if (has("shortconv.conv.weight")) refuse(i, "is a short convolution");
  if (has("time_mix_key.weight") || has("time_mix_w1.weight")) refuse(i, "mixes time as RWKV does");
  if (has("ssm_conv1d_q.weight")) return kimiDelta(fields, i, has("ssm_g_a.weight"));
  if (!has("ssm_conv1d.weight")) return null;
  if (has("ssm_x.weight")) return mamba1(fields);
  if (!has("ssm_d")) return gatedDelta(fields);
  if (has("attn_q.weight")) refuse(i, "has attention and a state side by side");
  return mamba2(fields);
}

function refuse(layer: number, what: string): never {
  throw new Error(`layer ${layer} ${what}, which is not modelled`);
}

/** Heads are the model's own; the output gate has a bottleneck where its two matrices are there. */
function kimiDelta(fields: GgufFields, i: number, isBottleneck: boolean): StateMixer {
  return {
    kind: "kimi-delta",
    nHeads: fields.ofLayer("attention.head_count", i) ?? fields.required("attention.head_count"),
    headDim: fields.required("kda.head_dim"),
    convKernel: fields.required("ssm.conv_kernel"),
    fullRankGate: !isBottleneck
  };
}

/** state_size is the width of a key, time_step_rank the number of value heads. */
function gatedDelta(fields: GgufFields): StateMixer {
  const nValueHeads = fields.required("ssm.time_step_rank");
  return {
    kind: "gated-delta",
    nKeyHeads: fields.required("ssm.group_count"),
    nValueHeads,
    keyHeadDim: fields.required("ssm.state_size"),
    valueHeadDim: shared(fields, nValueHeads),
    convKernel: fields.required("ssm.conv_kernel")
  };
}

function mamba1(fields: GgufFields): StateMixer {
  return {
    kind: "mamba1",
    innerSize: fields.required("ssm.inner_size"),
    stateSize: fields.required("ssm.state_size"),
    convKernel: fields.required("ssm.conv_kernel"),
    dtRank: fields.required("ssm.time_step_rank")
  };
}

/** time_step_rank is the number of heads. */
function mamba2(fields: GgufFields): StateMixer {
  const nHeads = fields.required("ssm.time_step_rank");
  return {
    kind: "mamba2",
    nHeads,
    headDim: shared(fields, nHeads),
    stateSize: fields.required("ssm.state_size"),
    nGroups: fields.required("ssm.group_count"),
    convKernel: fields.required("ssm.conv_kernel")
  };
}

/** The width of one of so many heads. */
function shared(fields: GgufFields, nHeads: number): number {
  const innerSize = fields.required("ssm.inner_size");
  if (nHeads > 0 && innerSize % nHeads === 0) return innerSize / nHeads;
  throw new RangeError(
    `ssm.inner_size not divisible by ssm.time_step_rank: ${innerSize}, ${nHeads}`
  );
}
