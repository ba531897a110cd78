import {describe, expect, it} from "vitest";
import {hybridBlockTokens, layerSpecs, stateBytes} from "../../../src/lib/engines/vllm-specs.js";
import {modelById} from "../../catalog-data.js";
import {attention, bareModel} from "../bare-model.js";

const options = {dtype: "bf16"} as const;

describe("layerSpecs", () => {
  it("names each layer by what it looks at", () => {
    const model = bareModel([
      [1, attention(8, 64)],
      [1, attention(8, 64, {window: {kind: "sliding", tokens: 128}})],
      [1, attention(8, 64, {window: {kind: "chunked", tokens: 8192}})],
      [1, attention(8, 64, {ownsKv: false})],
      [1, {kind: "none"}]
    ]);
    expect(layerSpecs(model, options).map(({kind, layer}) => [kind, layer])).toEqual([
      ["full", 0],
      ["sliding", 1],
      ["chunked", 2]
    ]);
  });

  it("states are padded to the page of attention beside them", () => {
    const specs = layerSpecs(modelById("qwen3.5-27b"), options);
    expect(specs).toHaveLength(64);
    expect(new Set(specs.map(({pageBytes}) => pageBytes))).toEqual(new Set([784 * 4096]));
    expect(specs.filter(({kind}) => kind === "state")).toHaveLength(48);
  });
});

describe("stateBytes and hybridBlockTokens", () => {
  it("a state has its matrix in float32 and its convolution in 16 bits", () => {
    const gdn = {
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 48,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    } as const;
    // 48 · 128 · 128 · 4 + 3 · (2 · 16 · 128 + 48 · 128) · 2
    expect(stateBytes(gdn, options)).toBe(3_145_728 + 61_440);
    expect(stateBytes(gdn, {...options, tp: 2})).toBe((3_145_728 + 61_440) / 2);
  });

  it("the block grows with the state, and with fewer bytes a token", () => {
    const model = modelById("qwen3.5-27b");
    expect(hybridBlockTokens(model, options)).toBe(784);
    // half the bytes a token: 783 · 2 = 1,566 tokens, up to 1,568
    expect(hybridBlockTokens(model, {dtype: "fp8"})).toBe(1568);
    expect(hybridBlockTokens(model, {...options, blockTokens: 1024})).toBe(1024);
    expect(hybridBlockTokens(modelById("llama3.1-8b"), options)).toBe(16);
  });
});
