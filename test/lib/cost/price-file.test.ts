import {describe, expect, it} from "vitest";
import type {PriceFileRow, RentalRow} from "../../../src/lib/cost/price-file.js";
import {asOfText, fromPriceFileRow, fromRentalRow} from "../../../src/lib/cost/price-file.js";

const row: PriceFileRow = {
  id: "x",
  provider: "p",
  model: "x",
  tier: "mid",
  contextWindowTokens: 1000,
  inputUsdPerMillionTokens: 2,
  cachedInputUsdPerMillionTokens: 0.2,
  cacheWriteUsdPerMillionTokens: null,
  cacheWrite1hUsdPerMillionTokens: null,
  outputUsdPerMillionTokens: 12,
  batchMultiplier: null,
  contextTiers: null,
  comment: null,
  asOf: "2026-08-02",
  source: "s",
  retrieved: "2026-11-29",
  verified: true
};

const rental: RentalRow = {
  gpu: "h100-sxm",
  provider: "p",
  usdPerGpuHour: 2.4,
  listedUsdPerHour: 19.2,
  listedGpuCount: 8,
  note: null,
  asOf: null,
  asOfNote: "snapshot",
  source: "s",
  retrieved: "2026-11-29",
  verified: true
};

describe("fromPriceFileRow", () => {
  it("fromPriceFileRow(row) keeps provenance and converts prices", () => {
    expect(fromPriceFileRow(row)).toMatchObject({id: "x", tier: "mid", asOf: "2026-08-02"});
    expect(fromPriceFileRow(row).prices.inputUsdPerToken).toBe(2e-6);
  });

  it("fromPriceFileRow(row) names row and field of what is wrong", () => {
    const bad = (part: Partial<PriceFileRow>) => () => fromPriceFileRow({...row, ...part});
    expect(bad({tier: "huge"})).toThrow("invalid tier of x: huge");
    expect(bad({source: ""})).toThrow("missing source of x");
    expect(bad({asOf: "August"})).toThrow("invalid asOf of x: August");
    expect(bad({retrieved: "2026-13-01"})).toThrow("invalid retrieved of x: 2026-13-01");
    expect(bad({cachedInputUsdPerMillionTokens: 3})).toThrow(
      "invalid cachedInputUsdPerMillionTokens of x, above its input price: 3"
    );
  });
});

describe("fromRentalRow", () => {
  it("fromRentalRow(row) is the price of one GPU", () => {
    expect(fromRentalRow(rental).usdPerHour).toBe(2.4);
  });

  it("fromRentalRow(row) refuses a price that is not the listed price by GPU", () => {
    expect(() => fromRentalRow({...rental, listedGpuCount: 4})).toThrow(
      "usdPerGpuHour of h100-sxm at p is not listed price by GPU: 2.4"
    );
    expect(() => fromRentalRow({...rental, usdPerGpuHour: 0})).toThrow(
      "invalid usdPerGpuHour of h100-sxm at p: 0"
    );
  });
});

describe("asOfText", () => {
  it("asOfText(date) says when there is none", () => {
    expect(asOfText("2026-08-02")).toBe("2026-08-02");
    expect(asOfText(null)).toBe("date unknown");
  });
});
