import {describe, expect, it} from "vitest";
import {
  hitSweep,
  hostedHitSweep,
  sweepHitFractions,
  sweepSaving
} from "../../../src/lib/cost/hit-sweep.js";
import {chapter, expectWithin, tiers} from "./fixtures.js";

describe("hitSweep", () => {
  const points = hitSweep(chapter, {tiers, hitFractions: [0, 0.7, 0.95]});

  it("hitSweep(chapter, flagship) falls from $6,270 over $4,191 to $3,448.50", () => {
    const usd = points.filter((p) => p.tier === "flagship").map((p) => p.usd);
    for (const [i, expected] of [6_270, 4_191, 3_448.5].entries()) expectWithin(usd[i]!, expected);
  });

  it("hitSweep(chapter, flagship) keeps $2,970 of output that no hit touches", () => {
    for (const {outputUsd} of points.filter((p) => p.tier === "flagship"))
      expectWithin(outputUsd!, 2_970);
  });

  it("hitSweep(chapter, tiers) goes tier by tier and ignores the workload's own hit rate", () => {
    expect(points.map((p) => p.tier).filter((tier, i, all) => tier !== all[i - 1])).toEqual([
      "flagship",
      "mid",
      "small"
    ]);
    expect(hitSweep({...chapter, hitFraction: 0.1}, {tiers, hitFractions: [0, 0.7, 0.95]})).toEqual(
      points
    );
  });
});

describe("hostedHitSweep", () => {
  it("hostedHitSweep(workload, replicas) changes only where a replica less is needed", () => {
    const busy = {...chapter, remixRate: 0.1}; // 303,000 generations; 0.4/s plans for 276,480
    const points = hostedHitSweep(busy, {
      name: "8B",
      replicas: [{requestsPerSecond: 0.4}, {requestsPerSecond: 0.5}],
      hitFractions: [0, 0.9],
      hosting: {}
    });
    expect(points.map((p) => Math.round(p.usd))).toEqual([3_456, 1_728]);
    expect(points[0]).toMatchObject({tier: "self-hosted", name: "8B", outputUsd: null});
  });
});

describe("sweepSaving", () => {
  it("sweepSaving(0 to 95 %, flagship) is 1 − 3,448.50 / 6,270 = 45 %", () => {
    const points = hitSweep(chapter, {tiers, hitFractions: sweepHitFractions});
    expect(sweepHitFractions.at(-1)).toBe(0.95);
    expectWithin(sweepSaving(points), 0.45);
  });
});
