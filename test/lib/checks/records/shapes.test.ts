import {describe, expect, it} from "vitest";
import {
  attentionPlan,
  hasInput,
  kvDtypeOf,
  shapeText,
  withKvHeads
} from "../../../../src/lib/checks/records/shapes.js";
import {kvGrowthBytesPerToken, kvProfile} from "../../../../src/lib/kv.js";
import {modelById} from "../../../catalog-data.js";

describe("attentionPlan and withKvHeads", () => {
  it("attentionPlan(shapes) caches like a model of that shape", () => {
    const plan = attentionPlan([{nLayers: 32, nKvHeads: 8, headDim: 128}]);
    expect(kvGrowthBytesPerToken(plan, "bf16")).toBe(131072);
  });

  it("attentionPlan(shapes) takes values of another width, and windows", () => {
    const window = {kind: "sliding" as const, tokens: 512};
    const plan = attentionPlan([{nLayers: 2, nKvHeads: 1, headDim: 8, vHeadDim: 4, window}]);
    expect(kvProfile(plan, "bf16").windows).toEqual([{tokens: 512, bytesPerToken: 2 * 12 * 2}]);
  });

  it("withKvHeads(model, n) doubles the cache of LLaMA-3.1-405B's first upload", () => {
    const model = modelById("llama3.1-405b");
    const doubled = kvGrowthBytesPerToken(withKvHeads(model, 16), "bf16");
    expect(doubled).toBe(2 * kvGrowthBytesPerToken(model, "bf16"));
  });
});

describe("kvDtypeOf, shapeText and hasInput", () => {
  it("kvDtypeOf(name) reads ggml's names and bytes an element", () => {
    expect(["f16", 2, 1, "q8_0", "iq4_nl"].map(kvDtypeOf)).toEqual([
      "bf16",
      "bf16",
      "fp8",
      "q8_0",
      "iq4_nl"
    ]);
    expect(() => kvDtypeOf("toString")).toThrow("unknown cache format: toString");
  });

  it("shapeText(model, dtype) writes the factors out", () => {
    expect(shapeText(modelById("llama3.1-8b"), "bf16")).toBe("L 32 · K 8 · 2 · H 128 · b 2");
  });

  it("hasInput(record, key) takes null for absent", () => {
    expect(hasInput({inputs: {a: 0, b: null}}, "a")).toBe(true);
    expect(hasInput({inputs: {a: 0, b: null}}, "b")).toBe(false);
  });
});
