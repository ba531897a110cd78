import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {fields} from "../../src/components/fields.js";
import {formatQuantity, parseQuantity} from "../../src/components/quantity.js";

describe("parseQuantity(text, style)", () => {
  it.each([
    ["128K", "tokens", 131072], // 128 · 1,024
    ["1M", "tokens", 1048576], // 1,024²
    ["131,072 tokens", "tokens", 131072],
    ["8192", "tokens", 8192],
    ["100K", "count", 100000], // users are counted in thousands
    ["1.5M", "count", 1500000],
    ["10万", "count", 100000],
    ["1/100", "rate", 0.01],
    ["1 in 1,000", "rate", 0.001],
    ["1%", "rate", 0.01],
    ["70%", "percent", 0.7],
    ["70", "percent", 0.7],
    ["0.7", "percent", 0.7],
    ["1", "percent", 1],
    ["2 GiB", "bytes", 2147483648],
    ["80GB", "bytes", 80e9],
    ["40 ms", "seconds", 0.04],
    ["$2.40", "usd", 2.4],
    ["１２８Ｋ", "tokens", 131072], // full-width digits of a Chinese keyboard
    ["−3", "plain", -3],
    ["1e6", "plain", 1e6]
  ] as const)("reads %s as %s", (text, style, value) => {
    expect(parseQuantity(text, style)).toBeCloseTo(value, 9);
  });

  it.each(["", "abc", "1/2/3", "12Q", "1,5", "--2", "K", "NaN", "Infinity", "0x10", "__proto__"])(
    "takes %j for no number",
    (text) => {
      expect(parseQuantity(text, "count")).toBeNaN();
    }
  );

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({unit: "grapheme"}), (text) => {
        expect(typeof parseQuantity(text, "tokens")).toBe("number");
      })
    );
  });
});

describe("formatQuantity(value, style)", () => {
  it.each([
    [131072, "tokens", "128K"],
    [1048576, "tokens", "1M"],
    [122532, "tokens", "122,532"],
    [100000, "count", "100,000"],
    [0.01, "rate", "1/100"],
    [1 / 3, "rate", "1/3"],
    [0.015, "rate", "1.5%"],
    [0.7, "percent", "70%"],
    [2147483648, "bytes", "2.00 GiB"],
    [0.05, "seconds", "50 ms"]
  ] as const)("writes %d as %s", (value, style, text) => {
    expect(formatQuantity(value, style)).toBe(text);
  });

  it("is read back to the same number at every stop of every field", () => {
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== "number") continue;
      for (const stop of field.stops) {
        const back = parseQuantity(formatQuantity(stop, field.style), field.style);
        expect(Math.abs(back - stop), `${key} ${stop}`).toBeLessThanOrEqual(5e-3 * stop);
      }
    }
  });
});
