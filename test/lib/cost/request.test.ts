import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {TokenBuckets} from "../../../src/lib/cost/buckets.js";
import type {TokenPrices} from "../../../src/lib/cost/prices.js";
import {requestParts, requestUsd, tierPrices} from "../../../src/lib/cost/request.js";
import {anyBuckets, anyPrices, expectWithin, perMillion} from "./fixtures.js";

function buckets(parts: Partial<TokenBuckets>): TokenBuckets {
  return {
    uncachedTokens: 0,
    readTokens: 0,
    write5mTokens: 0,
    write1hTokens: 0,
    outputTokens: 0,
    ...parts
  };
}

const tier = (
  aboveInputTokens: number,
  [input, cached, output]: readonly [number, number, number]
) => ({
  aboveInputTokens,
  inputUsdPerMillionTokens: input,
  cachedInputUsdPerMillionTokens: cached,
  cacheWriteUsdPerMillionTokens: null,
  outputUsdPerMillionTokens: output
});

/** What issue trackers report: tokens and dollars as a user saw them, the wrong figure beside. */
describe("requestUsd on public bug reports", () => {
  it("requestUsd(buckets, prices) prices 41,518 cached tokens at the cache price (litellm#25950)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 2_823, readTokens: 41_518}),
      perMillion([1.4, 0.26, 4.4])
    );
    expectWithin(usd, 0.01474688);
  });

  it("requestUsd(buckets, prices) with one uncached token (litellm#31714)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 1, readTokens: 27_146, outputTokens: 351}),
      perMillion([1.4, 0.26, 4.4])
    );
    expectWithin(usd, 0.00860376);
  });

  it("requestUsd(buckets, prices) does not charge cached tokens at the input price (litellm#11789: wrong 0.002059)", () => {
    const prices = perMillion([0.8, 0.08, 4]);
    const usd = requestUsd(
      buckets({uncachedTokens: 4, readTokens: 2_455, outputTokens: 23}),
      prices
    );
    expectWithin(usd, 0.0002916);
    const wrong = requestUsd(buckets({uncachedTokens: 2_459, outputTokens: 23}), prices);
    expect(wrong.toFixed(6)).toBe("0.002059");
  });

  it("requestUsd(buckets, prices) counts cached tokens once (litellm#15945)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 4_262, readTokens: 4_864, outputTokens: 3_197}),
      perMillion([1.25, 0.125, 10])
    );
    expectWithin(usd, 0.0379055);
  });

  it("requestUsd(buckets, prices) charges writes with their premium (litellm#11364: wrong 0.047080)", () => {
    const usd = requestUsd(
      buckets({
        uncachedTokens: 10,
        readTokens: 66_360,
        write5mTokens: 32_435,
        outputTokens: 5_120
      }),
      perMillion([5, 0.5, 25], {cacheWriteUsdPerMillionTokens: 6.25})
    );
    expectWithin(usd, 0.36394875);
  });

  it("requestUsd(buckets, prices) splits writes by lifetime (pi#5603: wrong 6.25)", () => {
    const prices = perMillion([5, 0.5, 25], {
      cacheWriteUsdPerMillionTokens: 6.25,
      cacheWrite1hUsdPerMillionTokens: 10
    });
    const usd = requestUsd(buckets({write5mTokens: 600_000, write1hTokens: 400_000}), prices);
    expectWithin(usd, 7.75);
    expectWithin(requestUsd(buckets({write5mTokens: 1_000_000}), prices), 6.25);
  });

  it("requestUsd(buckets, prices) charges 2M one-hour writes at twice the input (claude-hud#758)", () => {
    const prices = perMillion([3, 0.3, 15], {cacheWrite1hUsdPerMillionTokens: 6});
    expectWithin(requestUsd(buckets({write1hTokens: 2_000_000}), prices), 12);
  });

  it("requestUsd(buckets, prices) reproduces an agent's day (gaia#3730: 1.4083, uncached 3.2412, 57 % saved)", () => {
    const prices = perMillion([2.1, 0.21, 6.6]);
    const usd = requestUsd(
      buckets({uncachedTokens: 280_094, readTokens: 969_744, outputTokens: 93_402}),
      prices
    );
    expectWithin(usd, 1.40829684);
    const uncached = requestUsd(buckets({uncachedTokens: 1_249_838, outputTokens: 93_402}), prices);
    expectWithin(uncached, 3.2412, 5e-5); // 3.24111: the report's output count is itself derived from a total
    expect(Math.round(100 * (1 - usd / uncached))).toBe(57);
  });

  it("requestUsd(buckets, prices) of a cached chat turn (pi#2148: wrong 0.0137)", () => {
    const prices = perMillion([0.5, 0.05, 3]);
    const usd = requestUsd(
      buckets({uncachedTokens: 20_212 - 16_298, readTokens: 16_298, outputTokens: 931}),
      prices
    );
    expect(usd.toFixed(4)).toBe("0.0056");
    const wrong = requestUsd(
      buckets({uncachedTokens: 20_212, readTokens: 16_298, outputTokens: 931}),
      prices
    );
    expect(wrong.toFixed(4)).toBe("0.0137");
  });

  it("requestUsd(buckets, prices) of a logged call (logfire#1316)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 538, readTokens: 2_208, outputTokens: 197}),
      perMillion([0.25, 0.025, 2])
    );
    expect(usd.toFixed(6)).toBe("0.000584");
  });

  it("requestUsd(buckets, prices) re-prices the whole request in one tier (litellm#14849: wrong 0.7642, mixed 0.1849)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 262_960 - 257_955, readTokens: 257_955, outputTokens: 1_744}),
      perMillion([1.25, 0.125, 10], {contextTiers: [tier(200_000, [2.5, 0.3125, 15])]})
    );
    expect(usd.toFixed(4)).toBe("0.1193");
  });

  it("requestUsd(buckets, prices) prices all 250k tokens at the high tier (hermes-agent#93678: wrong 0.50)", () => {
    const prices = perMillion([2, 2, 1], {contextTiers: [tier(200_000, [4, 4, 1])]});
    expectWithin(requestUsd(buckets({uncachedTokens: 250_000}), prices), 1);
    expectWithin(requestUsd(buckets({uncachedTokens: 250_000}), prices, {applyTiers: false}), 0.5);
  });

  it("requestUsd(buckets, prices, {batch}) halves cache reads and writes too (loreai#503)", () => {
    const prices = perMillion([5, 0.5, 25], {
      cacheWriteUsdPerMillionTokens: 6.25,
      batchMultiplier: 0.5
    });
    const tokens = buckets({readTokens: 1_000_000, write5mTokens: 1_000_000});
    expectWithin(requestUsd(tokens, prices, {batch: true}), (0.5 + 6.25) / 2);
  });

  it("requestUsd(buckets, prices) reproduces DeepSeek's day 6 income: $562,100 (published 562,027 from unrounded counts)", () => {
    const usd = requestUsd(
      buckets({uncachedTokens: 266e9, readTokens: 342e9, outputTokens: 168e9}),
      perMillion([0.55, 0.14, 2.19])
    );
    expectWithin(usd, 562_100);
    expectWithin(usd, 562_027, 0.0005);
    expect(Math.round(((usd - 87_072) / 87_072) * 1000) / 10).toBe(545.6);
  });
});

