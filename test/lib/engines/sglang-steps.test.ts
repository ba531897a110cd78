import {describe, expect, it} from "vitest";
import {sglangPlan} from "../../../src/lib/engines/sglang-plan.js";
import {sglangSteps} from "../../../src/lib/engines/sglang-steps.js";
import {modelById} from "../../catalog-data.js";

const GIB = 2 ** 30;
const at = {
  dtype: "bf16",
  memFractionStatic: 0.875,
  availableBeforeBytes: 80 * GIB,
  availableAfterBytes: 64 * GIB
} as const;

describe("sglangSteps", () => {
  it("lines of a model with windows: memory, tokens, both pools", () => {
    const plan = sglangPlan(modelById("gpt-oss-20b"), at);
    // 12 layers of each kind, 8 KV heads of 64: 24,576 B; cell 24,576 · 1.8
    expect(plan.steps.map(({unfolded}) => unfolded)).toEqual([
      "68719476736 − 85899345920 · (1 − 0.875)",
      "⌊(57982058496) / 44236.8⌋",
      "(1310720 + 1) · 24576",
      "⌊1310720 · 0.8⌋",
      "(1048576 + 1) · 24576"
    ]);
    expect(sglangSteps(plan, {...at, ratio: 0.8})).toEqual(plan.steps);
  });

  it("a model without windows has three lines", () => {
    const {steps} = sglangPlan(modelById("llama3.1-8b"), at);
    expect(steps.map(({unit}) => unit)).toEqual(["bytes", "tokens", "bytes"]);
  });
});
