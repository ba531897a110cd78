import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {breakEven, crossings, staircaseUsd} from "../../../src/lib/cost/break-even.js";
import {generationsPerReplica, hostingBill, replicaUsd} from "../../../src/lib/cost/hosting.js";
import {expectWithin} from "./fixtures.js";

const stairs = {replicaUsd: 1_000, generationsPerReplica: 150};
const anyStairs = fc.record({
  replicaUsd: fc.double({min: 1, max: 1e5, noNaN: true}),
  generationsPerReplica: fc.double({min: 1, max: 1e7, noNaN: true})
});
const anyPrice = fc.double({min: 1e-4, max: 10, noNaN: true});

describe("breakEven", () => {
  // step 1 at 1,000 / 10 = 100; at 150 a second replica, even again at 200 on step 2; 300 > 2 · 150 never starts dearer
  it("breakEven(10, stairs) is 100, and for good from 200", () => {
    expect(breakEven(10, stairs)).toEqual({
      reached: true,
      generations: 100,
      forGoodGenerations: 200,
      usd: 1_000
    });
  });

  it("breakEven(price, stairs) is never where a full replica costs more than the API", () => {
    expect(breakEven(6, stairs)).toEqual({
      reached: false,
      generations: Infinity,
      forGoodGenerations: Infinity,
      usd: Infinity
    });
  });

  it("breakEven(price, no replica serves) is never", () => {
    expect(breakEven(10, {replicaUsd: 1_000, generationsPerReplica: 0}).reached).toBe(false);
  });

  it("breakEven(free API, stairs) is never", () => {
    expect(breakEven(0, stairs).reached).toBe(false);
  });

  it("breakEven(price, stairs) makes both bills equal, and below it the API is cheaper", () => {
    fc.assert(
      fc.property(anyPrice, anyStairs, (price, staircase) => {
        const even = breakEven(price, staircase);
        fc.pre(even.reached);
        expectWithin(staircaseUsd(even.generations, staircase), price * even.generations);
        const below = even.generations * 0.999;
        expect(price * below).toBeLessThan(staircaseUsd(below, staircase));
      })
    );
  });

  it("breakEven(price, stairs) when never: the API is cheaper at every volume", () => {
    fc.assert(
      fc.property(
        anyPrice,
        anyStairs,
        fc.double({min: 0.01, max: 50, noNaN: true}),
        (price, staircase, steps) => {
          fc.pre(!breakEven(price, staircase).reached);
          const generations = steps * staircase.generationsPerReplica;
          expect(price * generations).toBeLessThan(
            staircaseUsd(generations, staircase) * (1 + 1e-9)
          );
        }
      )
    );
  });

  it("breakEven(price, stairs) holds for good above forGoodGenerations", () => {
    fc.assert(
      fc.property(
        anyPrice,
        anyStairs,
        fc.double({min: 1.0001, max: 50, noNaN: true}),
        (price, staircase, k) => {
          const {forGoodGenerations} = breakEven(price, staircase);
          fc.pre(Number.isFinite(forGoodGenerations));
          const generations = k * forGoodGenerations;
          expect(staircaseUsd(generations, staircase)).toBeLessThanOrEqual(
            price * generations * (1 + 1e-9)
          );
        }
      )
    );
  });

  it("breakEven(price, stairs) as a share of full load is fleet $/day over API $/day at full load", () => {
    const options = {replicaRequestsPerSecond: 0.5};
    const staircase = {
      replicaUsd: replicaUsd(options),
      generationsPerReplica: generationsPerReplica(options)
    };
    const {generations} = breakEven(0.0508, staircase);
    const fullLoadUsd = 0.0508 * 0.5 * 86_400;
    expectWithin(hostingBill(generations, options).usedFraction, 1_728 / 30 / fullLoadUsd);
  });
});

describe("crossings", () => {
  it("crossings(10, stairs) goes up at 100, down at 150, up for good at 200", () => {
    expect(crossings(10, {staircase: stairs, maxGenerations: 1e6})).toEqual([
      {generations: 100, usd: 1_000, cheaperAbove: "self-hosted"},
      {generations: 150, usd: 1_500, cheaperAbove: "api"},
      {generations: 200, usd: 2_000, cheaperAbove: "self-hosted"}
    ]);
  });

  it("crossings(price, {maxGenerations}) stops at the limit", () => {
    const upTo = (maxGenerations: number) =>
      crossings(10, {staircase: stairs, maxGenerations}).map((c) => c.generations);
    expect(upTo(99)).toEqual([]);
    expect(upTo(149)).toEqual([100]);
    expect(upTo(160)).toEqual([100, 150]);
  });

  it("crossings(price, stairs) alternate, rise, and agree with the bills on both sides", () => {
    fc.assert(
      fc.property(anyPrice, anyStairs, (price, staircase) => {
        const list = crossings(price, {
          staircase,
          maxGenerations: 20 * staircase.generationsPerReplica
        });
        for (const [i, {generations, cheaperAbove}] of list.entries()) {
          expect(cheaperAbove).toBe(i % 2 === 0 ? "self-hosted" : "api");
          const next = list[i + 1]?.generations ?? generations * 1.0001;
          fc.pre(next > generations * (1 + 1e-6));
          const above = (generations + Math.min(next, generations * 1.0001)) / 2;
          const gap = staircaseUsd(above, staircase) - price * above;
          if (cheaperAbove === "self-hosted") expect(gap).toBeLessThanOrEqual(1e-6);
          else expect(gap).toBeGreaterThanOrEqual(-1e-6);
        }
      })
    );
  });
});

describe("staircaseUsd", () => {
  it("staircaseUsd(generations, stairs) rents whole replicas", () => {
    expect([0, 1, 150, 151, 301].map((g) => staircaseUsd(g, stairs))).toEqual([
      1_000, 1_000, 1_000, 2_000, 3_000
    ]);
  });
});
