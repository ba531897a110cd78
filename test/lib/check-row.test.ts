import {describe, expect, it} from "vitest";
import {checkRow} from "../../src/lib/check-row.js";

const row = {name: "tokens", expected: 1000, ours: 1000, unit: "tokens", source: "by hand"};

describe("checkRow", () => {
  it("checkRow(row) asks for equality when no tolerance is given", () => {
    expect(checkRow(row)).toEqual({...row, tolerance: 0, pass: true});
    expect(checkRow({...row, ours: 1000.0001}).pass).toBe(false);
  });

  it("checkRow(row) passes up to the tolerance, relative to the expected value", () => {
    expect(checkRow({...row, ours: 1010, tolerance: 0.01}).pass).toBe(true);
    expect(checkRow({...row, ours: 990, tolerance: 0.01}).pass).toBe(true);
    expect(checkRow({...row, ours: 1011, tolerance: 0.01}).pass).toBe(false);
  });

  it("checkRow(row) measures against the size of a negative expectation", () => {
    expect(checkRow({...row, expected: -100, ours: -99, tolerance: 0.01}).pass).toBe(true);
  });

  it("checkRow(row) fails on NaN and infinity", () => {
    expect(checkRow({...row, ours: NaN, tolerance: 1}).pass).toBe(false);
    expect(checkRow({...row, ours: Infinity, tolerance: 1}).pass).toBe(false);
  });
});
