import {expect, it} from "vitest";
import {pagedChecks} from "../../../src/lib/sim/paged-checks.js";
import {standardStream} from "../../../src/lib/sim/stream.js";
import {gpus, models} from "../../catalog-data.js";

it("pagedChecks(standard) passes row by row, and has the paper's four figures", () => {
  const rows = pagedChecks(standardStream({models, gpus}));
  for (const {name, ours, expected, pass} of rows) {
    expect(pass, `${name}: ${ours} for ${expected}`).toBe(true);
  }
  expect(rows.map(({expected}) => expected)).toEqual([0.204, 0.268, 0.382, 0.963, 0, 0, 0]);
});
