import {describe, expect, it} from "vitest";
import {mistakes} from "../../src/lib/mistakes.js";
import {modelById, models} from "../catalog-data.js";

const ratios = (id: string, contextTokens = 131072) =>
  new Map(mistakes(modelById(id), {contextTokens}).map(({name, ratio}) => [name, ratio]));

describe("mistakes", () => {
  it("mistakes(model) come in one order, 22 of them, for every model", () => {
    const names = mistakes(modelById("llama3.1-8b"), {contextTokens: 8192}).map(({name}) => name);
    expect(names.length).toBe(22);
    expect(new Set(names).size).toBe(22);
  });

  it("mistakes(model) have a formula for both sides and a source", () => {
    for (const mistake of mistakes(modelById("deepseek-v3"), {contextTokens: 8192})) {
      expect(mistake.wrongFormula, mistake.name).not.toBe(mistake.rightFormula);
      expect(mistake.source.length, mistake.name).toBeGreaterThan(10);
    }
  });

  it("mistakes(model) have ratio 1 where a model has nothing to get wrong", () => {
    const llama = ratios("llama3.1-8b");
    expect(llama.get("head width taken as D / N")).toBe(1);
    expect(llama.get("sliding windows ignored")).toBe(1);
    expect(llama.get("memory from the active parameters")).toBe(1);
    expect(llama.get("MLA's latent divided over 16 GPUs")).toBe(1);
  });

  it("mistakes(model) are far off where it has: 4 times on an 8B, half on Qwen3-0.6B", () => {
    expect(ratios("llama3.1-8b").get("query heads counted as KV heads")).toBe(4);
    expect(ratios("qwen3-0.6b").get("head width taken as D / N")).toBe(0.5); // 64 for 128
    expect(ratios("llama3.1-8b").get("KV heads over 16 GPUs rounded down to none")).toBe(0);
    expect(ratios("llama3.1-8b").get("GB printed where GiB is meant")).toBeCloseTo(1.0737, 4);
  });

  it("mistakes(model) are never NaN for a model whose size is known", () => {
    for (const model of models) {
      for (const {name, wrong, right} of mistakes(model, {contextTokens: 8192})) {
        expect(Number.isFinite(wrong) && Number.isFinite(right), `${model.id}: ${name}`).toBe(true);
      }
    }
  });
});
