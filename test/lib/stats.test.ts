import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {ascendingFinite, coefficientOfVariation, mean, quantile} from "../../src/lib/stats.js";

describe("stats", () => {
  it("mean(values) is the sum over the count", () => {
    expect(mean([2, 4, 9])).toBe(5);
    expect(mean([])).toBeNaN();
  });

  it("coefficientOfVariation(values) is the deviation over the mean", () => {
    // mean 5, squared deviations 9 + 1 + 16 = 26; √(26/3) / 5
    expect(coefficientOfVariation([2, 4, 9])).toBeCloseTo(Math.sqrt(26 / 3) / 5, 12);
    expect(coefficientOfVariation([3, 3])).toBe(0);
    expect(coefficientOfVariation([])).toBeNaN();
  });

  it("quantile(ascending, p) lies on the line between neighbours", () => {
    // R: quantile(c(1, 2, 4, 8), c(0, .25, .5, .9, 1)) is 1, 1.75, 3, 6.8, 8
    const values = [1, 2, 4, 8];
    expect([0, 0.25, 0.5, 1].map((p) => quantile(values, p))).toEqual([1, 1.75, 3, 8]);
    expect(quantile(values, 0.9)).toBeCloseTo(6.8, 12);
    expect(quantile([], 0.5)).toBeNaN();
    expect(quantile([1, 2], NaN)).toBeNaN();
  });

  it("quantile(ascending, p) never falls and stays inside the values", () => {
    const column = fc.array(fc.double({noNaN: true, min: -1e9, max: 1e9}), {minLength: 1});
    fc.assert(
      fc.property(column, fc.double({min: 0, max: 1, noNaN: true}), (values, p) => {
        const sorted = ascendingFinite(values);
        const q = quantile(sorted, p);
        expect(q).toBeGreaterThanOrEqual(sorted[0]!);
        expect(q).toBeLessThanOrEqual(sorted.at(-1)!);
        expect(quantile(sorted, p / 2)).toBeLessThanOrEqual(q);
      })
    );
  });

  it("ascendingFinite(values) leaves out what has no value", () => {
    expect([...ascendingFinite([3, NaN, -1, Infinity, 2])]).toEqual([-1, 2, 3]);
  });
});
