// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {overlayChart} from "../../src/components/overlay-chart.js";
import type {Overlay} from "../../src/lib/scenario/overlay.js";

const column = (label: string, unit = "") => ({key: label, label, unit});
const texts = (chart: Element) =>
  [...chart.querySelectorAll("text")].map(({textContent}) => textContent ?? "");

const lines: Overlay = {
  x: column("Context", "tokens"),
  y: column("KV cache", "B"),
  isXLog: true,
  isYLog: true,
  points: ["8B", "70B"].flatMap((name) =>
    [0, 1].flatMap((scenario) => [1, 1000].map((x) => ({name, scenario, x, y: 1e6 * x})))
  )
};

describe("overlayChart(overlay)", () => {
  it("draws a panel to each name and in it a line to each scenario, in its colour and dash", () => {
    const chart = overlayChart(lines, {width: 640, names: ["Short", "Long"]});
    expect(texts(chart)).toEqual(expect.arrayContaining(["Short", "Long", "8B", "70B"]));
    const drawn = [...chart.querySelectorAll('[aria-label="line"] path')];
    expect(drawn.map((path) => path.getAttribute("stroke"))).toEqual([
      "var(--c-series-1)",
      "var(--c-series-1)",
      "var(--c-series-2)",
      "var(--c-series-2)"
    ]);
    const dashes = [...chart.querySelectorAll("[stroke-dasharray]")].map((line) =>
      line.getAttribute("stroke-dasharray")
    );
    expect(dashes).toContain("6 3");
  });

  it("labels bytes, seconds, dollars and shares in their own units", () => {
    const ticks = (unit: string, format?: (value: number) => string) =>
      texts(
        overlayChart(
          {...lines, isYLog: false, y: {...column("y", unit), format}, points: points(unit)},
          {width: 640, names: ["A"]}
        )
      ).join(" ");
    const points = (unit: string) => {
      const top = unit === "" ? 1 : 1e6;
      return [1, 10, 100].map((x) => ({name: "a", scenario: 0, x, y: (top * x) / 100}));
    };
    expect(ticks("B")).toContain("1 MB");
    expect(ticks("USD a month")).toMatch(/\$(500k|1M)/);
    expect(ticks("", (share) => `${Math.round(100 * share)} %`)).toContain("100 %");
  });

  it("draws bars for tables without a line, a name above each other", () => {
    const points = ["weights", "kv"].flatMap((name) =>
      [0, 1].map((scenario) => ({name, scenario, x: NaN, y: 1 + scenario}))
    );
    const overlay = {...lines, x: null, isXLog: false, isYLog: false, points};
    const chart = overlayChart(overlay, {width: 320, names: ["A", "B"]});
    expect(chart.querySelectorAll('[aria-label="bar"] rect')).toHaveLength(4);
    expect(texts(chart)).toEqual(expect.arrayContaining(["weights", "kv"]));
  });
});
