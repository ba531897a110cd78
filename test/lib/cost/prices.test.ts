import {describe, expect, it} from "vitest";
import {fromPriceRow} from "../../../src/lib/cost/prices.js";
import {expectWithin} from "./fixtures.js";

const row = {
  id: "claude-sonnet-4-5",
  inputUsdPerMillionTokens: 3,
  cachedInputUsdPerMillionTokens: 0.3,
  cacheWriteUsdPerMillionTokens: 3.75,
  cacheWrite1hUsdPerMillionTokens: 6,
  outputUsdPerMillionTokens: 15,
  batchMultiplier: 0.5,
  contextTiers: [
    {
      aboveInputTokens: 200_000,
      inputUsdPerMillionTokens: 6,
      cachedInputUsdPerMillionTokens: 0.6,
      cacheWriteUsdPerMillionTokens: 7.5,
      outputUsdPerMillionTokens: 22.5
    }
  ]
};

describe("fromPriceRow", () => {
  it("fromPriceRow(row) turns dollars a million into dollars a token", () => {
    const prices = fromPriceRow(row);
    expect(prices.inputUsdPerToken).toBe(3e-6);
    expect(prices.cachedUsdPerToken).toBe(0.3 / 1e6);
    expect(prices.write5mUsdPerToken).toBe(3.75e-6);
    expect(prices.outputUsdPerToken).toBe(15e-6);
    expect(prices.batchMultiplier).toBe(0.5);
  });

  it("fromPriceRow(row) reads a cache price of 0.08 a million as 8e-8, not 8e-7 (litellm#9833)", () => {
    expectWithin(
      fromPriceRow({...row, cachedInputUsdPerMillionTokens: 0.08}).cachedUsdPerToken,
      8e-8
    );
  });

  it("fromPriceRow(row) keeps a 1-hour write at twice the input in the long tier (litellm#15055: 12, wrong: 6)", () => {
    expectWithin(fromPriceRow(row).contextTiers[0]!.write1hUsdPerToken!, 12e-6);
  });

  it("fromPriceRow(row) charges cached tokens as input where no cache price is published", () => {
    const prices = fromPriceRow({...row, cachedInputUsdPerMillionTokens: null, contextTiers: null});
    expect(prices.cachedUsdPerToken).toBe(prices.inputUsdPerToken);
  });

  it("fromPriceRow(row) names field and row of a bad price", () => {
    expect(() => fromPriceRow({...row, outputUsdPerMillionTokens: -1})).toThrow(
      "invalid outputUsdPerMillionTokens of claude-sonnet-4-5: -1"
    );
    expect(() => fromPriceRow({...row, inputUsdPerMillionTokens: 5000})).toThrow(
      "invalid inputUsdPerMillionTokens of claude-sonnet-4-5: 5000"
    );
    expect(() => fromPriceRow({...row, inputUsdPerMillionTokens: NaN})).toThrow("NaN");
    expect(() => fromPriceRow({...row, batchMultiplier: 1.5})).toThrow(
      "invalid batchMultiplier of claude-sonnet-4-5: 1.5"
    );
  });

  it("fromPriceRow(row) refuses tiers out of order and thresholds that are no count", () => {
    const [tier] = row.contextTiers;
    expect(() => fromPriceRow({...row, contextTiers: [tier!, tier!]})).toThrow("not ascending");
    expect(() => fromPriceRow({...row, contextTiers: [{...tier!, aboveInputTokens: 0.5}]})).toThrow(
      "invalid aboveInputTokens of claude-sonnet-4-5: 0.5"
    );
  });
});
