import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  expectedTokens,
  meanAcceptedLength,
  operationsFactor,
  speculationSpeedup
} from "../../../src/lib/spec/leviathan.js";

describe("expectedTokens and speculationSpeedup", () => {
  it.each([
    // Leviathan et al., table 1: α, γ, operations, speed with a free draft
    [0.6, 2, 1.53, 1.96],
    [0.7, 3, 1.58, 2.53],
    [0.8, 2, 1.23, 2.44],
    [0.8, 5, 1.63, 3.69],
    [0.9, 2, 1.11, 2.71],
    [0.9, 10, 1.6, 6.86]
  ])(
    "α %d, γ %d: %d times the arithmetic, %d times as fast",
    (acceptance, nDrafted, ops, speed) => {
      const draft = {acceptance, nDrafted};
      expect(speculationSpeedup(draft).toFixed(2)).toBe(speed.toFixed(2));
      expect(operationsFactor(draft).toFixed(2)).toBe(ops.toFixed(2));
    }
  );

  it("expectedTokens(speculation) is 1 without a draft, γ + 1 when all are accepted", () => {
    expect(expectedTokens({acceptance: 0.7, nDrafted: 0})).toBeCloseTo(1, 12);
    expect(expectedTokens({acceptance: 0, nDrafted: 5})).toBe(1);
    expect(expectedTokens({acceptance: 1, nDrafted: 5})).toBe(6);
  });

  it("expectedTokens(speculation) is the sum of the chances to get so far: 1 + α + … + α^γ", () => {
    fc.assert(
      fc.property(
        fc.double({min: 0, max: 0.99, noNaN: true}),
        fc.nat(20),
        (acceptance, nDrafted) => {
          let sum = 0;
          for (let i = 0; i <= nDrafted; i += 1) sum += acceptance ** i;
          expect(expectedTokens({acceptance, nDrafted})).toBeCloseTo(sum, 9);
        }
      )
    );
  });

  it("speculationSpeedup(speculation, {draftCost}) loses to the draft's own time", () => {
    const draft = {acceptance: 0.8, nDrafted: 5};
    expect(speculationSpeedup(draft, {draftCost: 0.1})).toBeCloseTo(3.68928 / 1.5, 9);
    expect(speculationSpeedup({acceptance: 0.1, nDrafted: 5}, {draftCost: 0.5})).toBeLessThan(1);
  });

  it("operationsFactor(speculation, {draftOperations}) grows with the draft's arithmetic", () => {
    const draft = {acceptance: 0.8, nDrafted: 5};
    expect(operationsFactor(draft, {draftOperations: 1})).toBeCloseTo(11 / 3.68928, 9);
  });

  it("expectedTokens(speculation) is NaN for NaN", () => {
    expect(expectedTokens({acceptance: NaN, nDrafted: 2})).toBeNaN();
  });
});

describe("meanAcceptedLength", () => {
  it("meanAcceptedLength(counters) counts the target's own token (vllm#26191: 3.53)", () => {
    const length = meanAcceptedLength({nAccepted: 12208, nDrafts: 4816});
    expect(length.toFixed(2)).toBe("3.53");
  });
});
