import {describe, expect, it} from "vitest";
import {nLayers} from "../../src/lib/model.js";
import {modelById, models} from "../catalog-data.js";

describe("nLayers", () => {
  it("nLayers(model) is the length of the layout: 32 in LLaMA-3.1-8B, 61 in DeepSeek-V3", () => {
    expect(nLayers(modelById("llama3.1-8b"))).toBe(32);
    expect(nLayers(modelById("deepseek-v3"))).toBe(61);
  });

  it("nLayers(model) is the sum of its kinds' counts, for every model", () => {
    for (const model of models) {
      expect(nLayers(model)).toBe(model.layerKinds.reduce((n, {count}) => n + count, 0));
    }
  });
});
