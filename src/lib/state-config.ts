/** Recurrent states as their config spells them. */

import type {ConfigLine} from "./kv-term.js";
import type {StateMixer} from "./model.js";

/**
 * A state's name and the lines of config.json that shape it.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/qwen3_next/configuration_qwen3_next.py
 * @example stateConfig({kind: "lightning", nHeads: 64, headDim: 128}).label // "lightning attention state"
 */
export function stateConfig(mixer: StateMixer): {
  readonly label: string;
  readonly config: readonly ConfigLine[];
} {
  switch (mixer.kind) {
    case "gated-delta":
      return {
        label: "gated delta state",
        config: linesOf({
          linear_num_key_heads: mixer.nKeyHeads,
          linear_num_value_heads: mixer.nValueHeads,
          linear_key_head_dim: mixer.keyHeadDim,
          linear_value_head_dim: mixer.valueHeadDim,
          linear_conv_kernel_dim: mixer.convKernel
        })
      };
    case "kimi-delta":
      return {
        label: "Kimi delta state",
        config: linesOf({
          "linear_attn_config.num_heads": mixer.nHeads,
          "linear_attn_config.head_dim": mixer.headDim,
          "linear_attn_config.short_conv_kernel_size": mixer.convKernel
        })
      };
    case "mamba1":
      return {
        label: "Mamba state",
        config: linesOf({
          "mamba_expand · hidden_size": mixer.innerSize,
          mamba_d_state: mixer.stateSize,
          mamba_d_conv: mixer.convKernel
        })
      };
    case "mamba2":
      return {
        label: "Mamba-2 state",
        config: linesOf({
          mamba_num_heads: mixer.nHeads,
          mamba_head_dim: mixer.headDim,
          ssm_state_size: mixer.stateSize,
          n_groups: mixer.nGroups,
          conv_kernel: mixer.convKernel
        })
      };
    case "lightning":
      return {
        label: "lightning attention state",
        config: linesOf({num_attention_heads: mixer.nHeads, head_dim: mixer.headDim})
      };
  }
}

function linesOf(values: Readonly<Record<string, number>>): readonly ConfigLine[] {
  return Object.entries(values).map(([key, value]) => ({key, value}));
}
