import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  prefixHitTokens,
  prefixUnitTokens,
  smallestCacheablePrompt
} from "../../../src/lib/engines/prefix.js";

describe("prefixHitTokens", () => {
  it.each([
    [8891, 256, 8704],
    [8704, 256, 8448],
    [8525, 256, 8448],
    [480, 528, 0],
    [552, 528, 528],
    [240, 784, 0]
  ])("%i tokens in units of %i hit %i (vllm#42948, #40696, #54607)", (prompt, unit, hit) => {
    expect(prefixHitTokens(prompt, unit)).toBe(hit);
  });

  it("979 tokens at 528 hit 54 %, 552 hit 95 % (vllm#40696)", () => {
    expect(Math.round((prefixHitTokens(979, 528) / 979) * 100)).toBe(54);
    expect(Math.round((prefixHitTokens(552, 528) / 552) * 1000) / 10).toBeCloseTo(95.7, 1);
  });

  it("the smallest cacheable prompt is the first that hits", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 5000}), (unit) => {
        const smallest = smallestCacheablePrompt(unit);
        expect(prefixHitTokens(smallest, unit)).toBe(unit);
        expect(prefixHitTokens(smallest - 1, unit)).toBe(0);
      })
    );
    expect(prefixHitTokens(0, 16)).toBe(0);
  });
});

describe("prefixUnitTokens", () => {
  it("several block sizes cache in their least common multiple (vllm-ascend#16270: 4,096)", () => {
    expect(prefixUnitTokens([128, 4096])).toBe(4096);
    expect(prefixUnitTokens([16, 32, 48])).toBe(96);
    expect(prefixUnitTokens([])).toBe(1);
  });
});
