import {describe, expect, it} from "vitest";
import {stepBreakdowns} from "../../src/lib/step-shares.js";
import {gpuById, modelById} from "../catalog-data.js";

const options = {
  gpu: gpuById("h100-sxm"),
  nGpus: 2,
  weightDtype: "bf16",
  kvDtype: "bf16",
  contextTokens: 8192,
  overheadSeconds: 1e-3
} as const;
const steps = stepBreakdowns(modelById("llama3.1-70b"), options, [1, 8, 64, 256, 1024]);

describe("stepBreakdowns(model, options, batchSizes)", () => {
  it("has shares that fill the step, one on top of the other", () => {
    for (const {shares} of steps) {
      const stacked = shares.filter(({isHidden}) => !isHidden);
      let top = 0;
      for (const {from, to} of stacked) {
        expect(from).toBeCloseTo(top, 12);
        top = to;
      }
      expect(top).toBeCloseTo(1, 12);
    }
  });
  it("hides compute behind weights, and weights behind compute beyond the critical batch", () => {
    const hidden = steps.map(({shares}) => shares.find(({isHidden}) => isHidden)?.part);
    expect(hidden).toEqual(["compute", "compute", "compute", "weights", "weights"]);
  });
  it("draws a hidden part from the bottom, no taller than what hides it", () => {
    for (const {shares} of steps) {
      const hidden = shares.find(({isHidden}) => isHidden);
      const first = shares.find(({isHidden}) => !isHidden);
      expect(hidden?.from).toBe(0);
      expect(hidden?.to).toBeLessThanOrEqual(first?.to ?? NaN);
    }
  });
  it("shows links and overhead where there are any", () => {
    const parts = (nGpus: number, overheadSeconds: number) =>
      stepBreakdowns(
        modelById("llama3.1-8b"),
        {...options, nGpus, overheadSeconds},
        [1]
      )[0]?.shares.map(({part}) => part);
    expect(parts(1, 0)).toEqual(["weights", "compute", "kv"]);
    expect(parts(2, 1e-3)).toEqual(["weights", "compute", "kv", "interconnect", "overhead"]);
  });
  it("serves all readers together faster and each one slower as the batch grows", () => {
    for (let i = 1; i < steps.length; i++) {
      const [before, after] = [steps[i - 1], steps[i]];
      if (!before || !after) throw new Error("steps");
      expect(after.tokensPerSecond).toBeGreaterThan(before.tokensPerSecond);
      expect(after.tokensPerSecondPerReader).toBeLessThan(before.tokensPerSecondPerReader);
    }
  });
});
