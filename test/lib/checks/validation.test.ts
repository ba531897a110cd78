import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {parseChecks, parseVectors} from "../../../src/lib/checks/records/parse.js";
import {checkedFigures} from "../../../src/lib/checks/records.js";
import {validationChecks} from "../../../src/lib/checks/validation.js";
import {publicCases} from "../../../src/lib/mistakes/cases.js";
import {models} from "../../catalog-data.js";

function raw(name: string): unknown {
  const path = new URL(`../../../src/data/raw/${name}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8"));
}

const figures = checkedFigures({
  checks: parseChecks(raw("checks.json")),
  vectors: parseVectors(raw("vectors.json")),
  models
});

const cases = publicCases(models);

describe("validationChecks", () => {
  it("validationChecks(figures, models) pass, with 53 exact parameter counts", () => {
    const rows = validationChecks(figures, {models, cases});
    expect(rows.every(({pass}) => pass)).toBe(true);
    expect(rows.length).toBe(6);
    expect(rows.at(-1)).toMatchObject({expected: 53, ours: 53});
  });

  it("validationChecks(figures, models) fail with the first figure or count that does", () => {
    const wrong = figures.map((figure, i) =>
      i === 9 ? {...figure, verdict: "fails" as const} : figure
    );
    expect(validationChecks(wrong, {models, cases})[0]!.pass).toBe(false);
    const slimmer = models.map((model) => ({...model, hiddenSize: model.hiddenSize - 1}));
    expect(validationChecks(figures, {models: slimmer, cases}).at(-1)!.pass).toBe(false);
    const unexplained = cases.map((row) => ({...row, isExplained: false}));
    expect(validationChecks(figures, {models, cases: unexplained})[3]!.pass).toBe(false);
  });
});
