import {describe, expect, it} from "vitest";
import {ceilingPicture, ceilingPoints, chapterBytes} from "../../src/lib/ceilings.js";
import {weightBytes} from "../../src/lib/weights.js";
import {gpuById, gpus, measured, modelById, models} from "../catalog-data.js";

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

describe("ceilingPicture(points, {gpu, nGpus, modelId, measured, gpus})", () => {
  const points = ceilingPoints(models, ["bf16", "fp8", "int4-g128"]);
  const options = {
    gpu: gpuById("h100-sxm"),
    nGpus: 1,
    modelId: "llama3.1-70b",
    measured: measured.decode,
    gpus
  };
  it("puts every dot on the line of the chosen cards", () => {
    const {dots, lines} = ceilingPicture(points, {...options, nGpus: 2});
    expect(lines[0]).toEqual({name: "2 × H100 SXM5", bytesPerSecond: 6.7e12});
    for (const {bytes, tokensPerSecond} of dots)
      expect(bytes * tokensPerSecond).toBeCloseTo(6.7e12, -3);
  });
  it("marks the chosen model in each format", () => {
    const chosen = ceilingPicture(points, options).dots.filter(({isChosen}) => isChosen);
    expect(chosen.map(({format}) => format)).toEqual(["bf16", "FP8", "INT4"]);
    expect(chosen[0]?.tokensPerSecond).toBeCloseTo(23.74, 2);
  });
  it("has the line of every card with a measured speed, once", () => {
    expect(ceilingPicture(points, options).lines.map(({name}) => name)).toEqual([
      "H100 SXM5",
      "A100 SXM4"
    ]);
    const two = ceilingPicture(points, {...options, nGpus: 2});
    expect(two.lines.map(({name}) => name)).toEqual(["2 × H100 SXM5", "H100 SXM5", "A100 SXM4"]);
  });
  it("keeps measured speeds under the line of their own card", () => {
    const {measured: dots} = ceilingPicture(points, options);
    expect(dots.length).toBe(8);
    for (const {mbu} of dots) expect(mbu).toBeLessThan(0.7);
  });
});
