import {expect, it} from "vitest";
import {twoPhasesChecks} from "../../../src/lib/checks/two-phases.js";
import {gpus, measured, models} from "../../catalog-data.js";

const rows = twoPhasesChecks({models, gpus, measured});

it("twoPhasesChecks(data) passes row by row", () => {
  for (const {name, ours, expected, pass} of rows)
    expect(pass, `${name}: ${ours} for ${expected}`).toBe(true);
});

it("twoPhasesChecks(data) holds the chapter's figures", () => {
  const expected = rows.map((row) => row.expected);
  for (const figure of [23.9, 23.7, 24.1, 295]) expect(expected).toContain(figure);
  expect(rows.length).toBe(29);
});

it("twoPhasesChecks(data) has measured MBU between 0.4 and 0.7", () => {
  const mbu = rows.filter(({name}) => name.startsWith("MBU"));
  expect(mbu.length).toBe(8);
  for (const {ours} of mbu) {
    expect(ours).toBeGreaterThan(0.4);
    expect(ours).toBeLessThan(0.7);
  }
});
