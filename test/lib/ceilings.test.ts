import {describe, expect, it} from "vitest";
import {ceilingPoints, chapterBytes} from "../../src/lib/ceilings.js";
import {weightBytes} from "../../src/lib/weights.js";
import {modelById, models} from "../catalog-data.js";

describe("chapterBytes(model, weightDtype)", () => {
  it("is all weights of a dense text model", () => {
    for (const id of ["llama3.1-70b", "llama3.1-8b", "qwen2.5-72b"])
      expect(chapterBytes(modelById(id), "bf16")).toBe(weightBytes(modelById(id), "bf16"));
  });
  it("is the experts of one token in a mixture: 37.55 B of DeepSeek-V3's 671 B", () => {
    expect(chapterBytes(modelById("deepseek-v3"), "bf16") / 2e9).toBeCloseTo(37.55, 1);
  });
});

it("ceilingPoints(models, weightDtypes) has one point for each pair, with bytes in the format's order", () => {
  const points = ceilingPoints(models, ["bf16", "fp8", "int4-g128"]);
  expect(points.length).toBe(3 * models.length);
  for (let i = 0; i < points.length; i += 3) {
    const [wide, mid, narrow] = points.slice(i, i + 3).map(({bytes}) => bytes);
    expect(wide).toBeGreaterThan(mid ?? NaN);
    expect(mid).toBeGreaterThan(narrow ?? NaN);
  }
});
