import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {replicatedParams, stageLayerCounts, stageModel} from "../../src/lib/pipeline.js";
import {modelById} from "../catalog-data.js";

describe("stageLayerCounts", () => {
  it("stageLayerCounts(nLayers, pp) leaves the last stage light (vLLM get_pp_indices)", () => {
    expect(stageLayerCounts(32, 1)).toEqual([32]);
    expect(stageLayerCounts(32, 4)).toEqual([8, 8, 8, 8]);
    expect(stageLayerCounts(61, 2)).toEqual([31, 30]);
    expect(stageLayerCounts(5, 3)).toEqual([2, 2, 1]);
    expect(stageLayerCounts(61, 4)).toEqual([15, 15, 16, 15]);
  });

  it("stageLayerCounts(nLayers, pp) loses no layer", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({min: 1, max: 16}), (nLayers, pp) => {
        expect(stageLayerCounts(nLayers, pp).reduce((a, b) => a + b)).toBe(nLayers);
      })
    );
  });
});

describe("stageModel", () => {
  it("stageModel(model, {stage, pp}) takes the layers in the order of the layout", () => {
    const gptOss = modelById("gpt-oss-20b");
    const stages = [0, 1].map((stage) => stageModel(gptOss, {stage, pp: 2}));
    expect(stages.flatMap((s) => s.layout)).toEqual(gptOss.layout);
    for (const {layout, layerKinds} of stages) {
      expect(layerKinds.reduce((sum, kind) => sum + kind.count, 0)).toBe(layout.length);
    }
  });

  it("stageModel(model, {stage: 0, pp: 1}) is the model", () => {
    const model = modelById("llama3.1-8b");
    expect(stageModel(model, {stage: 0, pp: 1})).toBe(model);
  });

  it("stageModel throws for a stage that does not exist", () => {
    const model = modelById("llama3.1-8b");
    expect(() => stageModel(model, {stage: 2, pp: 2})).toThrow("invalid stage: 2 of 2");
  });
});

describe("replicatedParams", () => {
  it("replicatedParams(model, 1) is none", () => {
    for (const id of ["llama3.1-8b", "deepseek-v3", "deepseek-v4-flash"]) {
      expect(replicatedParams(modelById(id), 1)).toBe(0);
    }
  });

  it("replicatedParams(GQA, tp) starts where tp passes the KV heads", () => {
    const model = modelById("llama3.1-8b");
    expect(replicatedParams(model, 8)).toBe(0);
    // one head of 2 · 128 instead of half a head, 32 layers of 4,096
    expect(replicatedParams(model, 16)).toBe(32 * 4096 * 256 * 0.5);
  });

  it("replicatedParams(MLA, tp) keeps the down-projections whole", () => {
    // 61 · 7,168 · (1,536 + 512 + 64) · 7/8
    expect(replicatedParams(modelById("deepseek-v3"), 8)).toBe((61 * 7168 * 2112 * 7) / 8);
  });
});
