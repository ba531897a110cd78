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
      x: {label: "Context", unit: "tokens"},
      y: {label: "KV", unit: "B"},
      isXLog: true,
      isYLog: true
    });
    expect(overlay?.points[5]).toEqual({scenario: 1, name: "8B", x: 1000, y: 2000});
  });

  it("makes bars of one row to a name", () => {
    const columns = [column("part"), column("kind"), column("bytes")];
    const overlay = overlayOf([{columns, rows: [{part: "weights", kind: "b", bytes: 3}]}]);
    expect(overlay?.x).toBeNull();
    expect(overlay?.points).toEqual([{scenario: 0, name: "weights, b", x: NaN, y: 3}]);
  });

  it("gives columns the place that their role says, and names by their format", () => {
    const columns = [
      {...column("rate"), role: "x" as const},
      {
        ...column("isWhole"),
        role: "name" as const,
        format: (is: unknown) => (is ? "whole" : "cut")
      },
      {...column("p99"), role: "y" as const},
      column("total")
    ];
    const overlay = overlayOf([{columns, rows: [{rate: 1, isWhole: true, p99: 2, total: 9}]}]);
    expect(overlay?.points).toEqual([{scenario: 0, name: "whole", x: 1, y: 2}]);
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
