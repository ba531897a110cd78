import {expect, it} from "vitest";
import {formatGb, formatGib, formatRate, withUnit} from "../../../src/lib/format/rate.js";

it("formatRate(value, unit) moves to the next prefix when rounding reaches it", () => {
  expect(formatRate(999.9e9, "B/s")).toBe("1 TB/s");
  expect(formatRate(1e21, "FLOP")).toBe("1,000 EFLOP");
});

it("formatGib(bytes) and formatGb(bytes) differ by 1.0737", () => {
  expect(formatGib(80 * 2 ** 30)).toBe("80.00 GiB");
  expect(formatGb(80 * 2 ** 30)).toBe("85.90 GB"); // 85,899,345,920
});

it("withUnit(text, unit) leaves a missing number alone", () => {
  expect(withUnit("—", "GB")).toBe("—");
  expect(withUnit("∞", "GB")).toBe("∞");
  expect(withUnit("3", "")).toBe("3");
});
