import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {billRows, tierBills, usdPerGeneration} from "../../../src/lib/cost/compare.js";
import {generationsPerMonth} from "../../../src/lib/cost/fleet.js";
import {hostingBill} from "../../../src/lib/cost/hosting.js";
import {anyWorkload, chapter, expectWithin, tiers} from "./fixtures.js";

const bills = tierBills(chapter, tiers);

describe("tierBills", () => {
  it("tierBills(chapter, tiers) is $4,191, $1,676.40 and $167.64", () => {
    const totals = bills.map((bill) => bill.totalUsd);
    for (const [i, usd] of [4_191, 1_676.4, 167.64].entries()) expectWithin(totals[i]!, usd);
  });

  it("tierBills(chapter, tiers, {routedFraction}) mixes each tier with the one below", () => {
    const [flagship, mid, small] = tierBills(chapter, tiers, {routedFraction: 0.5});
    expectWithin(flagship!.totalUsd, (4_191 + 1_676.4) / 2);
    expectWithin(mid!.totalUsd, (1_676.4 + 167.64) / 2);
    expectWithin(small!.totalUsd, 167.64);
  });
});

describe("billRows", () => {
  const hosting = hostingBill(33_000, {replicaRequestsPerSecond: 0.4});
  const rows = billRows(tiers, {bills, hosting, hostedName: "8B"});

  it("billRows(tiers, options) has four parts for each API tier and two for the cards", () => {
    expect(rows).toHaveLength(3 * 4 + 2);
    expect(rows.filter((row) => row.tier === "self-hosted").map((row) => row.part)).toEqual([
      "used",
      "idle"
    ]);
  });

  it("billRows(tiers, options) parts sum to their bill", () => {
    for (const tier of ["flagship", "mid", "small", "self-hosted"]) {
      const parts = rows.filter((row) => row.tier === tier);
      expectWithin(
        parts.reduce((sum, row) => sum + row.usd, 0),
        parts[0]!.totalUsd
      );
    }
  });
});

describe("usdPerGeneration", () => {
  it("usdPerGeneration(chapter, tiers) is 12.7, 5.08 and 0.508 cents", () => {
    const usd = usdPerGeneration(chapter, tiers);
    for (const [i, expected] of [0.127, 0.0508, 0.00508].entries()) expectWithin(usd[i]!, expected);
  });

  it("usdPerGeneration(workload, tiers) times the generations is the bill", () => {
    fc.assert(
      fc.property(
        anyWorkload,
        fc.double({min: 0, max: 1, noNaN: true}),
        (workload, routedFraction) => {
          const usd = usdPerGeneration(workload, tiers, {routedFraction});
          tierBills(workload, tiers, {routedFraction}).forEach((bill, i) =>
            expectWithin(usd[i]! * generationsPerMonth(workload), bill.totalUsd)
          );
        }
      )
    );
  });
});
