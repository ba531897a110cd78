import {describe, expect, it} from "vitest";
import {attentionOvertakesAt, generationCurve} from "../../src/lib/generation-curve.js";
import {generationStep} from "../../src/lib/generation.js";
import {modelById} from "../catalog-data.js";

const llama8b = modelById("llama3.1-8b");

describe("generationCurve", () => {
  it("generationCurve(model, max) doubles from 16 tokens and lies on generationStep", () => {
    const points = generationCurve(llama8b, 131072).filter(({line}) => line === "no cache");
    expect(points.map(({contextTokens}) => contextTokens)).toEqual(
      Array.from({length: 14}, (_, i) => 16 * 2 ** i)
    );
    for (const {contextTokens, flops} of points) {
      expect(flops).toBe(generationStep(llama8b, contextTokens).naive.total);
    }
  });
});

describe("attentionOvertakesAt", () => {
  it("attentionOvertakesAt(8B) is where 2^18 · S² passes 2 · P · S", () => {
    // S + 1 = 2 · 6,979,588,096 / 262,144 = 53,250
    expect(attentionOvertakesAt(llama8b)).toBeGreaterThan(53000);
    expect(attentionOvertakesAt(llama8b)).toBeLessThan(53500);
    const {naive} = generationStep(llama8b, attentionOvertakesAt(llama8b));
    expect(naive.attentionFlops / naive.weightFlops).toBeCloseTo(1, 4);
  });

  it("attentionOvertakesAt(windows only) is endless", () => {
    expect(attentionOvertakesAt(modelById("mistral-7b-v0.1"))).toBe(Infinity);
  });
});
