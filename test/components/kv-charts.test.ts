// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {byteBarsChart} from "../../src/components/byte-bars-chart.js";
import {generationChart} from "../../src/components/generation-chart.js";
import {headsChart} from "../../src/components/heads-chart.js";
import {kvCurveChart} from "../../src/components/kv-curve-chart.js";
import {kvTermsTable} from "../../src/components/kv-terms-table.js";
import {powerTicks} from "../../src/components/log-lines-chart.js";
import {memoryBarChart} from "../../src/components/memory-bar-chart.js";
import {tpChart} from "../../src/components/tp-chart.js";
import {memoryFit} from "../../src/lib/fit.js";
import {generationCurve} from "../../src/lib/generation-curve.js";
import {headSharing} from "../../src/lib/heads.js";
import {kvCrossing, kvCurve, tpCurve} from "../../src/lib/kv-curve.js";
import {kvTerms} from "../../src/lib/kv-terms.js";
import {modelById} from "../catalog-data.js";

const range = {minTokens: 1024, maxTokens: 2 ** 20};
const bf16 = {weightDtype: "bf16", kvDtype: "bf16"} as const;
const models = ["llama3.1-8b", "deepseek-v3", "gemma-3-27b"].map(modelById);
const points = models.flatMap((model) => kvCurve(model, "bf16", range));
const crossings = models.flatMap((model) => kvCrossing(model, {...bf16, maxTokens: 2 ** 20}) ?? []);

/** No coordinate is NaN, and none of the texts lies outside the picture. */
function expectDrawn(chart: Element): void {
  expect(chart.outerHTML).not.toContain("NaN");
  expect(chart.outerHTML).not.toContain("Infinity");
  expect(chart.querySelectorAll("path, rect, circle").length).toBeGreaterThan(0);
}

const texts = (chart: Element): string[] =>
  [...chart.querySelectorAll("text")].map((text) => text.textContent ?? "");

describe("kvCurveChart(points, options)", () => {
  it.each([350, 640])("draws a line per model and a diamond per crossing, %i wide", (width) => {
    const chart = kvCurveChart(points, {width, crossings, contextTokens: 131072});
    expectDrawn(chart);
    expect(chart.querySelectorAll('[aria-label="line"]')).toHaveLength(models.length);
    expect(crossings.map(({contextTokens}) => contextTokens)).toContain(122532);
    for (const {name} of models) expect(texts(chart)).toContain(name);
    expect(texts(chart).join()).toContain("KV cache of one reader (bytes), log scale");
    expect(texts(chart).join()).toContain("context (tokens), log scale");
    for (const tick of ["1K", "16K", "1M", "1 GiB"]) expect(texts(chart)).toContain(tick);
  });
});

describe("memoryBarChart(fit, options)", () => {
  const gpu = {name: "H100", hbmBytes: 81559 * 2 ** 20};
  const fit = (batchSize: number) =>
    memoryFit(modelById("llama3.1-8b"), {...bf16, gpu, contextTokens: 131072, batchSize});

  it.each([350, 640])("names every stretch with its size, %i wide", (width) => {
    const chart = memoryBarChart(fit(1), {width});
    expectDrawn(chart);
    expect(texts(chart)).toContain("weights 14.96 GiB");
    expect(texts(chart)).toContain("KV cache 16.00 GiB");
    expect(texts(chart)).toContain("overhead 2.00 GiB");
    expect(texts(chart).join()).toContain("the engine's budget: 71.68 GiB");
    expect(texts(chart).join()).toContain("memory of one card (GiB)");
  });

  it("shows what is missing, and the card's own line, when it does not fit", () => {
    const words = texts(memoryBarChart(fit(8))).join();
    expect(words).toContain("missing");
    expect(words).toContain("the card: 79.65 GiB");
  });
});

