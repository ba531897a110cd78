import {describe, expect, it} from "vitest";
import {
  formatBytes,
  formatCount,
  formatFlops,
  formatGb,
  formatGib,
  formatPercent,
  formatRate,
  formatRatio,
  formatSeconds,
  formatTokens,
  formatUsd
} from "../../src/lib/format.js";

describe("formatBytes(bytes, {unit})", () => {
  it("writes powers of 1,024 by default and keeps two decimals from GiB on", () => {
    expect(formatBytes(131072)).toBe("128 KiB");
    expect(formatBytes(4718592)).toBe("4.5 MiB");
    expect(formatBytes(2 ** 30)).toBe("1.00 GiB");
    expect(formatBytes(16060522496)).toBe("14.96 GiB"); // 16,060,522,496 / 2^30 = 14.9575
    expect(formatBytes(576 * 2 ** 30)).toBe("576 GiB");
    expect(formatBytes(219.54 * 2 ** 30)).toBe("219.5 GiB");
    expect(formatBytes(2 ** 40)).toBe("1.00 TiB");
  });
  it("writes powers of 1,000 when asked for GB", () => {
    expect(formatBytes(16060522496, {unit: "GB"})).toBe("16.06 GB");
    expect(formatBytes(70272, {unit: "GB"})).toBe("70.3 kB");
    expect(formatBytes(140e9, {unit: "GB"})).toBe("140 GB");
  });
  it("never prints 1,000 of a unit that has a next one", () => {
    expect(formatBytes(999.9e6, {unit: "GB"})).toBe("1.00 GB");
  });
  it("handles nothing, a byte, a loss and bad numbers", () => {
    expect(formatBytes(0)).toBe("0 B");
    expect(formatBytes(1)).toBe("1 B");
    expect(formatBytes(-(2 ** 31))).toBe("−2.00 GiB");
    expect(formatBytes(NaN)).toBe("—");
    expect(formatBytes(Infinity)).toBe("∞");
  });
});

it("formatGib(bytes, decimals) and formatGb(bytes, decimals) hold one unit", () => {
  expect(formatGib(17179869184)).toBe("16.00 GiB");
  expect(formatGib(1048576)).toBe("0.00 GiB");
  expect(formatGb(16060522496)).toBe("16.06 GB");
  expect(formatGb(140e9, 0)).toBe("140 GB");
  expect(formatGib(1e15, 1)).toBe("931,322.6 GiB");
  expect(formatGib(NaN)).toBe("—");
});

it("formatTokens(tokens) groups and knows the singular", () => {
  expect(formatTokens(131072)).toBe("131,072 tokens");
  expect(formatTokens(1)).toBe("1 token");
  expect(formatTokens(1952)).toBe("1,952 tokens");
  expect(formatTokens(Infinity)).toBe("∞");
});

it("formatSeconds(seconds) picks µs, ms, s, min, h or days", () => {
  expect(formatSeconds(4.2e-6)).toBe("4.2 µs");
  expect(formatSeconds(0.00707)).toBe("7.07 ms");
  expect(formatSeconds(0.9999)).toBe("1 s");
  expect(formatSeconds(1.5)).toBe("1.5 s");
  expect(formatSeconds(90)).toBe("90 s");
  expect(formatSeconds(150)).toBe("2.5 min");
  expect(formatSeconds(3 * 3600)).toBe("3 h");
  expect(formatSeconds(7 * 86400)).toBe("7 days");
  expect(formatSeconds(3e-9)).toBe("3 ns");
  expect(formatSeconds(0)).toBe("0 s");
  expect(formatSeconds(NaN)).toBe("—");
  expect(formatSeconds(Infinity)).toBe("∞");
});

it("formatFlops(flops) and formatRate(value, unit) take decimal prefixes for FLOPs and bytes", () => {
  expect(formatFlops(141e9)).toBe("141 GFLOP");
  expect(formatRate(989e12, "FLOP/s")).toBe("989 TFLOP/s");
  expect(formatRate(3.35e12, "B/s")).toBe("3.35 TB/s");
  expect(formatRate(2.5e15, "FLOP/s")).toBe("2.5 PFLOP/s");
  expect(formatRate(0, "B/s")).toBe("0 B/s");
});

it("formatRate(value, unit) groups other units", () => {
  expect(formatRate(23.73, "tokens/s")).toBe("23.7 tokens/s");
  expect(formatRate(4523.83, "tokens/s")).toBe("4,524 tokens/s");
  expect(formatRate(NaN, "tokens/s")).toBe("—");
});

it("formatUsd(usd) shows cents only where there are any", () => {
  // the bills of the chapter's defaults
  expect(formatUsd(38481)).toBe("$38,481");
  expect(formatUsd(3448.5)).toBe("$3,448.50");
  expect(formatUsd(1676.4)).toBe("$1,676.40");
  expect(formatUsd(167.64)).toBe("$167.64");
  expect(formatUsd(4190.999999999)).toBe("$4,191");
  expect(formatUsd(1234567.89)).toBe("$1,234,568");
  expect(formatUsd(0.5)).toBe("$0.50");
  expect(formatUsd(2.4)).toBe("$2.40");
  expect(formatUsd(0.0379055)).toBe("$0.0379");
  expect(formatUsd(0.000292)).toBe("$0.000292");
  expect(formatUsd(0.999)).toBe("$1");
  expect(formatUsd(0)).toBe("$0");
  expect(formatUsd(-12)).toBe("−$12");
  expect(formatUsd(-0)).toBe("$0");
  expect(formatUsd(NaN)).toBe("—");
  expect(formatUsd(Infinity)).toBe("∞");
});

it("formatCount(value), formatPercent(fraction) and formatRatio(ratio) keep three digits", () => {
  expect(formatCount(33000)).toBe("33,000");
  expect(formatCount(126.3)).toBe("126");
  expect(formatCount(2.5)).toBe("2.5");
  expect(formatPercent(0.7)).toBe("70 %");
  expect(formatPercent(0.6853)).toBe("68.5 %");
  expect(formatPercent(0)).toBe("0 %");
  expect(formatRatio(7.344)).toBe("7.34×");
  expect(formatRatio(25)).toBe("25×");
  expect(formatRatio(NaN)).toBe("—");
});

it("format functions do not depend on the locale of the machine", () => {
  const original = Number.prototype.toLocaleString;
  Number.prototype.toLocaleString = () => "locale leaked";
  try {
    expect(formatUsd(38481) + formatTokens(131072)).toBe("$38,481131,072 tokens");
  } finally {
    Number.prototype.toLocaleString = original;
  }
});
