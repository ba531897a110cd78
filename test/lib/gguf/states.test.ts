import {describe, expect, it} from "vitest";
import {ggufFields} from "../../../src/lib/gguf/fields.js";
import {ggufState} from "../../../src/lib/gguf/states.js";

const sizes = {
  "ssm.conv_kernel": 4,
  "ssm.state_size": 128,
  "ssm.group_count": 16,
  "ssm.time_step_rank": 48,
  "ssm.inner_size": 6144
};

function state(names: readonly string[], keys: Readonly<Record<string, number>> = sizes) {
  const metadata = new Map<string, string | number>([
    ["general.architecture", "x"],
    ...Object.entries(keys).map(([key, value]) => [`x.${key}`, value] as const)
  ]);
  const tensors = names.map((name) => {
    return {name: `blk.3.${name}`, shape: [4, 8], type: "F16", nElements: 32, bytes: 64};
  });
  return ggufState(ggufFields({metadata, tensors}), 3);
}

describe("ggufState", () => {
  it("Qwen3.6-27B's keys are 16 key heads, 48 value heads of 128, kernels of 4", () => {
    expect(state(["attn_qkv.weight", "ssm_conv1d.weight", "ssm_out.weight"])).toEqual({
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 48,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    });
  });

  it("ssm_x makes it Mamba, ssm_d Mamba-2", () => {
    expect(state(["ssm_conv1d.weight", "ssm_x.weight", "ssm_d"])).toEqual({
      kind: "mamba1",
      innerSize: 6144,
      stateSize: 128,
      convKernel: 4,
      dtRank: 48
    });
    expect(state(["ssm_conv1d.weight", "ssm_d"])).toMatchObject({
      kind: "mamba2",
      nHeads: 48,
      headDim: 128,
      nGroups: 16
    });
  });

  it("three convolutions are Kimi's; its gate is whole where it has no bottleneck (Kimi-K3)", () => {
    const keys = {"ssm.conv_kernel": 4, "kda.head_dim": 128, "attention.head_count": 96};
    const names = ["ssm_conv1d_q.weight", "attn_q.weight"];
    expect(state(names, keys)).toEqual({
      kind: "kimi-delta",
      nHeads: 96,
      headDim: 128,
      convKernel: 4,
      fullRankGate: true
    });
    expect(state([...names, "ssm_g_a.weight"], keys)).toMatchObject({fullRankGate: false});
  });

  it("a layer without a state has none", () => {
    expect(state(["attn_q.weight", "ffn_up.weight"])).toBeNull();
  });

  it("what is not modelled is told in a sentence", () => {
    expect(() => state(["shortconv.conv.weight"])).toThrow(
      "layer 3 is a short convolution, which is not modelled"
    );
    expect(() => state(["time_mix_w1.weight"])).toThrow("layer 3 mixes time as RWKV does");
    expect(() => state(["ssm_conv1d.weight", "ssm_d", "attn_q.weight"])).toThrow(
      "layer 3 has attention and a state side by side"
    );
    expect(() => state(["ssm_conv1d.weight"], {...sizes, "ssm.inner_size": 6145})).toThrow(
      "ssm.inner_size not divisible by ssm.time_step_rank: 6145, 48"
    );
    expect(() => state(["ssm_conv1d.weight"], {})).toThrow(
      "missing key in GGUF file: x.ssm.time_step_rank"
    );
  });
});
