import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {groupLayers, mainAttention, mixersOf} from "../../src/lib/layers.js";
import {modelById} from "../catalog-data.js";

const none = {mixer: {kind: "none" as const}, mlps: [], nNorms: 1};
const lightning = {mixer: {kind: "lightning" as const, nHeads: 2, headDim: 4}, mlps: [], nNorms: 2};

describe("groupLayers", () => {
  it("groupLayers(layers) gathers equal layers in order of first appearance", () => {
    const {layerKinds, layout} = groupLayers([lightning, none, lightning]);
    expect(layout).toEqual([0, 1, 0]);
    expect(layerKinds).toEqual([
      {count: 2, ...lightning},
      {count: 1, ...none}
    ]);
  });

  it("groupLayers(layers) counts every layer once", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (picks) => {
        const {layerKinds, layout} = groupLayers(picks.map((pick) => (pick ? none : lightning)));
        expect(layout.length).toBe(picks.length);
        expect(layerKinds.reduce((n, {count}) => n + count, 0)).toBe(picks.length);
      })
    );
  });
});

describe("mixersOf", () => {
  it("mixersOf(model) puts Qwen3-Next's full attention on every fourth layer", () => {
    const kinds = mixersOf(modelById("qwen3-next-80b-a3b")).map(({kind}) => kind);
    expect(kinds.slice(0, 4)).toEqual(["gated-delta", "gated-delta", "gated-delta", "attention"]);
    expect(kinds.filter((kind) => kind === "attention").length).toBe(12);
  });
});

describe("mainAttention", () => {
  it("mainAttention(model) prefers layers that see the whole context", () => {
    expect(mainAttention(modelById("gemma-4-31b"))).toMatchObject({window: null, headDim: 512});
  });

  it("mainAttention(model) takes a windowed layer where there is no other", () => {
    expect(mainAttention(modelById("mistral-7b-v0.1"))?.window?.tokens).toBe(4096);
  });

  it("mainAttention(model) is null under MLA", () => {
    expect(mainAttention(modelById("deepseek-v3"))).toBeNull();
  });
});
