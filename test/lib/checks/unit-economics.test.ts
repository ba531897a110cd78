import {describe, expect, it} from "vitest";
import {unitEconomicsChecks} from "../../../src/lib/checks/unit-economics.js";
import {luna, perMillion, sol, terra} from "../cost/fixtures.js";

describe("unitEconomicsChecks", () => {
  const rows = unitEconomicsChecks({flagship: sol, mid: terra, small: luna});

  it("unitEconomicsChecks(tiers) pass, every one, each with a source", () => {
    expect(rows.filter((row) => !row.pass)).toEqual([]);
    expect(rows).toHaveLength(15);
    for (const row of rows) expect(row.source).toMatch(/\w/);
  });

  it("unitEconomicsChecks(a wrong price) fails the bills that it is in", () => {
    const wrong = unitEconomicsChecks({
      flagship: perMillion([5, 0.5, 31]),
      mid: terra,
      small: luna
    });
    expect(wrong.filter((row) => !row.pass).map((row) => row.name)).toEqual([
      "flagship at the defaults",
      "flagship without a hit",
      "flagship at 95 % hits",
      "flagship, remix 1/10"
    ]);
  });
});
