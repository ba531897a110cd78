import {describe, expect, it} from "vitest";
import {peakRate} from "../../src/lib/peak.js";
import {gpuById} from "../catalog-data.js";

describe("peakRate(gpu, weightDtype)", () => {
  it("takes the format's own arithmetic where the card has it", () => {
    expect(peakRate(gpuById("h100-sxm"), "bf16")).toEqual({
      flopsPerSecond: 989e12,
      dtype: "bf16",
      note: ""
    });
    expect(peakRate(gpuById("h100-sxm"), "fp8").flopsPerSecond).toBe(1979e12);
    expect(peakRate(gpuById("a100-sxm-80"), "int8").flopsPerSecond).toBe(624e12);
    expect(peakRate(gpuById("b200"), "nvfp4").flopsPerSecond).toBe(9000e12);
  });
  it("widens to bf16 where it has not, and says so", () => {
    const {flopsPerSecond, dtype, note} = peakRate(gpuById("a100-sxm-80"), "fp8");
    expect([flopsPerSecond, dtype]).toEqual([312e12, "bf16"]);
    expect(note).toBe("NVIDIA A100 SXM4 80GB has no fp8 arithmetic: it computes in bf16");
  });
  it("widens where the narrow arithmetic is slower: int8 on Blackwell Ultra", () => {
    const {flopsPerSecond, note} = peakRate(gpuById("b300"), "int8");
    expect(flopsPerSecond).toBe(2250e12);
    expect(note).toContain("slower in int8");
  });
  it("computes weight-only formats in bf16 without a word", () => {
    expect(peakRate(gpuById("h100-sxm"), "int4-g128").note).toBe("");
    expect(peakRate(gpuById("h100-sxm"), "q4_K_M").flopsPerSecond).toBe(989e12);
  });
  it("has no rate where none is published", () => {
    expect(peakRate(gpuById("m4-max"), "bf16")).toEqual({
      flopsPerSecond: null,
      dtype: "bf16",
      note: "no published peak FLOP/s: Apple M4 Max (unified memory, largest option)"
    });
  });
});
