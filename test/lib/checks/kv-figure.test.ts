import {describe, expect, it} from "vitest";
import {cacheIn, figureRows, growthIn} from "../../../src/lib/checks/kv-figure.js";
import {modelById} from "../../catalog-data.js";

const llama8b = modelById("llama3.1-8b");
const figure = {name: "a", expected: 128, ours: growthIn(1024), unit: "KiB", source: "s"};

describe("figureRows", () => {
  it("figureRows(figures, models) judges each figure by its model", () => {
    expect(figureRows([{...figure, id: "llama3.1-8b"}], [llama8b])).toEqual([
      {name: "a", expected: 128, ours: 128, unit: "KiB", tolerance: 0, source: "s", pass: true}
    ]);
  });

  it("figureRows leaves out a model that is not there", () => {
    expect(figureRows([{...figure, id: "none"}], [llama8b])).toEqual([]);
  });
});

describe("readings of a model", () => {
  it("growthIn(unit, dtype) and cacheIn(unit, tokens, options) divide bytes by the unit", () => {
    expect(growthIn(1024, "fp8")(llama8b)).toBe(64);
    expect(cacheIn(2 ** 30, 8192)(llama8b)).toBe(1);
    expect(cacheIn(2 ** 30, 8192, {dtype: "fp8", tp: 2})(llama8b)).toBe(0.25);
  });
});
