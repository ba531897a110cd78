import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {generationsPerMonth} from "../../../src/lib/cost/fleet.js";
import {
  dateAfterWeeks,
  dailyUsersAt,
  remixRateAt,
  weeksUntil
} from "../../../src/lib/cost/growth.js";
import {anyWorkload, chapter, expectWithin} from "./fixtures.js";

describe("dailyUsersAt, remixRateAt", () => {
  it("dailyUsersAt(33,000, chapter) is 100,000; remixRateAt(303,000, chapter) is 1/10", () => {
    expectWithin(dailyUsersAt(33_000, chapter), 100_000);
    expectWithin(remixRateAt(303_000, chapter), 0.1);
  });

  it("remixRateAt(generations, workload) is below 0 when PGC alone makes more", () => {
    expect(remixRateAt(0, chapter)).toBe(-0.001);
  });

  it("dailyUsersAt and remixRateAt undo generationsPerMonth", () => {
    fc.assert(
      fc.property(anyWorkload, (workload) => {
        const generations = generationsPerMonth(workload);
        expectWithin(dailyUsersAt(generations, workload), workload.dailyUsers);
        const {remixRate, pgcRate} = workload;
        expect(Math.abs(remixRateAt(generations, workload) - remixRate)).toBeLessThan(
          1e-12 * (remixRate + pgcRate) + 1e-15
        );
      })
    );
  });
});

describe("weeksUntil", () => {
  it("weeksUntil({from, to, weeklyGrowth}) doubles in 7.27 weeks at 10 % a week", () => {
    expectWithin(weeksUntil({from: 1, to: 2, weeklyGrowth: 0.1}), Math.log(2) / Math.log(1.1));
    expect(weeksUntil({from: 1, to: 2, weeklyGrowth: 1})).toBe(1);
  });

  it("weeksUntil({from, to}) is 0 when already there and Infinity without growth", () => {
    expect(weeksUntil({from: 2, to: 1, weeklyGrowth: 0.1})).toBe(0);
    expect(weeksUntil({from: 1, to: 2, weeklyGrowth: 0})).toBe(Infinity);
    expect(weeksUntil({from: 0, to: 2, weeklyGrowth: 0.5})).toBe(Infinity);
  });
});

describe("dateAfterWeeks", () => {
  it("dateAfterWeeks(start, weeks) counts seven days a week", () => {
    const start = Date.UTC(2026, 10, 29);
    expect(dateAfterWeeks(start, 0)).toBe("2026-11-29");
    expect(dateAfterWeeks(start, 4.5)).toBe("2026-12-30");
  });

  it("dateAfterWeeks(start, weeks) has no date for never", () => {
    expect(dateAfterWeeks(0, Infinity)).toBe(null);
    expect(dateAfterWeeks(0, 1e6)).toBe(null);
    expect(dateAfterWeeks(0, NaN)).toBe(null);
  });
});
