import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {expectedExpertsTouched, expertFractionTouched} from "../../src/lib/experts.js";
import {modelById} from "../catalog-data.js";

describe("expectedExpertsTouched", () => {
  it("expectedExpertsTouched(one token) is k", () => {
    expect(expectedExpertsTouched({nExperts: 8, nExpertsPerToken: 2, nTokens: 1})).toBe(2);
    expect(expectedExpertsTouched({nExperts: 8, nExpertsPerToken: 2, nTokens: 0})).toBe(0);
    // 8 · (1 − 0.75²)
    expect(expectedExpertsTouched({nExperts: 8, nExpertsPerToken: 2, nTokens: 2})).toBe(3.5);
  });

  it("expectedExpertsTouched grows with tokens and never passes E", () => {
    fc.assert(
      fc.property(
        fc.integer({min: 1, max: 512}),
        fc.integer({min: 0, max: 2000}),
        (nExperts, nTokens) => {
          const at = (n: number): number =>
            expectedExpertsTouched({nExperts, nExpertsPerToken: 1, nTokens: n});
          expect(at(nTokens)).toBeLessThanOrEqual(nExperts);
          expect(at(nTokens + 1)).toBeGreaterThanOrEqual(at(nTokens));
        }
      )
    );
  });

  it("expectedExpertsTouched(NaN) is NaN", () => {
    expect(expectedExpertsTouched({nExperts: 8, nExpertsPerToken: 2, nTokens: NaN})).toBeNaN();
  });
});

describe("expertFractionTouched", () => {
  it("expertFractionTouched(model, 1) is k / E; 0 for a dense model", () => {
    expect(expertFractionTouched(modelById("mixtral-8x7b"), 1)).toBe(0.25);
    expect(expertFractionTouched(modelById("deepseek-v3"), 1)).toBeCloseTo(8 / 256, 12);
    expect(expertFractionTouched(modelById("llama3.1-8b"), 64)).toBe(0);
  });

  it("expertFractionTouched(model, many) tends to 1", () => {
    expect(expertFractionTouched(modelById("deepseek-v3"), 1024)).toBeCloseTo(1, 6);
  });
});
