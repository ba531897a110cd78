import {describe, expect, it} from "vitest";
import {speedMoneyEvaluators} from "../../../../src/lib/checks/records/speed-money.js";
import {lab, record} from "./fixture.js";

describe("speedMoneyEvaluators", () => {
  it("decode-step-time reads cache and weights once", () => {
    // scaling book: LLaMA-3-70B in int8 on 8 TPU v5e, "17 ms"
    const inputs = {kvBytes: 41.9e9, weightBytes: 70e9, chips: 8, bandwidthBytesPerSec: 810e9};
    const {ours} = speedMoneyEvaluators["decode-step-time"]!(record("any", inputs), lab);
    expect(ours).toBeCloseTo(17.2685, 4);
  });

  it("serving-cost multiplies nodes, cards, dollars and hours", () => {
    const inputs = {nodes: 226.75, gpusPerNode: 8, usdPerGpuHour: 2, hours: 24};
    expect(speedMoneyEvaluators["serving-cost"]!(record("any", inputs), lab).ours).toBe(87072);
  });

  it("api-cost prices three buckets", () => {
    const inputs = {
      cachedInputTokens: 342e9,
      uncachedInputTokens: 266e9,
      outputTokens: 168e9,
      usdPerM: {cached: 0.14, input: 0.55, output: 2.19}
    };
    const {ours} = speedMoneyEvaluators["api-cost"]!(record("any", inputs), lab);
    expect(ours).toBeCloseTo(562100, 6);
  });
});
