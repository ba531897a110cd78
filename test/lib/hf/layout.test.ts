import {describe, expect, it} from "vitest";
import {hfFamily} from "../../../src/lib/hf/families.js";
import {layerRoles} from "../../../src/lib/hf/layout.js";

const roles = (type: string, config: Record<string, unknown>, nLayers: number) =>
  layerRoles(config, hfFamily(type), nLayers);
const letters = (all: readonly string[]) => all.map((role) => role[0]!.toUpperCase()).join("");

describe("layerRoles", () => {
  it("layerRoles(config) reads layer_types first", () => {
    const layer_types = ["sliding_attention", "full_attention", "chunked_attention"];
    const config = {layer_types, sliding_window: 8, sliding_window_pattern: 2};
    expect(roles("gemma3_text", config, 3)).toEqual(["sliding", "full", "chunked"]);
  });

  it("layerRoles(config) makes layer i global when (i + 1) is a multiple of the pattern", () => {
    // Gemma 3: 5 local to 1 global
    const config = {sliding_window: 512, sliding_window_pattern: 6};
    expect(letters(roles("gemma3_text", config, 13))).toBe("SSSSSFSSSSSFS");
  });

  it("layerRoles(config) takes the family's pattern where the config has none", () => {
    expect(letters(roles("gemma2", {sliding_window: 4096}, 4))).toBe("SFSF");
    expect(letters(roles("gpt_oss", {sliding_window: 128}, 4))).toBe("SFSF");
    expect(letters(roles("mistral", {sliding_window: 4096}, 2))).toBe("SS");
  });

  it("layerRoles(config) has no window when it is null, or the family ignores it", () => {
    expect(letters(roles("mistral", {sliding_window: null}, 2))).toBe("FF");
    expect(letters(roles("llama", {sliding_window: 4096}, 2))).toBe("FF");
  });

  it("layerRoles(config) leaves Qwen2's window off with use_sliding_window: false", () => {
    const config = {sliding_window: 4096, use_sliding_window: false, max_window_layers: 2};
    expect(letters(roles("qwen2", config, 4))).toBe("FFFF");
    expect(letters(roles("qwen2", {sliding_window: 4096}, 4))).toBe("FFFF");
  });

  it("layerRoles(config) windows Qwen2's layers from max_window_layers on", () => {
    const config = {sliding_window: 4096, use_sliding_window: true, max_window_layers: 2};
    expect(letters(roles("qwen2", config, 4))).toBe("FFSS");
  });

  it("layerRoles(config) chunks LLaMA 4's layers but every fourth", () => {
    expect(letters(roles("llama4_text", {attention_chunk_size: 8192}, 5))).toBe("CCCFC");
  });

  it("layerRoles(config) reads MiMo's and MiniMax's lists of zeros and ones", () => {
    expect(letters(roles("mimo_v2_flash", {hybrid_layer_pattern: [0, 1, 1]}, 3))).toBe("FSS");
    expect(roles("minimax_text_01", {attn_type_list: [0, 1]}, 2)).toEqual(["state", "full"]);
  });

  it("layerRoles(config) counts Kimi's layers from 1", () => {
    const config = {linear_attn_config: {full_attn_layers: [4, 5]}};
    expect(roles("kimi_linear", config, 5)).toEqual(["state", "state", "state", "full", "full"]);
  });

  it("layerRoles(config) reads periods of hybrids", () => {
    expect(letters(roles("qwen3_next", {full_attention_interval: 4}, 8))).toBe("SSSFSSSF");
    const jamba = {attn_layer_period: 8, attn_layer_offset: 4};
    expect(roles("jamba", jamba, 16).flatMap((role, i) => (role === "full" ? [i] : []))).toEqual([
      4, 12
    ]);
  });

  it("layerRoles(config) reads Nemotron-H's letters and ignores those past the last layer", () => {
    const config = {hybrid_override_pattern: "M-*E*"};
    expect(roles("nemotron_h", config, 4)).toEqual([
      "state-only",
      "mlp-only",
      "full-only",
      "mlp-only"
    ]);
  });

  it.each([
    ["qwen3_5_text", {}, "missing field: layer_types"],
    ["llama", {layer_types: ["odd"]}, 'unknown layer_types: "odd"'],
    ["llama", {layer_types: ["toString"]}, 'unknown layer_types: "toString"'],
    ["llama", {layer_types: []}, "layer_types has 0 entries for 1 layers"],
    ["nemotron_h", {hybrid_override_pattern: "X"}, 'unknown hybrid_override_pattern: "X"'],
    ["nemotron_h", {hybrid_override_pattern: ""}, "hybrid_override_pattern has 0 entries"],
    ["kimi_linear", {linear_attn_config: "x"}, 'linear_attn_config is not an object: "x"']
  ])("layerRoles of %s with %o says what is wrong", (type, config, message) => {
    expect(() => roles(type, config, 1)).toThrow(message);
  });
});
