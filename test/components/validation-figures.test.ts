// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {readFileSync} from "node:fs";
import {parseChecks, parseVectors} from "../../src/lib/checks/records/parse.js";
import {checkedFigures} from "../../src/lib/checks/records.js";
import {mistakes} from "../../src/lib/mistakes.js";
import {publicCases} from "../../src/lib/mistakes/cases.js";
import {modelById, models} from "../catalog-data.js";

function raw(name: string): unknown {
  return JSON.parse(readFileSync(`src/data/raw/${name}`, "utf8"));
}

const figures = checkedFigures({
  checks: parseChecks(raw("checks.json")),
  vectors: parseVectors(raw("vectors.json")),
  models
});
const [differing] = figures;

// Components keep their elements for the life of a page.
beforeEach(() => {
  vi.resetModules();
});

describe("stripChart(figures, options)", () => {
  it.each([300, 640])(
    "draws a dot per figure within %i pixels, far ones with their distance",
    async (width) => {
      const {stripChart} = await import("../../src/components/strip-chart.js");
      const chart = stripChart(figures, {width});
      expect(chart.outerHTML).not.toContain("NaN");
      expect(
        chart.querySelectorAll('[aria-label="dot"] path, [aria-label="dot"] circle').length
      ).toBe(figures.filter(({ours}) => !Number.isNaN(ours)).length);
      const texts = [...chart.querySelectorAll("text")].map((text) => text.textContent ?? "");
      expect(texts).toContain("−1,981");
      expect(texts).toContain("+4.4");
      expect(texts.join()).toContain("difference ÷ precision of the source");
      expect(texts).toContain("engine logs");
    }
  );

  it("draws only the topics that are left, and nothing without any", async () => {
    const {stripChart, stripHeight} = await import("../../src/components/strip-chart.js");
    const money = figures.filter(({topic}) => topic === "money");
    expect(stripHeight(money)).toBeLessThan(stripHeight(figures) / 4);
    expect(stripChart(money).textContent).not.toContain("engine logs");
    expect(stripChart([]).outerHTML).not.toContain("NaN");
  });
});

describe("figuresTable(figures, options)", () => {
  it("shows what differs first, with its reason and its formula under the name", async () => {
    const {figuresTable} = await import("../../src/components/figures-table.js");
    const table = figuresTable(figures, {nAll: figures.length});
    expect(table.querySelector(".lab-hint")?.textContent).toContain("All 254 figures");
    const first = table.querySelector("tbody tr")!;
    expect(first.querySelector("summary")?.textContent).toBe(
      "◆ ratio of two KV caches, llama3.1-405b vs deepseek-v3"
    );
    expect(first.textContent).toContain(differing!.reason);
    expect(first.textContent).toContain("516,096 / 70,272 = 7.344262 x");
  });

  it("keeps its element and a row's open formula when the filter changes", async () => {
    const {figuresTable} = await import("../../src/components/figures-table.js");
    const table = figuresTable(figures, {nAll: 254});
    table.querySelector("details")!.open = true;
    const again = figuresTable(figures.slice(0, 1), {nAll: 254});
    expect(again).toBe(table);
    expect(again.querySelectorAll("tbody tr").length).toBe(1);
    expect(again.querySelector("details")!.open).toBe(true);
    expect(again.querySelector(".lab-hint")?.textContent).toContain("1 of 254 figures");
  });
});

describe("mistakesTable(mistakes, options)", () => {
  it("shows what a slip gives beside what is right, no difference last", async () => {
    const {mistakesTable} = await import("../../src/components/mistakes-table.js");
    const model = modelById("llama3.1-8b");
    const table = mistakesTable(mistakes(model, {contextTokens: 131072}), {name: model.name});
    const rows = [...table.querySelectorAll("tbody tr")].map((row) => row.textContent ?? "");
    expect(rows.length).toBe(22);
    expect(rows[0]).toContain("64.00 GiB");
    expect(rows[0]).toContain("4× too much");
    expect(rows.at(-1)).toContain("no difference here");
  });
});

describe("casesTable(cases)", () => {
  const show = async (cases: ReturnType<typeof publicCases>) => {
    const {casesTable} = await import("../../src/components/cases-table.js");
    return casesTable(cases);
  };

  it("shows the published wrong figure, ours with its mistake, and the right one", async () => {
    const table = await show(publicCases(models));
    expect(table.querySelector(".lab-hint")?.textContent).toContain("19 of 20 wrong figures");
    const rows = [...table.querySelectorAll("tbody tr")];
    expect(rows.length).toBe(20);
    const marked = rows.filter((row) => row.querySelector(".lab-pass"));
    expect(marked.length).toBe(19);
    for (const row of rows) expect(row.querySelector("a")?.href).toMatch(/^https:/);
    expect(table.textContent).not.toContain("NaN");
  });

  it("keeps its element when the filter changes", async () => {
    const cases = publicCases(models);
    const table = await show(cases);
    expect(await show(cases.slice(0, 2))).toBe(table);
    expect(table.querySelectorAll("tbody tr").length).toBe(2);
  });
});
