import {describe, expect, it} from "vitest";
import {breakEven} from "../../../src/lib/cost/break-even.js";
import {verdicts} from "../../../src/lib/cost/verdict.js";
import {chapter, expectWithin, tiers} from "./fixtures.js";

const staircase = {replicaUsd: 1_728, generationsPerReplica: 289_043};
const options = {tiers, staircase, fullLoadGenerations: 1_083_911, weeklyGrowth: 0.1};

describe("verdicts", () => {
  const [flagship, mid, small] = verdicts(chapter, options);

  it("verdicts(chapter) saves 4,191 − 1,728 against the flagship, loses 51.60 against mid", () => {
    expectWithin(flagship!.savedUsd, 2_463);
    expectWithin(mid!.savedUsd, 1_676.4 - 1_728);
    expectWithin(small!.savedUsd, 167.64 - 1_728);
  });

  it("verdicts(chapter) is even with mid at 1,728 / 0.0508 generations, in every unit", () => {
    const generations = 1_728 / 0.0508;
    expectWithin(mid!.generations, generations);
    expectWithin(mid!.dailyUsers, generations / 0.33);
    expectWithin(mid!.remixRate, generations / 3e6 - 0.001);
    expectWithin(mid!.usedFraction, generations / 1_083_911);
    expectWithin(mid!.weeks, Math.log(mid!.remixRate / 0.01) / Math.log(1.1));
  });

  it("verdicts(chapter) is past the flagship's break-even: week 0", () => {
    expect(flagship!.weeks).toBe(0);
    expect(flagship!.generations).toBeLessThan(33_000);
  });

  it("verdicts(chapter) never beats small: 0.598 cents a generation against 0.508", () => {
    expect(small!.generations).toBe(Infinity);
    expect(small!.weeks).toBe(Infinity);
    expectWithin(small!.hostedUsdPerGeneration, 0.0059783, 1e-4);
    expectWithin(small!.apiUsdPerGeneration, 0.00508);
  });

  it("verdicts(workload, routed) takes the prices that are really paid", () => {
    const [routed] = verdicts(chapter, {...options, options: {routedFraction: 1}});
    expectWithin(routed!.generations, breakEven(0.0508, staircase).generations);
  });
});
