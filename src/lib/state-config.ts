/** Recurrent states as their config spells them. */

import type {ConfigLine} from "./kv-term.js";
import type {GatedDeltaMixer, Mamba2Mixer, StateMixer} from "./model.js";

/** What a state is called and what shapes it. */
export interface StateConfig {
  readonly label: string;
  readonly config: readonly ConfigLine[];
}

/**
 * A state's name and the lines of config.json that shape it.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/qwen3_next/configuration_qwen3_next.py
 * @example stateConfig({kind: "lightning", nHeads: 64, headDim: 128}).label // "lightning attention state"
 */
export function stateConfig(mixer: StateMixer): StateConfig {
  switch (mixer.kind) {
    case "gated-delta":
      return named("gated delta state", gatedDelta(mixer));
    case "kimi-delta":
      return named("Kimi delta state", {
        "linear_attn_config.num_heads": mixer.nHeads,
        "linear_attn_config.head_dim": mixer.headDim,
        "linear_attn_config.short_conv_kernel_size": mixer.convKernel
      });
    case "mamba1":
      return named("Mamba state", {
        "mamba_expand · hidden_size": mixer.innerSize,
        mamba_d_state: mixer.stateSize,
        mamba_d_conv: mixer.convKernel
      });
    case "mamba2":
      return named("Mamba-2 state", mamba2(mixer));
    case "lightning":
      return lightning(mixer);
  }
}

function named(label: string, values: Readonly<Record<string, number>>): StateConfig {
  return {label, config: Object.entries(values).map(([key, value]) => ({key, value}))};
}

function gatedDelta(mixer: GatedDeltaMixer): Readonly<Record<string, number>> {
  return {
    linear_num_key_heads: mixer.nKeyHeads,
    linear_num_value_heads: mixer.nValueHeads,
    linear_key_head_dim: mixer.keyHeadDim,
    linear_value_head_dim: mixer.valueHeadDim,
    linear_conv_kernel_dim: mixer.convKernel
  };
}

function mamba2(mixer: Mamba2Mixer): Readonly<Record<string, number>> {
  return {
    mamba_num_heads: mixer.nHeads,
    mamba_head_dim: mixer.headDim,
    ssm_state_size: mixer.stateSize,
    n_groups: mixer.nGroups,
    conv_kernel: mixer.convKernel
  };
}

function lightning({nHeads, headDim}: {nHeads: number; headDim: number}): StateConfig {
  return named("lightning attention state", {num_attention_heads: nHeads, head_dim: headDim});
}
