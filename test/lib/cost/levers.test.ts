import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {LeverId, Scenario} from "../../../src/lib/cost/levers.js";
import {leverSavings, leverSequence, levers, scenarioUsd} from "../../../src/lib/cost/levers.js";
import {anyWorkload, chapter, expectWithin, luna, perMillion, sol, terra} from "./fixtures.js";

const flagship: Scenario = {
  workload: chapter,
  tier: 0,
  routedFraction: 0,
  batchFraction: 0,
  selfHosted: false
};
const tiers = [perMillion([5, 0.5, 30], {batchMultiplier: 0.5}), terra, luna];
const context = {tiers, hostingUsd: () => 1_728};
const saved = (scenario: Scenario, id: LeverId) =>
  leverSavings(scenario, context).find((step) => step.id === id)!.savedUsd;

describe("leverSavings", () => {
  it("leverSavings(flagship) of hit rate + 10 points: 33,000 · 2,000 · (5 − 0.5) / 10⁶ = $297", () => {
    expectWithin(saved(flagship, "hit"), 297);
  });

  it("leverSavings(flagship) of half the traffic to mid: (4,191 − 1,676.40) / 2", () => {
    expectWithin(saved(flagship, "route"), 1_257.3);
  });

  it("leverSavings(flagship) of output − 30 %: 0.3 · 2,970 = $891", () => {
    expectWithin(saved(flagship, "output"), 891);
  });

  it("leverSavings(flagship) of half by batch at half price: a quarter of $4,191", () => {
    expectWithin(saved(flagship, "batch"), 1_047.75);
  });

  it("leverSavings(flagship) of all self-hosted: 4,191 − 1,728", () => {
    expectWithin(saved(flagship, "self-host"), 2_463);
  });

  it("leverSavings(scenario) puts the largest saving first", () => {
    expect(leverSavings(flagship, context).map((step) => step.id)).toEqual([
      "self-host",
      "route",
      "batch",
      "output",
      "hit"
    ]);
  });

  it("leverSavings(small) says that self-hosting loses: 167.64 − 1,728", () => {
    const small = {...flagship, tier: 2};
    expectWithin(saved(small, "self-host"), -1_560.36);
    expect(saved(small, "route")).toBe(0); // nothing below
    expect(saved(small, "batch")).toBe(0); // no batch price
  });

  it("leverSavings(98 % hit) cannot go past 100 %", () => {
    const warm = {...flagship, workload: {...chapter, hitFraction: 0.98}};
    expectWithin(saved(warm, "hit"), 297 / 5);
  });

  it("levers each name a price in quality or say that none is published", () => {
    for (const {price} of levers) expect(price.length).toBeGreaterThan(10);
    expect(levers.find((l) => l.id === "output")!.price).toBe("no published figure");
  });
});

describe("leverSequence", () => {
  it("leverSequence(flagship, ids) works on what the lever before has left", () => {
    const steps = leverSequence(flagship, {ids: ["output", "batch", "self-host"], context});
    expectWithin(steps[0]!.afterUsd, 3_300);
    expectWithin(steps[1]!.afterUsd, 2_475);
    expectWithin(steps[2]!.afterUsd, 1_728);
    expect(steps[1]!.beforeUsd).toBe(steps[0]!.afterUsd);
  });

  it("leverSequence(scenario, same lever twice) halves what is left", () => {
    const steps = leverSequence(flagship, {ids: ["batch", "batch"], context});
    expectWithin(steps[1]!.afterUsd, 4_191 * 0.625); // 75 % by batch
  });

  it("leverSequence(scenario, ids) ends at the same bill in every order of API levers", () => {
    fc.assert(
      fc.property(
        anyWorkload,
        fc.shuffledSubarray<LeverId>(["hit", "route", "output", "batch"], {minLength: 4}),
        (workload, ids) => {
          const scenario = {...flagship, workload};
          const last = (order: readonly LeverId[]) =>
            leverSequence(scenario, {ids: order, context}).at(-1)!.afterUsd;
          expectWithin(last(ids), last(["hit", "route", "output", "batch"]));
        }
      )
    );
  });

  it("leverSequence(scenario, ids) refuses an unknown lever", () => {
    expect(() => leverSequence(flagship, {ids: ["magic" as LeverId], context})).toThrow(
      "unknown lever: magic"
    );
  });
});

describe("scenarioUsd", () => {
  it("scenarioUsd(flagship) is the plain bill; with half routed and batched the mix", () => {
    const plain = {tiers: [sol, terra, luna], hostingUsd: () => 0};
    expectWithin(scenarioUsd(flagship, plain), 4_191);
    expectWithin(scenarioUsd({...flagship, routedFraction: 1}, plain), 1_676.4);
  });

  it("scenarioUsd(self-hosted) prices the scenario's own workload", () => {
    const seen = scenarioUsd(
      {...flagship, selfHosted: true},
      {tiers, hostingUsd: (workload) => workload.outputTokens}
    );
    expect(seen).toBe(3_000);
  });
});