describe("byteBarsChart(bars, options)", () => {
  it("prints bytes and how many times the base each bar is", () => {
    const bars = [
      {name: "as shipped", bytes: 70272},
      {name: "expanded", bytes: 4997120, isHypothetical: true}
    ];
    const chart = byteBarsChart(bars, {width: 350, base: "as shipped"});
    expectDrawn(chart);
    expect(texts(chart)).toContain("68.6 KiB");
    expect(texts(chart)).toContain("4.77 MiB  71.1×");
    expect(texts(chart).join()).toContain("KV cache a token (bytes, log scale)");
  });
});

describe("tpChart(points, options)", () => {
  it("draws a dot for each number of cards", () => {
    const chart = tpChart(
      models.flatMap((model) => tpCurve(model, {kvDtype: "bf16", contextTokens: 8192}))
    );
    expectDrawn(chart);
    expect(chart.querySelectorAll("circle").length).toBeGreaterThanOrEqual(15);
    expect(texts(chart).join()).toContain("cards that share each layer, log scale");
  });
});

describe("generationChart(points, options)", () => {
  it("draws four lines that are named", () => {
    const chart = generationChart(generationCurve(modelById("llama3.1-8b"), 131072));
    expectDrawn(chart);
    expect(texts(chart)).toContain("no cache");
    expect(texts(chart)).toContain("KV cache");
    expect(texts(chart).join()).toContain("(FLOP)");
  });
});

describe("headsChart(models, options)", () => {
  it("draws a dot per query head and a square per KV head", () => {
    const shared = ["gpt3-175b", "llama3.1-8b", "deepseek-v3"].map((id) => ({
      ...headSharing(modelById(id)),
      name: id
    }));
    const chart = headsChart(shared, {width: 350});
    expectDrawn(chart);
    expect(chart.querySelectorAll("circle")).toHaveLength(96 + 32 + 128);
    expect(chart.querySelectorAll("rect")).toHaveLength(96 + 8 + 1);
    expect(texts(chart)).toContain("96 query heads, 96 KV: 24,576 numbers cached");
    expect(texts(chart)).toContain("128 query heads, 1 latent: 576 numbers cached");
  });
});

describe("kvTermsTable(terms, options)", () => {
  it("links each factor to its line of the config", () => {
    const table = kvTermsTable(kvTerms(modelById("llama3.1-8b"), "bf16"));
    const links = [...table.querySelectorAll("a")].map((a) => a.getAttribute("href"));
    expect(links).toEqual([
      "#config-num_hidden_layers",
      "#config-num_key_value_heads",
      "#config-head_dim"
    ]);
    for (const link of links) expect(table.querySelector(link ?? "")).not.toBeNull();
    expect(table.querySelector("pre")?.textContent).toContain('"num_key_value_heads": 8');
    expect(table.querySelector("p")?.textContent).toContain("131,072 B (128 KiB) a token");
  });

  it("marks the lines of a pasted config", () => {
    const configText = '{"hidden_size":4096,"num_key_value_heads":8,"head_dim":128}';
    const terms = kvTerms(modelById("llama3.1-8b"), "bf16");
    const table = kvTermsTable(terms, {configText});
    const marked = [...table.querySelectorAll("mark")].map((mark) => mark.textContent?.trim());
    expect(marked).toEqual(['"num_key_value_heads": 8,', '"head_dim": 128']);
    expect(table.querySelector("pre")?.textContent).toContain('"hidden_size": 4096');
  });
});

describe("powerTicks(range, options)", () => {
  it("gives powers of the base inside the range", () => {
    expect(powerTicks([1000, 9000])).toEqual([1024, 2048, 4096, 8192]);
    expect(powerTicks([1000, 9000], {step: 2})).toEqual([1024, 4096]);
    expect(powerTicks([1000, 1e9], {base: 10, step: 3})).toEqual([1e3, 1e6, 1e9]);
    expect(powerTicks([3, 3.5])).toEqual([]);
  });
});
