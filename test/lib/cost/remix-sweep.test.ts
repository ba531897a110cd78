import {describe, expect, it} from "vitest";
import {crossingRows, remixSweep} from "../../../src/lib/cost/remix-sweep.js";
import {chapter, expectWithin, tiers} from "./fixtures.js";

const staircase = {replicaUsd: 1_728, generationsPerReplica: 289_043};
const range = {tiers, staircase, hostedName: "8B", from: 1 / 1000, to: 1 / 3};

describe("remixSweep", () => {
  const points = remixSweep(chapter, range);
  const of = (tier: string) => points.filter((p) => p.tier === tier);

  it("remixSweep(chapter, tiers) is a line through $4,191 at 1/100 and $38,481 at 1/10", () => {
    for (const {remixRate, usd} of of("flagship"))
      expectWithin(usd, 30 * 100_000 * (remixRate + 0.001) * 0.127);
  });

  it("remixSweep(chapter, tiers) runs from 1/1000 to 1/3 for everyone", () => {
    for (const tier of ["flagship", "mid", "small", "self-hosted"]) {
      expectWithin(of(tier)[0]!.remixRate, 1 / 1000);
      expectWithin(of(tier).at(-1)!.remixRate, 1 / 3);
    }
  });

  it("remixSweep(chapter, staircase) has both ends of each of 4 steps: 1,003,000 / 289,043 = 3.47", () => {
    const steps = of("self-hosted");
    expect(steps).toHaveLength(8);
    expect(steps.map((p) => p.usd / 1_728)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expectWithin(steps[1]!.generations, 289_043);
    expectWithin(steps[2]!.generations, 289_043);
  });

  it("remixSweep(workload, no replica serves) leaves the staircase out", () => {
    const none = remixSweep(chapter, {
      ...range,
      staircase: {...staircase, generationsPerReplica: 0}
    });
    expect(none.some((p) => p.tier === "self-hosted")).toBe(false);
  });

  it("remixSweep(a very large fleet) keeps the number of points in bounds", () => {
    const huge = remixSweep({...chapter, dailyUsers: 1e9}, range);
    expect(huge.length).toBeLessThan(1_000);
    const hosted = huge.filter((p) => p.tier === "self-hosted");
    for (const [i, p] of hosted.entries())
      expect(p.usd).toBeGreaterThanOrEqual(hosted[i - 1]?.usd ?? 0);
  });
});

describe("crossingRows", () => {
  const rows = crossingRows(chapter, {...range, weeklyGrowth: 0.1});

  it("crossingRows(chapter, flagship) is at 1,728 / 0.127 = 13,606 generations: below today, week 0", () => {
    const row = rows.find((r) => r.tier === "flagship")!;
    expectWithin(row.generations, 1_728 / 0.127);
    expectWithin(row.remixRate, 1_728 / 0.127 / 3e6 - 0.001);
    expect(row.weeks).toBe(0);
  });

  it("crossingRows(chapter, mid) is at 34,016 generations, 103,078 daily users, 1/96.7", () => {
    const row = rows.find((r) => r.tier === "mid")!;
    expectWithin(row.generations, 34_015.748, 1e-7);
    expectWithin(row.dailyUsers, 103_078.02, 1e-7);
    expectWithin(row.usd, 1_728);
    expectWithin(row.weeks, Math.log(row.remixRate / 0.01) / Math.log(1.1));
  });

  it("crossingRows(chapter, small) is empty: $1,728 / 0.00508 is more than a replica serves", () => {
    expect(rows.some((r) => r.tier === "small")).toBe(false);
  });

  it("crossingRows(workload, {from, to}) keeps to the range drawn", () => {
    const narrow = crossingRows(chapter, {...range, from: 1 / 100, to: 1 / 50, weeklyGrowth: 0.1});
    expect(narrow.map((r) => r.tier)).toEqual(["mid"]);
  });
});
