import {describe, expect, it} from "vitest";
import {ggufFields} from "../../../src/lib/gguf/fields.js";
import {ggufLayer} from "../../../src/lib/gguf/layers.js";

const layer = (shapes: Record<string, number[]>, keys: Record<string, number> = {}) => {
  const metadata = new Map<string, string | number>([
    ["general.architecture", "phi3"],
    ["phi3.block_count", 4],
    ["phi3.embedding_length", 64],
    ...Object.entries(keys).map(([key, value]) => [`phi3.${key}`, value] as const)
  ]);
  const tensors = Object.entries(shapes).map(([name, shape]) => {
    return {name: `blk.0.${name}`, shape, type: "F16", nElements: 0, bytes: 0};
  });
  return ggufLayer(ggufFields({metadata, tensors}), 0);
};

describe("ggufLayer", () => {
  it("gate and up in one matrix are told by its height (Phi-3)", () => {
    const {mlps} = layer({"ffn_up.weight": [64, 512]}, {feed_forward_length: 256});
    expect(mlps).toEqual([{kind: "dense", intermediateSize: 256, gated: true, bias: false}]);
    const plain = layer({"ffn_up.weight": [64, 256]}, {feed_forward_length: 256});
    expect(plain.mlps).toMatchObject([{intermediateSize: 256, gated: false}]);
  });

  it("queries, keys and values in one matrix are attention, without KV heads MHA", () => {
    const {mixer, nNorms} = layer(
      {"attn_qkv.weight": [64, 192], "attn_norm.weight": [64]},
      {"attention.head_count": 8}
    );
    expect(mixer).toMatchObject({kind: "attention", nHeads: 8, nKvHeads: 8, headDim: 8});
    expect(nNorms).toBe(1);
  });

  it("the last layers read an earlier cache where the file says so", () => {
    const keys = {"attention.head_count": 8, "attention.shared_kv_layers": 4};
    expect(layer({"attn_q.weight": [64, 64]}, keys).mixer).toMatchObject({ownsKv: false});
  });
});
