import {describe, expect, it} from "vitest";
import {emptyTally, emptyTotals} from "../../../src/lib/sim/totals.js";

describe("totals", () => {
  it("a run that has not begun counts nothing", () => {
    expect(Object.values(emptyTotals()).every((value) => value === 0)).toBe(true);
    expect(Object.values(emptyTally()).every((value) => value === 0)).toBe(true);
  });
});
