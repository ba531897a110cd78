import {describe, expect, it} from "vitest";
import {overlayOf} from "../../../src/lib/scenario/overlay.js";

const column = (key: string, label = key, unit = "") => ({key, label, unit});

describe("overlayOf(tables)", () => {
  it("makes lines of rows that differ in their first number, with the last number up", () => {
    const columns = [
      column("model", "Model"),
      column("x", "Context", "tokens"),
      column("y", "KV", "B")
    ];
    const table = (factor: number) => ({
      columns,
      rows: [1, 2, 1000].map((x) => ({model: "8B", x, y: factor * x}))
    });
    const overlay = overlayOf([table(1), table(2)]);
    expect(overlay).toMatchObject({
      kind: "lines",
      xLabel: "Context (tokens)",
      yLabel: "KV (B)",
      isXLog: true,
      isYLog: true
    });
    expect(overlay?.points[5]).toEqual({scenario: 1, name: "8B", x: 1000, y: 2000});
  });

  it("makes bars of one row to a name", () => {
    const columns = [column("part"), column("kind"), column("bytes")];
    const overlay = overlayOf([{columns, rows: [{part: "weights", kind: "b", bytes: 3}]}]);
    expect(overlay?.kind).toBe("bars");
    expect(overlay?.points).toEqual([{scenario: 0, name: "weights, b", x: NaN, y: 3}]);
  });

  it("is null without a column of numbers, and passes gaps on as NaN", () => {
    expect(overlayOf([{columns: [column("a")], rows: [{a: "x"}, {a: 1}]}])).toBeNull();
    expect(overlayOf([])).toBeNull();
    const [point] =
      overlayOf([{columns: [column("a")], rows: [{a: undefined}, {a: 1}]}])?.points ?? [];
    expect(point?.y).toBeNaN();
  });

  it("takes a log axis only for positive numbers that span more than 300 times", () => {
    const bars = (values: number[]) =>
      overlayOf([{columns: [column("v")], rows: values.map((v) => ({v}))}])?.isYLog;
    expect(bars([1, 301])).toBe(true);
    expect(bars([1, 300])).toBe(false);
    expect(bars([0, 301])).toBe(false);
  });
});
