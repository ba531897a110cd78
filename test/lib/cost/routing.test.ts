import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {monthlyBill} from "../../../src/lib/cost/fleet.js";
import {routeDown, routedBill} from "../../../src/lib/cost/routing.js";
import {anyPrices, anyWorkload, chapter, expectWithin, luna, sol, terra} from "./fixtures.js";

describe("routedBill", () => {
  it("routedBill(chapter, half flagship, half mid) is the mean of $4,191 and $1,676.40", () => {
    const legs = [
      {prices: sol, fraction: 0.5},
      {prices: terra, fraction: 0.5}
    ];
    expectWithin(routedBill(chapter, legs).totalUsd, (4_191 + 1_676.4) / 2);
  });

  it("routedBill(workload, one leg) is the plain bill", () => {
    expect(routedBill(chapter, [{prices: luna, fraction: 1}])).toEqual(monthlyBill(chapter, luna));
  });

  it("routedBill(workload, legs) lies between the cheapest and the dearest leg", () => {
    const share = fc.double({min: 0, max: 1, noNaN: true});
    fc.assert(
      fc.property(anyWorkload, anyPrices, anyPrices, share, (workload, a, b, fraction) => {
        const legs = [
          {prices: a, fraction},
          {prices: b, fraction: 1 - fraction}
        ];
        const ends = [a, b].map((prices) => monthlyBill(workload, prices).totalUsd);
        const {totalUsd} = routedBill(workload, legs);
        expect(totalUsd).toBeGreaterThanOrEqual(Math.min(...ends) * (1 - 1e-9));
        expect(totalUsd).toBeLessThanOrEqual(Math.max(...ends) * (1 + 1e-9));
      })
    );
  });
});

describe("routeDown", () => {
  const fractions = (first: number) =>
    routeDown(["flagship", "mid", "small"], {first, share: 0.3}).map((leg) => leg.fraction);

  it("routeDown(prices, {first, share}) hands a share to the next tier", () => {
    expect(fractions(0)).toEqual([0.7, 0.3, 0]);
    expect(fractions(1)).toEqual([0, 0.7, 0.3]);
  });

  it("routeDown(prices, {first}) keeps everything on the last tier", () => {
    expect(fractions(2)).toEqual([0, 0, 1]);
  });
});
