import {describe, expect, it} from "vitest";
import {perLayerTableParams, residualParams} from "../../src/lib/residual.js";

const model = {hiddenSize: 10, layout: [0, 0, 0]};

describe("residualParams", () => {
  it("residualParams(model) is 0 in a plain transformer", () => {
    expect(residualParams(model)).toBe(0);
  });

  it("residualParams(model) has two sites a layer and a head for hyper-connections", () => {
    // 4 streams: (2 + 4)·4 = 24 rows over 40, 24 offsets, 3 scales; head 4 rows, 4 offsets, 1 scale
    const residual = {kind: "hyper-connections" as const, nStreams: 4};
    expect(residualParams({...model, residual})).toBe(3 * 2 * (24 * 40 + 24 + 3) + 4 * 40 + 5);
  });

  it("residualParams(model) has four vectors a layer and two at the end for attention residuals", () => {
    const residual = {kind: "attention-residual" as const};
    expect(residualParams({...model, residual})).toBe(10 * (3 * 4 + 2));
  });

  it("residualParams(model) projects a per-layer embedding in and out of every layer", () => {
    // one projection 10 → 3·2 for all layers with a norm of 2; a gate and a projection per layer
    const perLayerEmbedding = {vocabSize: 100, size: 2};
    expect(residualParams({...model, perLayerEmbedding})).toBe(60 + 2 + 3 * 2 * 20);
  });
});

describe("perLayerTableParams", () => {
  it("perLayerTableParams(model) gives Gemma 4 E2B its table of 2.35 billion", () => {
    // 262144 rows of 35 · 256 (huggingface/transformers gemma4 embed_tokens_per_layer)
    const layout = Array.from({length: 35}, () => 0);
    const table = {layout, perLayerEmbedding: {vocabSize: 262144, size: 256}};
    expect(perLayerTableParams(table)).toBe(2348810240);
  });

  it("perLayerTableParams(model) is 0 without one", () => {
    expect(perLayerTableParams({layout: [0]})).toBe(0);
  });
});
