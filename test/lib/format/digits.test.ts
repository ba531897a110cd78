import fc from "fast-check";
import {expect, it} from "vitest";
import {fixed, significant, stepOf, trimmed} from "../../../src/lib/format/digits.js";

it("fixed(value, decimals) groups whole digits only", () => {
  expect(fixed(38481, 0)).toBe("38,481");
  expect(fixed(1234567.891, 3)).toBe("1,234,567.891");
  expect(fixed(-0.001, 2)).toBe("0.00");
  expect(fixed(-1234.5, 1)).toBe("−1,234.5");
  expect(fixed(NaN, 2)).toBe("—");
  expect(fixed(-Infinity, 2)).toBe("−∞");
});

it("trimmed(text) drops ending zeros of decimals, not of whole numbers", () => {
  expect(trimmed("4.50")).toBe("4.5");
  expect(trimmed("4.00")).toBe("4");
  expect(trimmed("400")).toBe("400");
});

it("significant(value, digits) rounds up into the next power", () => {
  expect(significant(9.996)).toBe("10");
  expect(significant(0.09996)).toBe("0.1");
  expect(significant(1676.4)).toBe("1,676");
  expect(significant(0)).toBe("0");
});

it("significant(value, digits) stays within half of its last digit", () => {
  fc.assert(
    fc.property(fc.double({min: 1e-9, max: 1e15, noNaN: true}), (value) => {
      const back = Number(significant(value).replaceAll(",", ""));
      expect(Math.abs(back - value) / value).toBeLessThanOrEqual(0.00501);
    })
  );
});

it("stepOf(value, scale) falls back to the first unit", () => {
  const scale = [
    {unit: "B", size: 1},
    {unit: "kB", size: 1000}
  ];
  expect(stepOf(0, scale).unit).toBe("B");
  expect(stepOf(NaN, scale).unit).toBe("B");
  expect(stepOf(1e9, scale).unit).toBe("kB");
  expect(stepOf(5, [])).toEqual({unit: "", size: 1});
});
