import {expect, it} from "vitest";
import {figureNumber} from "../../../src/lib/scenario/figure-number.js";

it.each([
  ["16.00", "GiB", 17_179_869_184], // 16 · 2³⁰
  ["128 KiB", "", 131_072],
  ["$4,191", "a month", 4191],
  ["448,308", "tokens", 448_308],
  ["23.7", "tokens/s", 23.7],
  ["40 ms", "", 0.04],
  ["70 %", "", 0.7],
  ["1.43×", "", 1.43],
  ["1.5", "h", 5400],
  ["-3", "", -3],
  ["at most 3", "", 3]
])("figureNumber(%j, %j) is %d", (text, unit, expected) => {
  expect(figureNumber(text, unit)).toBeCloseTo(expected, 6);
});

it("figureNumber(text) is NaN where no number stands", () => {
  expect(figureNumber("never")).toBeNaN();
  expect(figureNumber("—", "GiB")).toBeNaN();
  expect(figureNumber("")).toBeNaN();
});
