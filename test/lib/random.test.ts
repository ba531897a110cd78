import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  exponential,
  logNormal,
  normal,
  poisson,
  randomFrom,
  seedFor
} from "../../src/lib/random.js";
import {coefficientOfVariation, mean} from "../../src/lib/stats.js";

const draws = (n: number, draw: () => number) => Array.from({length: n}, draw);

describe("randomFrom", () => {
  it("randomFrom(seed) repeats itself and stays inside (0, 1)", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const numbers = draws(100, randomFrom(seed));
        expect(draws(100, randomFrom(seed))).toEqual(numbers);
        expect(numbers.every((u) => u > 0 && u < 1)).toBe(true);
      })
    );
  });

  it("randomFrom(seed) is uniform: mean 1/2, variance 1/12, no correlation with the next", () => {
    const u = draws(200_000, randomFrom(7));
    expect(mean(u)).toBeCloseTo(0.5, 2);
    expect(mean(u.map((x) => (x - 0.5) ** 2))).toBeCloseTo(1 / 12, 3);
    expect(mean(u.slice(1).map((x, i) => (x - 0.5) * (u[i]! - 0.5)))).toBeCloseTo(0, 3);
  });
});

describe("seedFor", () => {
  it("seedFor(seed, index) differs between parts and between seeds", () => {
    const seeds = new Set<number>();
    for (let seed = 0; seed < 100; seed++) {
      for (let part = 0; part < 100; part++) seeds.add(seedFor(seed, part));
    }
    // 10⁴ of 2³² numbers: 0.01 equal pairs are expected
    expect(seeds.size).toBeGreaterThan(9998);
  });
});

describe("laws", () => {
  it("exponential(random, mean) has its mean and cv 1", () => {
    const random = randomFrom(1);
    const waits = draws(200_000, () => exponential(random, 3));
    expect(mean(waits)).toBeCloseTo(3, 1);
    expect(coefficientOfVariation(waits)).toBeCloseTo(1, 1);
    expect(exponential(() => NaN, 3)).toBeNaN();
  });

  it("normal(random) has mean 0, variance 1 and 68.27 % within one deviation", () => {
    const random = randomFrom(2);
    const z = draws(200_000, () => normal(random));
    expect(mean(z)).toBeCloseTo(0, 2);
    expect(mean(z.map((x) => x * x))).toBeCloseTo(1, 1);
    expect(mean(z.map((x) => Number(Math.abs(x) < 1)))).toBeCloseTo(0.6827, 2);
  });

  it("logNormal(random, law) has the mean and the spread it is asked for", () => {
    const random = randomFrom(3);
    for (const law of [
      {mean: 338, cv: 1.2},
      {mean: 58.5, cv: 0.9}
    ]) {
      const lengths = draws(400_000, () => logNormal(random, law));
      expect(mean(lengths) / law.mean).toBeCloseTo(1, 1);
      expect(coefficientOfVariation(lengths)).toBeCloseTo(law.cv, 1);
    }
    expect(logNormal(() => 0.5, {mean: 5, cv: 0})).toBe(5);
  });

  it("poisson(random, mean) has equal mean and variance", () => {
    const random = randomFrom(4);
    const counts = draws(100_000, () => poisson(random, 4));
    expect(mean(counts)).toBeCloseTo(4, 1);
    // √4 / 4
    expect(coefficientOfVariation(counts)).toBeCloseTo(0.5, 2);
    expect(poisson(random, 0)).toBe(0);
  });
});
