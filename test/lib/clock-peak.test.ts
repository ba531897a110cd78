import {describe, expect, it} from "vitest";
import {clockPeak} from "../../src/lib/clock-peak.js";

describe("clockPeak", () => {
  it("clockPeak(chip) gives the A100 its 312 TFLOP/s within rounding", () => {
    // 1410 MHz, 432 tensor cores of 256 multiply-adds
    const rate = clockPeak({clockHz: 1.41e9, nCores: 432, fmaPerCorePerClock: 256});
    expect(Math.round(rate / 1e12)).toBe(312);
  });

  it("clockPeak(chip) counts two operations per multiply-add", () => {
    expect(clockPeak({clockHz: 1, nCores: 1, fmaPerCorePerClock: 1})).toBe(2);
  });

  it("clockPeak(chip) is NaN for NaN", () => {
    expect(clockPeak({clockHz: NaN, nCores: 1, fmaPerCorePerClock: 1})).toBeNaN();
  });
});
