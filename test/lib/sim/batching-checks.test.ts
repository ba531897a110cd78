import {expect, it} from "vitest";
import {batchingChecks} from "../../../src/lib/sim/batching-checks.js";
import {standardInputs} from "./batching-fixture.js";

it("batchingChecks(standard) passes row by row", () => {
  const rows = batchingChecks(standardInputs);
  expect(rows).toHaveLength(7);
  for (const {name, ours, expected, pass} of rows) {
    expect(pass, `${name}: ${ours} for ${expected}`).toBe(true);
  }
});
