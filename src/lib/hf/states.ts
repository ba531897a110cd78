import type {Mamba1Mixer, Mamba2Mixer, StateMixer} from "../model.js";
import type {HfFamily} from "./families.js";
import {asConfig, count, field, flag, requiredCount, type HfConfig} from "./fields.js";

/**
 * The mixer of a layer that keeps a state of constant size, by the kind that the family uses.
 *
 * @throws when a field is missing, or the family has no such layers
 * @example hfState({num_attention_heads: 64, head_dim: 128}, "lightning") // {"kind": "lightning", "nHeads": 64, "headDim": 128}
 */
export function hfState(config: HfConfig, kind: HfFamily["state"]): StateMixer {
  switch (kind) {
    case "gated-delta":
      return {
        kind,
        nKeyHeads: requiredCount(config, "linear_num_key_heads"),
        nValueHeads: requiredCount(config, "linear_num_value_heads"),
        keyHeadDim: requiredCount(config, "linear_key_head_dim"),
        valueHeadDim: requiredCount(config, "linear_value_head_dim"),
        convKernel: requiredCount(config, "linear_conv_kernel_dim")
      };
    case "kimi-delta":
      return kimiDelta(config);
    case "lightning":
      return {
        kind,
        nHeads: requiredCount(config, "num_attention_heads"),
        headDim: requiredCount(config, "head_dim")
      };
    case "mamba1":
      return mamba1(config);
    case "mamba2":
      return mamba2(config);
    case null:
      throw new Error(`no linear layers known for model_type: ${field(config, "model_type")}`);
  }
}

function kimiDelta(config: HfConfig): StateMixer {
  const linear = asConfig(field(config, "linear_attn_config"), "linear_attn_config");
  return {
    kind: "kimi-delta",
    nHeads: requiredCount(linear, "num_heads"),
    headDim: requiredCount(linear, "head_dim"),
    convKernel: requiredCount(linear, "short_conv_kernel_size"),
    fullRankGate: flag(linear, "use_full_rank_gate", false)
  };
}

/** "auto" asks for one step parameter per 16 channels (Jamba's own default). */
function mamba1(config: HfConfig): Mamba1Mixer {
  const hiddenSize = requiredCount(config, "hidden_size");
  const isAuto = (field(config, "mamba_dt_rank") ?? "auto") === "auto";
  return {
    kind: "mamba1",
    innerSize: requiredCount(config, "mamba_expand") * hiddenSize,
    stateSize: requiredCount(config, "mamba_d_state"),
    convKernel: requiredCount(config, "mamba_d_conv"),
    dtRank: isAuto ? Math.ceil(hiddenSize / 16) : requiredCount(config, "mamba_dt_rank")
  };
}

function mamba2(config: HfConfig): Mamba2Mixer {
  return {
    kind: "mamba2",
    nHeads: requiredCount(config, "mamba_num_heads"),
    headDim: requiredCount(config, "mamba_head_dim"),
    stateSize: requiredCount(config, "ssm_state_size"),
    nGroups: count(config, "n_groups", "mamba_n_groups") ?? 1,
    convKernel: requiredCount(config, "conv_kernel")
  };
}
