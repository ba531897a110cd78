import {describe, expect, it} from "vitest";
import {extraParts, missingParts} from "../../../src/lib/hf/parts.js";

describe("extraParts", () => {
  it("extraParts(config) is nothing for a plain model", () => {
    expect(extraParts({model_type: "llama"})).toEqual({});
  });

  it("extraParts(config) reads a per-layer embedding, off when its size is 0", () => {
    const config = {hidden_size_per_layer_input: 256, vocab_size_per_layer_input: 262144};
    expect(extraParts(config)).toEqual({perLayerEmbedding: {size: 256, vocabSize: 262144}});
    expect(extraParts({...config, hidden_size_per_layer_input: 0})).toEqual({});
  });

  it("extraParts(config) reads the vision tower of Qwen3.5", () => {
    const vision_config = {
      depth: 27,
      hidden_size: 1152,
      intermediate_size: 4304,
      out_hidden_size: 5120,
      patch_size: 16,
      temporal_patch_size: 2,
      in_channels: 3,
      num_position_embeddings: 2304,
      spatial_merge_size: 2
    };
    expect(extraParts({model_type: "qwen3_5_text", vision_config})).toEqual({
      vision: {
        nLayers: 27,
        hiddenSize: 1152,
        intermediateSize: 4304,
        outHiddenSize: 5120,
        patchElements: 1536,
        nPositions: 2304,
        mergedPatches: 4
      }
    });
    expect(extraParts({model_type: "gemma3_text", vision_config})).toEqual({});
  });
});

describe("missingParts", () => {
  it("missingParts(config) names what a family's parameter count needs", () => {
    expect(missingParts({model_type: "llama"})).toEqual([]);
    expect(missingParts({model_type: "deepseek_v4"})).toEqual(["o_groups", "hc_mult"]);
    expect(missingParts({model_type: "deepseek_v4", o_groups: 8, hc_mult: 4})).toEqual([]);
    expect(missingParts({model_type: "kimi_linear", hidden_act: "situ"})).toEqual([
      "num_shared_experts",
      "routed_expert_hidden_size"
    ]);
  });
});
