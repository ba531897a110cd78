import {describe, expect, it} from "vitest";
import {apiComparison} from "../../../src/lib/planner/api.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {standardPlan} from "./plan-fixture.js";

describe("apiComparison", () => {
  it("at the break-even share both cost the same", () => {
    const plan = planOf(standardPlan);
    const prices = {inputUsdPerToken: 2e-7, cachedUsdPerToken: 2e-8, outputUsdPerToken: 1.2e-6};
    const {breakEvenFraction} = apiComparison(plan, prices, {busyFraction: 1, hitFraction: 0.7});
    const even = apiComparison(plan, prices, {busyFraction: breakEvenFraction, hitFraction: 0.7});
    expect(even.apiUsdPerMonth).toBeCloseTo(even.hostedUsdPerMonth, 6);
  });
});
