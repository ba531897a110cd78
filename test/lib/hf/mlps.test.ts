import {describe, expect, it} from "vitest";
import type {LayerContext} from "../../../src/lib/hf/attention.js";
import {hfFamily} from "../../../src/lib/hf/families.js";
import {hfMlps} from "../../../src/lib/hf/mlps.js";

function mlps(config: Record<string, unknown>, options: Partial<LayerContext> = {}) {
  const family = hfFamily(String(config.model_type ?? "llama"));
  return hfMlps({config, family, nLayers: 8, index: 0, role: "full", ...options});
}

const moe = {num_experts: 8, num_experts_per_tok: 2, moe_intermediate_size: 16};
const kinds = (config: Record<string, unknown>) =>
  Array.from({length: 8}, (_, index) => mlps(config, {index})[0]!.kind[0]).join("");

describe("hfMlps", () => {
  it("hfMlps(layer) is dense without experts", () => {
    expect(mlps({intermediate_size: 32})).toEqual([
      {kind: "dense", intermediateSize: 32, gated: true, bias: false}
    ]);
    expect(mlps({intermediate_size: 32, num_experts: 0})[0]!.kind).toBe("dense");
  });

  it("hfMlps(layer) is four times the width where GPT-2 and Falcon say nothing", () => {
    expect(mlps({model_type: "gpt2", n_embd: 768, n_inner: null})).toMatchObject([
      {intermediateSize: 3072, gated: false, bias: true}
    ]);
    expect(() => mlps({hidden_size: 768})).toThrow("missing field: intermediate_size");
  });

  it("hfMlps(layer) is dense in the first layers, then experts with shared ones", () => {
    const config = {
      ...moe,
      model_type: "deepseek_v3",
      intermediate_size: 32,
      first_k_dense_replace: 3,
      moe_layer_freq: 1,
      n_shared_experts: 2
    };
    expect(kinds(config)).toBe("dddmmmmm");
    expect(mlps(config, {index: 3})).toMatchObject([
      {sharedIntermediateSize: 32, routerBias: true, nExperts: 8}
    ]);
  });

  it("hfMlps(layer) places experts by step, period, list and exception", () => {
    const dense = {...moe, intermediate_size: 32};
    expect(kinds({...dense, interleave_moe_layer_step: 2})).toBe("dmdmdmdm");
    expect(kinds({...dense, decoder_sparse_step: 1, mlp_only_layers: [1]})).toBe("mdmmmmmm");
    expect(kinds({...dense, expert_layer_period: 2, expert_layer_offset: 1})).toBe("dmdmdmdm");
    expect(kinds({...dense, moe_layer_freq: [0, 1, 1, 0, 1, 1, 1, 1]})).toBe("dmmdmmmm");
    expect(kinds({...dense, moe_layers: [2, 5]})).toBe("ddmddmdd");
    const mlp_layer_types = ["dense", ...Array.from({length: 7}, () => "sparse")];
    expect(kinds({...dense, mlp_layer_types})).toBe("dmmmmmmm");
  });

  it("hfMlps(layer) takes intermediate_size as the experts' width where that is all there is", () => {
    const mixtral = {num_local_experts: 8, num_experts_per_tok: 2, intermediate_size: 14336};
    expect(mlps(mixtral)).toMatchObject([{expertIntermediateSize: 14336}]);
  });

  it("hfMlps(layer) runs a dense MLP beside experts with enable_moe_block", () => {
    const {num_experts_per_tok: k, ...rest} = moe;
    const gemma = {...rest, top_k_experts: k, intermediate_size: 32, enable_moe_block: true};
    expect(mlps(gemma).map(({kind}) => kind)).toEqual(["dense", "moe"]);
  });

  it("hfMlps(layer) reads latent experts and a shared expert's own width (Nemotron 3 Super)", () => {
    const config = {
      ...moe,
      model_type: "nemotron_h",
      hybrid_override_pattern: "EM-*",
      moe_latent_size: 4,
      moe_shared_expert_intermediate_size: 24,
      intermediate_size: 32
    };
    expect(mlps(config, {role: "mlp-only"})).toMatchObject([
      {latentSize: 4, sharedIntermediateSize: 24, gated: false}
    ]);
    expect(mlps(config, {role: "mlp-only", index: 2})).toMatchObject([{kind: "dense"}]);
    expect(mlps(config, {role: "state-only", index: 1})).toEqual([]);
  });

  it("hfMlps(layer) doubles the MLP of layers that share a cache", () => {
    const config = {intermediate_size: 32, use_double_wide_mlp: true, num_kv_shared_layers: 4};
    expect(mlps(config, {index: 3})).toMatchObject([{intermediateSize: 32}]);
    expect(mlps(config, {index: 4})).toMatchObject([{intermediateSize: 64}]);
  });

  it("hfMlps(layer) refuses more active experts than there are", () => {
    expect(() => mlps({...moe, num_experts_per_tok: 20})).toThrow(
      "invalid num_experts_per_tok: 20 of 8 experts"
    );
  });

  it("hfMlps(layer) names the missing number of active experts", () => {
    const config = {num_experts: 8, moe_intermediate_size: 16};
    expect(() => mlps(config)).toThrow("missing field: num_experts_per_tok");
  });
});
