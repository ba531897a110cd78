import {describe, expect, it} from "vitest";
import {crossoverBatch, decodePoint, prefillPoint, rooflineOf} from "../../src/lib/phases.js";
import {gpuById, modelById} from "../catalog-data.js";

const h100 = gpuById("h100-sxm");
const setUp = {gpu: h100, weightDtype: "bf16", kvDtype: "bf16"} as const;
const ideal = {...setUp, mfu: 1, mbu: 1};

describe("rooflineOf({gpu, nGpus, weightDtype})", () => {
  it("meets slope and roof at F/BW", () => {
    const {bytesPerSecond, roof, ridge, others} = rooflineOf(setUp);
    expect([bytesPerSecond, roof]).toEqual([3.35e12, {dtypes: ["bf16"], flopsPerSecond: 989e12}]);
    expect(ridge).toBeCloseTo(989 / 3.35, 9);
    expect(others).toEqual([{dtypes: ["fp8", "int8"], flopsPerSecond: 1979e12}]);
  });
  it("names arithmetic of the same peak once", () => {
    const {roof, others} = rooflineOf({...setUp, weightDtype: "fp8"});
    expect(roof).toEqual({dtypes: ["fp8", "int8"], flopsPerSecond: 1979e12});
    expect(others).toEqual([{dtypes: ["bf16"], flopsPerSecond: 989e12}]);
  });
  it("scales both with cards, so the ridge stays", () => {
    const eight = rooflineOf({...setUp, nGpus: 8});
    expect(eight.bytesPerSecond).toBe(8 * 3.35e12);
    expect(eight.ridge).toBeCloseTo(rooflineOf(setUp).ridge, 9);
  });
  it("says when weights are widened", () => {
    const {roof, note} = rooflineOf({gpu: gpuById("a100-sxm-80"), weightDtype: "fp8"});
    expect(roof?.dtypes).toEqual(["bf16"]);
    expect(note).toContain("computes in bf16");
  });
  it("has no roof where no peak is published", () => {
    const {roof, ridge} = rooflineOf({gpu: gpuById("m4"), weightDtype: "bf16"});
    expect([roof, ridge]).toEqual([null, NaN]);
  });
});

describe("decodePoint(model, options) and prefillPoint(model, options)", () => {
  const model = modelById("llama3.1-70b");
  it("stand left and right of the ridge", () => {
    const {ridge} = rooflineOf(setUp);
    expect(decodePoint(model, {...setUp, contextTokens: 8192}).intensity).toBeLessThan(ridge);
    expect(prefillPoint(model, {...setUp, promptTokens: 8192}).intensity).toBeGreaterThan(ridge);
  });
  it("move right with the batch and with the prompt", () => {
    const batch = (n: number) =>
      decodePoint(model, {...setUp, contextTokens: 1024, batchSize: n}).intensity;
    const prompt = (n: number) => prefillPoint(model, {...setUp, promptTokens: n}).intensity;
    expect(batch(64)).toBeGreaterThan(batch(8));
    expect(prompt(1024)).toBeGreaterThan(prompt(128));
  });
  it("give the tokens of all sequences", () => {
    const point = decodePoint(model, {...setUp, contextTokens: 1024, batchSize: 8});
    expect(point.tokensPerSecond).toBe(8 / point.seconds);
    const prefill = prefillPoint(model, {...setUp, promptTokens: 1024});
    expect(prefill.tokensPerSecond).toBe(1024 / prefill.seconds);
  });
});

describe("crossoverBatch(model, options)", () => {
  it("is the critical batch of a dense model in 16 bits", () => {
    expect(crossoverBatch(modelById("llama3.1-70b"), ideal)).toBeCloseTo(989 / 3.35, 6);
  });
  it("moves with the efficiencies: 295 · 0.5/0.65", () => {
    expect(crossoverBatch(modelById("llama3.1-70b"), setUp)).toBeCloseTo(
      ((989 / 3.35) * 0.5) / 0.65,
      6
    );
  });
  it("is much larger for a mixture: its tokens spread over experts", () => {
    // DeepSeek-V3: 671 B read for 36.6 B multiplied, 18 times 295
    const batch = crossoverBatch(modelById("deepseek-v3"), ideal);
    expect(batch / (989 / 3.35)).toBeGreaterThan(17);
    expect(batch / (989 / 3.35)).toBeLessThan(19);
  });
  it("is 403 for an 8B in bf16 on an L4", () => {
    const l4 = {...ideal, gpu: gpuById("l4")};
    expect(crossoverBatch(modelById("llama3.1-8b"), l4)).toBeCloseTo(121 / 0.3, 5);
  });
  it("is never reached without a roof", () => {
    expect(crossoverBatch(modelById("llama3.1-8b"), {...setUp, gpu: gpuById("m4")})).toBe(Infinity);
  });
});