describe("tierPrices", () => {
  const prices = perMillion([3, 0.3, 15], {
    cacheWrite1hUsdPerMillionTokens: 6,
    contextTiers: [tier(200_000, [6, 0.6, 22.5]), tier(500_000, [9, 0.9, 30])]
  });

  it("tierPrices(prices, tokens) keeps the low price at exactly the threshold", () => {
    expect(tierPrices(prices, 200_000).inputUsdPerToken).toBe(3e-6);
    expect(tierPrices(prices, 200_001).inputUsdPerToken).toBe(6e-6);
  });

  it("tierPrices(prices, tokens) re-prices cache reads and writes with the rest", () => {
    const long = tierPrices(prices, 200_001);
    expectWithin(long.cachedUsdPerToken, 0.6e-6);
    expectWithin(long.write1hUsdPerToken!, 12e-6); // litellm#15055, #18988: wrong 6
  });

  it("tierPrices(prices, tokens) takes the highest tier that the prompt exceeds", () => {
    expectWithin(tierPrices(prices, 900_000).inputUsdPerToken, 9e-6);
  });
});

describe("requestParts", () => {
  it("requestParts(buckets, prices) charges a write without a price as uncached input", () => {
    const prices = perMillion([2, 0.2, 8]);
    expectWithin(requestParts(buckets({write5mTokens: 1e6}), prices).writeUsd, 2);
    expectWithin(requestParts(buckets({write1hTokens: 1e6}), prices).writeUsd, 2);
  });

  it("requestParts(buckets, prices) charges a 1-hour write at the only write price there is", () => {
    const prices = perMillion([2, 0.2, 12], {cacheWriteUsdPerMillionTokens: 2.5});
    expectWithin(requestParts(buckets({write1hTokens: 1e6}), prices).writeUsd, 2.5);
  });

  it("requestParts(buckets, prices, {batch}) gives no discount where none is published", () => {
    const prices = perMillion([2, 0.2, 12]);
    const tokens = buckets({uncachedTokens: 10, outputTokens: 10});
    expect(requestUsd(tokens, prices, {batch: true})).toBe(requestUsd(tokens, prices));
  });

  it("requestUsd(buckets, prices) lets NaN through", () => {
    expect(requestUsd(buckets({outputTokens: NaN}), perMillion([1, 1, 1]))).toBeNaN();
  });

  it("requestUsd(buckets, prices) is monotone in every price and in every bucket", () => {
    const keys = [
      "inputUsdPerToken",
      "cachedUsdPerToken",
      "write5mUsdPerToken",
      "write1hUsdPerToken",
      "outputUsdPerToken"
    ] as const;
    fc.assert(
      fc.property(anyBuckets, anyPrices, fc.constantFrom(...keys), (tokens, prices, key) => {
        const raised: TokenPrices = {...prices, [key]: prices[key]! + 1e-6};
        expect(requestUsd(tokens, raised)).toBeGreaterThanOrEqual(requestUsd(tokens, prices));
        const more = {...tokens, readTokens: tokens.readTokens + 1};
        expect(requestUsd(more, prices)).toBeGreaterThanOrEqual(requestUsd(tokens, prices));
      })
    );
  });

  it("requestUsd(buckets, prices) is linear: two requests in one cost their sum", () => {
    fc.assert(
      fc.property(anyBuckets, anyPrices, (tokens, prices) => {
        const twice = buckets({
          uncachedTokens: 2 * tokens.uncachedTokens,
          readTokens: 2 * tokens.readTokens,
          write5mTokens: 2 * tokens.write5mTokens,
          write1hTokens: 2 * tokens.write1hTokens,
          outputTokens: 2 * tokens.outputTokens
        });
        expectWithin(requestUsd(twice, prices), 2 * requestUsd(tokens, prices), 1e-9);
      })
    );
  });
});
