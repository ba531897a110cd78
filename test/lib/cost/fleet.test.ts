import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  generationBill,
  generationsPerDay,
  generationsPerMonth,
  monthlyBill,
  monthlyUsd
} from "../../../src/lib/cost/fleet.js";
import {
  anyPrices,
  anyWorkload,
  chapter,
  expectWithin,
  luna,
  perMillion,
  sol,
  terra
} from "./fixtures.js";

describe("generationsPerMonth", () => {
  it("generationsPerDay(chapter) is 100,000 · (1/100 + 1/1000) = 1,100", () => {
    expectWithin(generationsPerDay(chapter), 1_100);
  });

  it("generationsPerMonth(chapter) is 33,000, and 303,000 when remixing goes to 1/10", () => {
    expectWithin(generationsPerMonth(chapter), 33_000);
    expectWithin(generationsPerMonth({...chapter, remixRate: 1 / 10}), 303_000);
  });
});

describe("monthlyUsd", () => {
  // 33,000 · (6,000 · 5 + 14,000 · 0.5 + 3,000 · 30) / 10⁶ = 33,000 · 0.127
  it("monthlyUsd(chapter, flagship) is $4,191", () => {
    expectWithin(monthlyUsd(chapter, sol), 4_191);
  });

  it("monthlyUsd(chapter, flagship) is $6,270 without a hit and $3,448.50 at 95 %", () => {
    expectWithin(monthlyUsd({...chapter, hitFraction: 0}, sol), 6_270);
    expectWithin(monthlyUsd({...chapter, hitFraction: 0.95}, sol), 3_448.5);
  });

  it("monthlyUsd(chapter, flagship) is $38,481 when remixing goes to 1/10", () => {
    expectWithin(monthlyUsd({...chapter, remixRate: 1 / 10}, sol), 38_481);
  });

  it("monthlyUsd(chapter, mid or small) is $1,676.40 and $167.64: 25 times less than the flagship", () => {
    expectWithin(monthlyUsd(chapter, terra), 1_676.4);
    expectWithin(monthlyUsd(chapter, luna), 167.64);
    expectWithin(monthlyUsd(chapter, sol) / monthlyUsd(chapter, luna), 25);
  });

  it("monthlyUsd(workload, prices) leaves writes, tiers and batch out unless asked", () => {
    const prices = perMillion([5, 0.5, 30], {
      cacheWriteUsdPerMillionTokens: 6.25,
      batchMultiplier: 0.5,
      contextTiers: [
        {
          aboveInputTokens: 10_000,
          inputUsdPerMillionTokens: 10,
          cachedInputUsdPerMillionTokens: 1,
          cacheWriteUsdPerMillionTokens: 12.5,
          outputUsdPerMillionTokens: 45
        }
      ]
    });
    const workload = {...chapter, writeFraction: 0.3};
    expectWithin(monthlyUsd(workload, prices), 4_191);
    // every miss is written: 33,000 · (6,000 · 6.25 + 14,000 · 0.5 + 90,000) / 10⁶
    expectWithin(monthlyUsd(workload, prices, {writeLifetime: "5m"}), 33_000 * 0.1345);
    expectWithin(monthlyUsd(workload, prices, {applyTiers: true}), 33_000 * 0.209);
    expectWithin(monthlyUsd(workload, prices, {batchFraction: 0.5}), 4_191 * 0.75);
    expectWithin(
      monthlyUsd(workload, prices, {batchFraction: 1, applyTiers: true}),
      33_000 * 0.1045
    );
  });

  it("monthlyUsd(workload, prices, {batchFraction}) saves nothing without a batch price", () => {
    expect(monthlyUsd(chapter, sol, {batchFraction: 1})).toBe(monthlyUsd(chapter, sol));
  });

  it("monthlyUsd(workload, prices) is linear in users", () => {
    fc.assert(
      fc.property(anyWorkload, anyPrices, (workload, prices) => {
        const tripled = {...workload, dailyUsers: 3 * workload.dailyUsers};
        expectWithin(monthlyUsd(tripled, prices), 3 * monthlyUsd(workload, prices));
      })
    );
  });

  it("monthlyUsd(workload, prices) never rises with the hit share when cached tokens are no dearer", () => {
    fc.assert(
      fc.property(anyWorkload, anyPrices, (workload, prices) => {
        const better = {...workload, hitFraction: Math.min(1, workload.hitFraction + 0.1)};
        expect(monthlyUsd(better, prices)).toBeLessThanOrEqual(
          monthlyUsd(workload, prices) * (1 + 1e-12)
        );
      })
    );
  });
});

describe("monthlyBill", () => {
  it("monthlyBill(workload, prices) sums to its total", () => {
    fc.assert(
      fc.property(anyWorkload, anyPrices, (workload, prices) => {
        const bill = monthlyBill({...workload, writeFraction: 0.2}, prices, {writeLifetime: "1h"});
        const sum = bill.uncachedUsd + bill.readUsd + bill.writeUsd + bill.outputUsd;
        expectWithin(sum, bill.totalUsd);
      })
    );
  });

  it("generationBill(workload, prices) is the monthly bill of one generation", () => {
    expectWithin(generationBill(chapter, sol).totalUsd, 0.127);
    expectWithin(generationBill(chapter, sol).outputUsd, 0.09);
  });
});
