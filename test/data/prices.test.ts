import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import type {ApiPrice, GpuRental} from "../../src/lib/cost/price-file.js";

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const loaded = JSON.parse(
  execFileSync(process.execPath, ["--import", "tsx", path("src/data/prices.json.ts")], {
    cwd: path("."),
    encoding: "utf8"
  })
) as {api: ApiPrice[]; rentals: GpuRental[]};
const raw = readFileSync(path("src/data/raw/prices.json"), "utf8");
const price = (id: string) => loaded.api.find((row) => row.id === id)!.prices;

describe("prices.json", () => {
  it("prices.json has 76 API and 51 rental rows, each with source and retrieval date", () => {
    expect(loaded.api).toHaveLength(76);
    expect(loaded.rentals).toHaveLength(51);
    for (const row of [...loaded.api, ...loaded.rentals]) {
      expect(row.source).toMatch(/\w/);
      expect(row.retrieved).toBe("2026-11-29");
    }
  });

  it("prices.json keeps rows without a date as such: 8 API rows, 24 rentals", () => {
    expect(loaded.api.filter((row) => row.asOf === null)).toHaveLength(8);
    expect(loaded.rentals.filter((row) => row.asOf === null)).toHaveLength(24);
  });

  it("prices.json holds the chapter's three tiers: 5 / 0.5 / 30, 2 / 0.2 / 12, 0.2 / 0.02 / 1.2 a million", () => {
    const million = (id: string) =>
      [price(id).inputUsdPerToken, price(id).cachedUsdPerToken, price(id).outputUsdPerToken].map(
        (usd) => Number((usd * 1e6).toPrecision(12))
      );
    expect(million("gpt-5.6-sol")).toEqual([5, 0.5, 30]);
    expect(million("gpt-5.6-terra")).toEqual([2, 0.2, 12]);
    expect(million("gpt-5.6-luna")).toEqual([0.2, 0.02, 1.2]);
  });

  it("prices.json has tiers that cost more than the base price, in every bucket", () => {
    for (const {id, prices} of loaded.api)
      for (const tier of prices.contextTiers) {
        expect(tier.inputUsdPerToken, id).toBeGreaterThan(prices.inputUsdPerToken);
        expect(tier.cachedUsdPerToken, id).toBeGreaterThan(prices.cachedUsdPerToken);
        expect(tier.outputUsdPerToken, id).toBeGreaterThan(prices.outputUsdPerToken);
      }
  });

  it("prices.json charges a 1-hour write at twice the input wherever there is one", () => {
    const hourly = loaded.api.filter((row) => row.prices.write1hUsdPerToken !== null);
    expect(hourly).toHaveLength(8);
    for (const {id, prices} of hourly)
      expect(prices.write1hUsdPerToken! / prices.inputUsdPerToken, id).toBeCloseTo(2, 9);
  });

  it("raw/prices.json keeps published units in its keys", () => {
    expect(raw).toContain('"inputUsdPerMillionTokens": 5');
    expect(raw).not.toMatch(/"(input|output|cachedInput)":/);
  });
});
