import fc from "fast-check";
import {expect} from "vitest";
import type {PriceRow} from "../../../src/lib/cost/prices.js";
import {fromPriceRow} from "../../../src/lib/cost/prices.js";
import type {TokenPrices} from "../../../src/lib/cost/prices.js";
import type {TierChoice} from "../../../src/lib/cost/compare.js";
import type {Workload} from "../../../src/lib/cost/fleet.js";

/** The chapter's defaults, with the lab's own token counts. */
export const chapter: Workload = {
  dailyUsers: 100_000,
  remixRate: 1 / 100,
  pgcRate: 1 / 1000,
  inputTokens: 20_000,
  outputTokens: 3_000,
  hitFraction: 0.7
};

/** Prices from what a price page prints: USD per million input, cached and output tokens. */
export function perMillion(
  [input, cached, output]: readonly [number, number, number],
  rest: Partial<PriceRow> = {}
): TokenPrices {
  return fromPriceRow({
    inputUsdPerMillionTokens: input,
    cachedInputUsdPerMillionTokens: cached,
    outputUsdPerMillionTokens: output,
    ...rest
  });
}

/** gpt-5.6-sol, gpt-5.6-terra, gpt-5.6-luna: USD per million input, cached, output. */
export const sol = perMillion([5, 0.5, 30]);
export const terra = perMillion([2, 0.2, 12]);
export const luna = perMillion([0.2, 0.02, 1.2]);

export const tiers: readonly TierChoice[] = [
  {tier: "flagship", name: "sol", prices: sol},
  {tier: "mid", name: "terra", prices: terra},
  {tier: "small", name: "luna", prices: luna}
];

export function expectWithin(actual: number, expected: number, relative = 1e-9): void {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThanOrEqual(
    relative * Math.abs(expected)
  );
}

const price = fc.double({min: 0, max: 100, noNaN: true});
const count = fc.integer({min: 0, max: 1_000_000});

export const anyPrices = fc
  .record({input: price, cached: price, write: price, write1h: price, output: price})
  .map(({input, cached, write, write1h, output}) =>
    perMillion([input, Math.min(cached, input), output], {
      cacheWriteUsdPerMillionTokens: write,
      cacheWrite1hUsdPerMillionTokens: write1h,
      batchMultiplier: 0.5
    })
  );

export const anyBuckets = fc.record({
  uncachedTokens: count,
  readTokens: count,
  write5mTokens: count,
  write1hTokens: count,
  outputTokens: count
});

export const anyWorkload = fc.record({
  dailyUsers: fc.integer({min: 1, max: 10_000_000}),
  remixRate: fc.double({min: 0, max: 1, noNaN: true}),
  pgcRate: fc.double({min: 0.0001, max: 0.1, noNaN: true}),
  inputTokens: fc.integer({min: 1, max: 200_000}),
  outputTokens: fc.integer({min: 1, max: 50_000}),
  hitFraction: fc.double({min: 0, max: 1, noNaN: true})
});
