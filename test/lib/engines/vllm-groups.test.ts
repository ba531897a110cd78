import {describe, expect, it} from "vitest";
import {
  blockBytesByStage,
  blocksOfGroup,
  blocksOfRequest,
  layerGroups
} from "../../../src/lib/engines/vllm-groups.js";
import type {LayerSpec} from "../../../src/lib/engines/vllm-specs.js";

const spec = (layer: number, change: Partial<LayerSpec> = {}): LayerSpec => ({
  kind: "full",
  layer,
  blockTokens: 16,
  pageBytes: 64,
  windowTokens: null,
  ...change
});
const request = {nTokens: 1000, maxBatchedTokens: 100};

describe("layerGroups", () => {
  it("layers that all see everything are one group, of whatever widths", () => {
    const groups = layerGroups([spec(0), spec(1, {pageBytes: 128, kind: "mla"})]);
    expect(groups).toHaveLength(1);
    // the block of the pool is the sum of both pages
    expect(blockBytesByStage(groups, {nLayers: 2, pp: 1})).toEqual([192]);
  });

  it("kinds are dealt out in turn, so that every pipeline stage has some of each group", () => {
    const sliding = {kind: "sliding", windowTokens: 32} as const;
    const groups = layerGroups([
      spec(0),
      ...[1, 2].map((layer) => spec(layer, sliding)),
      spec(3),
      ...[4, 5].map((layer) => spec(layer, sliding))
    ]);
    expect(groups.map(({layers}) => layers)).toEqual([
      [0, 3],
      [1, 4],
      [2, 5]
    ]);
    expect(blockBytesByStage(groups, {nLayers: 6, pp: 2})).toEqual([64, 64]);
  });

  it("smaller pages get more tokens where the ratio is whole, padding where it is not", () => {
    const sliding = {kind: "sliding", windowTokens: 32} as const;
    const whole = layerGroups([spec(0), spec(1, {...sliding, pageBytes: 128})]);
    expect(whole.map(({blockTokens}) => blockTokens)).toEqual([32, 16]);
    const broken = layerGroups([spec(0), spec(1, {...sliding, pageBytes: 100})]);
    expect(broken.map(({blockTokens, pageBytes}) => [blockTokens, pageBytes])).toEqual([
      [16, 100],
      [16, 100]
    ]);
  });

  it("no layers, no groups", () => {
    expect(layerGroups([])).toEqual([]);
  });
});

describe("blocksOfGroup", () => {
  it("by hand, 1,000 tokens in blocks of 16", () => {
    const group = {blockTokens: 16, windowTokens: 128};
    const blocks = (kind: LayerSpec["kind"], change = {}) =>
      blocksOfGroup({...group, kind}, {...request, ...change});
    expect(blocks("full")).toBe(63);
    expect(blocks("mla")).toBe(63);
    // ⌈(127 + 100)/16⌉ + 1
    expect(blocks("sliding")).toBe(16);
    // ⌈(128 + 100)/16⌉
    expect(blocks("chunked")).toBe(15);
    expect(blocks("state")).toBe(1);
    expect(blocks("state", {stateMode: "align", nSpeculativeTokens: 3})).toBe(5);
    expect(blocks("state", {stateMode: "all"})).toBe(63);
    // a short request never takes more than itself, and one
    expect(blocks("sliding", {nTokens: 20})).toBe(3);
  });

  it("blocksOfRequest(groups, request) is the sum", () => {
    const group = {blockTokens: 16, windowTokens: null};
    expect(
      blocksOfRequest(
        [
          {...group, kind: "full"},
          {...group, kind: "state"}
        ],
        request
      )
    ).toBe(64);
    expect(blocksOfRequest([], request)).toBe(0);
  });
});
