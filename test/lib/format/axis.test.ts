import {expect, it} from "vitest";
import {
  axisCount,
  axisGb,
  axisGib,
  axisPercent,
  axisSeconds,
  axisTokens,
  axisUsd
} from "../../../src/lib/format/axis.js";

it("axisGib(bytes) and axisGb(bytes) name the unit in the tick", () => {
  expect(axisGib(17179869184)).toBe("16 GiB");
  expect(axisGib(0)).toBe("0");
  expect(axisGb(140e9)).toBe("140 GB");
});

it("axisTokens(tokens) uses K and M for multiples of 1,024", () => {
  expect([1, 512, 1024, 131072, 1048576, 200000].map(axisTokens)).toEqual([
    "1",
    "512",
    "1K",
    "128K",
    "1M",
    "200,000"
  ]);
});

it("axisSeconds(seconds) reaches from ns to h", () => {
  expect([0, 1e-9, 2e-5, 0.02, 1, 600, 7200].map(axisSeconds)).toEqual([
    "0",
    "1 ns",
    "20 µs",
    "20 ms",
    "1 s",
    "600 s",
    "2 h"
  ]);
});

it("axisCount(value), axisUsd(usd) and axisPercent(fraction) stay short", () => {
  expect([0, 20, 20000, 1e15].map(axisCount)).toEqual(["0", "20", "20k", "1P"]);
  expect([0, 38000, 1e6, -500].map(axisUsd)).toEqual(["$0", "$38k", "$1M", "−$500"]);
  expect(axisPercent(0.95)).toBe("95 %");
});
