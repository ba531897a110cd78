import {describe, expect, it} from "vitest";
import {nasLayers} from "../../../src/lib/hf/nas.js";
import {attention} from "../bare-model.js";

const options = {nLayers: 1, attention: attention(64, 128)};
const block = (heads: object, ffn: object) => ({
  hidden_size: 8192,
  block_configs: [{attention: heads, ffn}]
});

describe("nasLayers", () => {
  it("nasLayers(config) is null without block_configs", () => {
    expect(nasLayers({}, options)).toBeNull();
  });

  it("nasLayers(config) rounds a width up to 256: 5.25 · 8192 · 2/3 = 28672, 0.5 → 2816", () => {
    const width = (ffn_mult: number) =>
      nasLayers(block({n_heads_in_group: 8}, {ffn_mult}), options)![0]!.mlps[0];
    expect(width(5.25)).toMatchObject({intermediateSize: 28672});
    expect(width(0.5)).toMatchObject({intermediateSize: 2816});
  });

  it("nasLayers(config) drops a part and its norm with no_op", () => {
    expect(nasLayers(block({no_op: true}, {ffn_mult: 1}), options)).toMatchObject([
      {mixer: {kind: "none"}, nNorms: 1}
    ]);
    expect(nasLayers(block({n_heads_in_group: 8}, {no_op: true}), options)).toMatchObject([
      {mixer: {nKvHeads: 8}, mlps: [], nNorms: 1}
    ]);
  });

  it.each([
    [block({replace_with_linear: true}, {}), "not modelled: block_configs.attention.replace"],
    [
      block({n_heads_in_group: 7}, {ffn_mult: 1}),
      "nHeads not divisible by n_heads_in_group: 64, 7"
    ],
    [block({n_heads_in_group: 8}, {}), "missing field: block_configs.ffn.ffn_mult"],
    [{block_configs: [{}]}, "block_configs.attention is not an object: undefined"],
    [{block_configs: [3]}, "block_configs is not an object: 3"]
  ])("nasLayers(%o) says what is wrong", (config, message) => {
    expect(() => nasLayers(config, options)).toThrow(message);
  });
});
