import {describe, expect, it} from "vitest";
import {hfState} from "../../../src/lib/hf/states.js";

describe("hfState", () => {
  it("hfState(config, gated-delta) reads Qwen3-Next's linear heads", () => {
    const config = {
      linear_num_key_heads: 16,
      linear_num_value_heads: 32,
      linear_key_head_dim: 128,
      linear_value_head_dim: 128,
      linear_conv_kernel_dim: 4
    };
    expect(hfState(config, "gated-delta")).toEqual({
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 32,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    });
  });

  it("hfState(config, kimi-delta) reads the nested linear_attn_config", () => {
    const linear_attn_config = {num_heads: 96, head_dim: 128, short_conv_kernel_size: 4};
    expect(hfState({linear_attn_config}, "kimi-delta")).toMatchObject({
      nHeads: 96,
      fullRankGate: false
    });
    expect(() => hfState({}, "kimi-delta")).toThrow("linear_attn_config is not an object");
  });

  it("hfState(config, mamba1) takes dt rank auto as hidden / 16 (Jamba: 4096 → 256)", () => {
    const config = {hidden_size: 4096, mamba_expand: 2, mamba_d_state: 16, mamba_d_conv: 4};
    const auto = {kind: "mamba1", innerSize: 8192, stateSize: 16, convKernel: 4, dtRank: 256};
    expect(hfState(config, "mamba1")).toEqual(auto);
    expect(hfState({...config, mamba_dt_rank: 8}, "mamba1")).toEqual({...auto, dtRank: 8});
  });

  it("hfState(config, mamba2) reads Nemotron-H's heads and groups", () => {
    const config = {
      mamba_num_heads: 64,
      mamba_head_dim: 64,
      ssm_state_size: 128,
      n_groups: 8,
      conv_kernel: 4
    };
    expect(hfState(config, "mamba2")).toMatchObject({nHeads: 64, stateSize: 128, nGroups: 8});
    expect(() => hfState({...config, conv_kernel: null}, "mamba2")).toThrow(
      "missing field: conv_kernel"
    );
  });

  it("hfState(config, null) refuses linear layers in a family without them", () => {
    expect(() => hfState({model_type: "llama"}, null)).toThrow(
      "no linear layers known for model_type: llama"
    );
  });
});
