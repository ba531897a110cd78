import {describe, expect, it} from "vitest";
import {
  flopsPerToken,
  headParams,
  multipliedParams,
  prefillFlops,
  promptFlops,
  tokenFlops
} from "../../src/lib/flops.js";
import {modelById, models} from "../catalog-data.js";

describe("multipliedParams(model)", () => {
  it("leaves the input embedding out of an untied model", () => {
    // Llama 3.1 70B: 70,553,706,496 − 128,256 · 8,192
    expect(multipliedParams(modelById("llama3.1-70b"))).toBe(69503033344);
  });
  it("keeps the one matrix of a tied model, which is its output head", () => {
    expect(multipliedParams(modelById("llama3.2-1b"))).toBe(1235814400);
  });
  it("counts the experts that a token passes", () => {
    // DeepSeek-V3: 36.63 B without the input embedding (vendor: 36.7 B)
    expect(multipliedParams(modelById("deepseek-v3")) / 36.7e9).toBeCloseTo(1, 2);
  });
  it("is a number for every model of the catalog", () => {
    for (const model of models) expect(multipliedParams(model), model.id).toBeGreaterThan(1e8);
  });
});

it("headParams(model) is V · D", () => {
  expect(headParams(modelById("llama3.1-8b"))).toBe(128256 * 4096);
});

describe("tokenFlops(model, {contextTokens})", () => {
  it("is two FLOPs a parameter and four for each head element and token seen", () => {
    const {weightFlops, attentionFlops, total} = tokenFlops(modelById("llama3.1-70b"), {
      contextTokens: 8192
    });
    expect(weightFlops).toBe(2 * 69503033344);
    expect(attentionFlops).toBe(4 * 80 * 64 * 128 * 8192);
    expect(total).toBe(weightFlops + attentionFlops);
  });
  it("flopsPerToken(model, options) is its total", () => {
    const model = modelById("llama3.1-8b");
    expect(flopsPerToken(model, {contextTokens: 0})).toBe(2 * (8030261248 - 128256 * 4096));
  });
  it("grows with context only in the layers without a window", () => {
    const model = modelById("gpt-oss-20b"); // 12 full layers, 12 of 128 tokens, 64 heads of 64
    const at = (contextTokens: number) => tokenFlops(model, {contextTokens}).attentionFlops;
    expect(at(2000) - at(1000)).toBe(12 * 4 * 64 * 64 * 1000);
  });
});

describe("promptFlops(model, {promptTokens})", () => {
  it("runs the output head once and everything else for every token", () => {
    const model = modelById("llama3.1-8b");
    const head = 128256 * 4096;
    const rest = 8030261248 - 2 * head;
    expect(promptFlops(model, {promptTokens: 100}).weightFlops).toBe(2 * (100 * rest + head));
  });
  it("meets tokenFlops at a prompt of one token", () => {
    const model = modelById("llama3.1-8b");
    expect(prefillFlops(model, {promptTokens: 1})).toBe(flopsPerToken(model, {contextTokens: 1}));
  });
  it("has the causal half of 4 · L · N · H · S²", () => {
    const {attentionFlops} = promptFlops(modelById("llama3.1-70b"), {promptTokens: 8192});
    expect(attentionFlops / (4 * 80 * 64 * 128 * 8192 ** 2)).toBeCloseTo(0.5, 3);
  });
  it("lets NaN through", () => {
    expect(prefillFlops(modelById("llama3.1-8b"), {promptTokens: NaN})).toBeNaN();
  });
});
