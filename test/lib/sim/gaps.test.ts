import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {Gaps} from "../../../src/lib/sim/gaps.js";
import {ascendingFinite} from "../../../src/lib/stats.js";

describe("Gaps", () => {
  it("quantile(p) is right to 1/64 of its value", () => {
    const seconds = fc.double({min: 1e-6, max: 1e5, noNaN: true});
    const p = fc.double({min: 0.01, max: 1, noNaN: true});
    fc.assert(
      fc.property(fc.array(seconds, {minLength: 1}), p, (values, share) => {
        const gaps = new Gaps();
        values.forEach((value) => gaps.add(value, 1));
        const exact = ascendingFinite(values)[Math.ceil(share * values.length - 1e-9) - 1]!;
        expect(Math.abs(gaps.quantile(share) / exact - 1)).toBeLessThan(1 / 64);
        expect(gaps.total).toBe(values.length);
      })
    );
  });

  it("add(seconds, count) counts many at once; sum and longest are exact", () => {
    const gaps = new Gaps();
    gaps.add(0.5, 3);
    gaps.add(2, 1);
    gaps.add(9, 0);
    expect([gaps.total, gaps.sumSeconds, gaps.longestSeconds]).toEqual([4, 3.5, 2]);
    expect(gaps.quantile(1)).toBe(2);
    expect(new Gaps().quantile(0.5)).toBeNaN();
  });

  it("zero and absurd durations land at the ends", () => {
    const gaps = new Gaps();
    gaps.add(0, 1);
    gaps.add(1e9, 1);
    expect(gaps.quantile(0.5)).toBeLessThan(1e-8);
    expect(gaps.quantile(1)).toBeGreaterThan(1e5);
  });
});
