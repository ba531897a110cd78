import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {homeAnswer} from "../../../src/lib/answers/home.js";
import {fromPriceFileRow, type PriceFileRow} from "../../../src/lib/cost/price-file.js";
import {gpus, models} from "../../catalog-data.js";

const file = JSON.parse(readFileSync("src/data/raw/prices.json", "utf8")) as {api: PriceFileRow[]};
const data = {models, gpus, prices: file.api.map(fromPriceFileRow), figures: []};

describe("homeAnswer(name, options)", () => {
  it("says the chapter's figures at the chapter's defaults", () => {
    // 2 · 32 · 8 · 128 · 2 B · 131,072 = 16 GiB; 8,030,261,248 parameters · 2 B = 14.96 GiB
    const defaults = {m: "llama3.1-8b", ctx: 131072, kvdt: "bf16", wdt: "bf16"};
    expect(homeAnswer("kv-cache", {defaults, ...data})).toMatch(/16\.00 GiB.*14\.96 GiB/);
  });

  it("reckons the flagship's bill from the page's own workload", () => {
    // 30 · 1,100 · (6,000 · 5 + 14,000 · 0.5 + 3,000 · 30) / 10⁶ = 4,191
    const workload = {dau: 100000, remix: 0.01, pgc: 0.001, in: 20000, out: 3000, hit: 0.7};
    const flagship = data.prices.find(({model}) => model === "gpt-5.6-sol");
    const defaults = {...workload, tier: flagship?.id ?? ""};
    expect(homeAnswer("unit-economics", {defaults, ...data})).toMatch(/\$4,191.*\$38,481/);
  });

  it("refuses defaults that lack an input, naming page and key", () => {
    const ask = (defaults: Record<string, string | number>) =>
      homeAnswer("kv-cache", {defaults, ...data});
    expect(() => ask({m: "llama3.1-8b"})).toThrow("invalid default ctx of kv-cache: undefined");
    expect(() => ask({m: "gpt-9", ctx: 1, kvdt: "bf16", wdt: "bf16"})).toThrow(
      "unknown id in defaults: gpt-9"
    );
    expect(() => ask({m: "llama3.1-8b", ctx: 1, kvdt: "toString", wdt: "bf16"})).toThrow(
      "invalid default kvdt"
    );
  });

  it("refuses a page that has no answer", () => {
    const ask = () => homeAnswer("toString", {defaults: {}, ...data});
    expect(ask).toThrow("no answer for page: toString");
  });
});
