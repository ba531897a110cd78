import {describe, expect, it} from "vitest";
import {planOf} from "../../../src/lib/planner/plan.js";
import {decodeStep, prefillSeconds} from "../../../src/lib/roofline.js";
import {standardPlan} from "./plan-fixture.js";

describe("planOf", () => {
  const plan = planOf(standardPlan);

  it("two replicas share the readers, and latency is the roofline's", () => {
    const {model, gpu} = standardPlan;
    expect([plan.nReplicas, plan.readersPerReplica, plan.fits, plan.isGood]).toEqual([
      2,
      16,
      true,
      true
    ]);
    const set = {gpu, nGpus: 1, tp: 1, weightDtype: "fp8", kvDtype: "fp8"} as const;
    const step = decodeStep(model, {...set, batchSize: 16, contextTokens: 8448});
    expect(plan.tpot.usual).toBe(step.seconds);
    expect(plan.ttft.usual).toBe(prefillSeconds(model, {...set, promptTokens: 8192}));
  });

  it("bands hold the usual figure", () => {
    for (const {low, usual, high} of [plan.ttft, plan.tpot]) {
      expect(low).toBeLessThanOrEqual(usual);
      expect(usual).toBeLessThanOrEqual(high);
    }
  });

  it("money: 2 · $1.97 · 720 h; a million tokens at the readers' speed, prompts read in between", () => {
    expect(plan.usdPerMonth).toBeCloseTo(2836.8, 9);
    const perHour = (plan.tokensPerSecond * 3600) / 1e6;
    expect(plan.usdPerMillionTokens).toBeCloseTo(3.94 / perHour, 9);
    const cycle = 512 * plan.tpot.usual + 16 * plan.ttft.usual;
    expect(plan.tokensPerSecond).toBeCloseTo((32 * 512) / cycle, 9);
    // a prompt of 32K for 64 tokens: reading is nearly all of it
    const long = {...standardPlan, promptTokens: 32_704, outputTokens: 64, usdPerGpuHour: 2.4};
    expect(planOf(long).usdPerMillionTokens).toBeCloseTo(11.5, 1);
  });

  it("more readers than fit is a result, fewer cards than a group an error", () => {
    const crowd = planOf({...standardPlan, nReaders: 61});
    expect([crowd.maxReaders, crowd.fits, crowd.isGood]).toEqual([60, false, false]);
    expect(() => planOf({...standardPlan, tp: 4})).toThrow(
      "more cards share a layer than there are: 4 of 2"
    );
  });
});
