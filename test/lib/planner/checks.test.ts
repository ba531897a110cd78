import {expect, it} from "vitest";
import {plannerChecks} from "../../../src/lib/planner/checks.js";
import {models} from "../../catalog-data.js";

it("plannerChecks(models) passes row by row", () => {
  const rows = plannerChecks(models);
  expect(rows).toHaveLength(12);
  for (const {name, ours, expected, pass} of rows) {
    expect(pass, `${name}: ${ours} for ${expected}`).toBe(true);
  }
});
