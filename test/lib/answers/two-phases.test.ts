import {describe, expect, it} from "vitest";
import {cardsToHold, twoPhasesAnswer} from "../../../src/lib/answers/two-phases.js";
import {gpuById, modelById} from "../../catalog-data.js";

const defaults = {
  model: modelById("llama3.1-70b"),
  gpu: gpuById("h100-sxm"),
  nGpus: 1,
  weightDtype: "bf16",
  kvDtype: "bf16",
  promptTokens: 8192,
  contextTokens: 8192,
  mfu: 0.5,
  mbu: 0.65
} as const;

describe("twoPhasesAnswer(inputs)", () => {
  it("says at most 23.7 tokens/s at the defaults, 24.1 without the input embedding", () => {
    const {value, withoutEmbedding, text} = twoPhasesAnswer(defaults);
    expect(value).toBeCloseTo(23.74, 2);
    expect(withoutEmbedding).toBeCloseTo(24.1, 2);
    expect(text).toBe(
      "On an H100 SXM5, Llama 3.1 70B in bf16 can write at most 23.7 tokens/s for one reader; " +
        "the same card reads a prompt at up to 6,699 tokens/s."
    );
  });
  it("expects less of both than the ceilings", () => {
    const answer = twoPhasesAnswer(defaults);
    expect(answer.expectedWrite).toBeLessThan(0.65 * answer.withoutEmbedding);
    expect(answer.expectedRead).toBeCloseTo(answer.readCeiling / 2, 6);
  });
  it("doubles with two cards and counts them", () => {
    const {value, text} = twoPhasesAnswer({...defaults, nGpus: 2});
    expect(value).toBeCloseTo(2 * 23.741, 2);
    expect(text).toContain("On 2 × H100 SXM5");
    expect(text).toContain("the same cards read");
  });
  it("says nothing about reading where no peak is published", () => {
    const {readCeiling, text} = twoPhasesAnswer({...defaults, gpu: gpuById("m3-ultra")});
    expect(readCeiling).toBeNaN();
    expect(text.endsWith("for one reader.")).toBe(true);
  });
});

describe("cardsToHold(model, {gpu, weightDtype, kvDtype, contextTokens})", () => {
  const options = {...defaults, contextTokens: 8192};
  it("is two H100 for the 70B in bf16, one for the 8B", () => {
    expect(cardsToHold(modelById("llama3.1-70b"), options)).toBe(2);
    expect(cardsToHold(modelById("llama3.1-8b"), options)).toBe(1);
  });
  it("is null where memory is not published or never suffices", () => {
    expect(cardsToHold(modelById("llama3.1-8b"), {...options, gpu: gpuById("m5-pro")})).toBeNull();
    expect(cardsToHold(modelById("deepseek-v3"), {...options, gpu: gpuById("l4")})).toBeNull();
  });
});
