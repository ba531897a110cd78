import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {parseChecks, parseVectors} from "../../../src/lib/checks/records/parse.js";
import {checkedFigures} from "../../../src/lib/checks/records.js";
import {validationChecks} from "../../../src/lib/checks/validation.js";
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

describe("validationChecks", () => {
  it("validationChecks(figures, models) pass, with 53 exact parameter counts", () => {
    const rows = validationChecks(figures, models);
    expect(rows.map(({pass}) => pass)).toEqual([true, true, true, true]);
    expect(rows.at(-1)).toMatchObject({expected: 53, ours: 53});
  });

  it("validationChecks(figures, models) fail with the first figure or count that does", () => {
    const wrong = figures.map((figure, i) =>
      i === 9 ? {...figure, verdict: "fails" as const} : figure
    );
    expect(validationChecks(wrong, models)[0]!.pass).toBe(false);
    const slimmer = models.map((model) => ({...model, hiddenSize: model.hiddenSize - 1}));
    expect(validationChecks(figures, slimmer)[3]!.pass).toBe(false);
  });
});
