import {describe, expect, it} from "vitest";
import {cardGains, cardSpeeds, phaseOutcome} from "../../src/lib/card-speeds.js";
import {gpuById, modelById} from "../catalog-data.js";

const options = {
  weightDtype: "bf16",
  kvDtype: "bf16",
  contextTokens: 8192,
  promptTokens: 8192
} as const;

describe("cardSpeeds(model, gpus, options)", () => {
  it("writes 1.43 times faster on an H200 and reads as on an H100", () => {
    const cards = [gpuById("h100-sxm"), gpuById("h200")];
    const [h100, h200] = cardSpeeds(modelById("llama3.1-70b"), cards, options);
    if (!h100 || !h200) throw new Error("two cards in, two speeds out");
    // 4.80/3.35 TB/s; 989 TFLOP/s both
    expect(h200.decodeTokensPerSecond / h100.decodeTokensPerSecond).toBeCloseTo(4.8 / 3.35, 9);
    expect(h200.prefillTokensPerSecond / h100.prefillTokensPerSecond).toBeCloseTo(1, 9);
    expect(phaseOutcome(h100, h200)).toBe("only writing");
  });
});

it("cardGains(cards, baseId) is 1 for the base, and needs it", () => {
  const cards = cardSpeeds(
    modelById("llama3.1-70b"),
    [gpuById("h100-sxm"), gpuById("b200")],
    options
  );
  const [h100, b200] = cardGains(cards, "h100-sxm");
  expect([h100?.prefillGain, h100?.decodeGain]).toEqual([1, 1]);
  expect(b200?.prefillGain).toBeCloseTo(2250 / 989, 2);
  expect(b200?.decodeGain).toBeCloseTo(7.7 / 3.35, 9);
  expect(() => cardGains(cards, "h900")).toThrow("unknown gpu: h900");
});

it("phaseOutcome(from, to) counts gains over 10 %", () => {
  const speed = (prefillTokensPerSecond: number, decodeTokensPerSecond: number) => ({
    prefillTokensPerSecond,
    decodeTokensPerSecond
  });
  expect(phaseOutcome(speed(1, 1), speed(2, 2))).toBe("both get faster");
  expect(phaseOutcome(speed(1, 1), speed(2, 1))).toBe("only reading");
  expect(phaseOutcome(speed(1, 1), speed(1.05, 1.05))).toBe("neither");
});
