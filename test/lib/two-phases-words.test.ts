import {describe, expect, it} from "vitest";
import {twoPhasesAnswer} from "../../src/lib/answers/two-phases.js";
import {cardGains, cardSpeeds} from "../../src/lib/card-speeds.js";
import {ceilingPicture, ceilingPoints} from "../../src/lib/ceilings.js";
import {roofPicture} from "../../src/lib/roof-picture.js";
import {stepBreakdowns} from "../../src/lib/step-shares.js";
import {
  cardsSentence,
  ceilingSentence,
  gainSentence,
  roofSentence,
  stepSentence,
  takeawayWords,
  waitSentence
} from "../../src/lib/two-phases-words.js";
import {requestWaits, waitBand} from "../../src/lib/wait.js";
import {gpuById, gpus, measured, modelById} from "../catalog-data.js";

const model = modelById("llama3.1-70b");
const setUp = {
  gpu: gpuById("h100-sxm"),
  nGpus: 1,
  weightDtype: "bf16",
  kvDtype: "bf16"
} as const;
const lengths = {promptTokens: 8192, contextTokens: 8192};
const picture = {
  ...setUp,
  ...lengths,
  batchSize: 1,
  nDrafted: 0,
  acceptance: 0,
  plainDtype: "bf16"
} as const;

describe("roofSentence(picture)", () => {
  it("says how far each phase stands from the ridge", () => {
    const text = roofSentence(roofPicture(model, picture));
    expect(text).toContain("1.13 FLOPs for each byte, 261 times short of the ridge of 295");
    expect(text).toContain("8,536 FLOPs for each byte, 28.9 times beyond it: 3,349 tokens/s");
  });
  it("says when weights are widened", () => {
    const a100 = {...picture, gpu: gpuById("a100-sxm-80"), weightDtype: "fp8"} as const;
    expect(roofSentence(roofPicture(model, a100))).toContain("it computes in bf16.");
  });
});

it("stepSentence(words) names the first batch and the last", () => {
  const steps = stepBreakdowns(model, {...setUp, contextTokens: 8192}, [1, 1024]);
  const text = stepSentence({steps, crossing: 227.1, contextTokens: 8192});
  // (139.0 GB of weights without the input embedding + 2.68 GB of cache) / (0.65 · 3.35 TB/s)
  expect(text).toContain("65.1 ms a step, 15.4 tokens/s in all, for one reader");
  expect(text).toContain("From 228 readers on");
  expect(stepSentence({steps, crossing: Infinity, contextTokens: 1})).toContain(
    "never takes longer"
  );
});

it("waitSentence(waits, band) speaks of the last row", () => {
  const request = {...setUp, promptTokens: 8192, outputTokens: 512, batchSize: 16};
  const waits = requestWaits(model, request);
  const text = waitSentence(waits, waitBand(model, request));
  expect(waits.map(({label}) => label)).toEqual(["alone", "one of 16"]);
  // (139 + 16 · 2.77) GB over 3.35 · 0.65 TB/s = 84.2 ms
  expect(text).toContain("2.45 s to the first token");
  expect(text).toContain("84.2 ms a token");
  expect(waitSentence([], {low: 1, high: 2})).toBe("");
});

it("ceilingSentence(picture) gives the chosen model in each format", () => {
  const text = ceilingSentence(
    ceilingPicture(ceilingPoints([model], ["bf16", "int4-g128"]), {
      ...setUp,
      modelId: model.id,
      measured: measured.decode,
      gpus
    })
  );
  expect(text).toContain("H100 SXM5: bf16 23.7 tokens/s, INT4 84.2 tokens/s.");
  expect(text).toContain("42.3 % to 69.2 %");
});

it("cardsSentence(cards) and gainSentence(card, modelName) say the gains", () => {
  const cards = [gpuById("h100-sxm"), gpuById("h200"), gpuById("b200")];
  const gains = cardGains(cardSpeeds(model, cards, {...setUp, ...lengths}), "h100-sxm");
  expect(cardsSentence(gains)).toContain("H200 SXM reads 1× and writes 1.43× as fast");
  expect(cardsSentence([])).toBe("");
  const [, h200] = gains;
  if (!h200) throw new Error("three cards in, three gains out");
  expect(gainSentence(h200, model.name)).toBe(
    "With Llama 3.1 70B, H200 SXM reads 1× and writes 1.43× as fast."
  );
});

it("takeawayWords(words) holds the bound, its conditions and the ridge", () => {
  const bound = twoPhasesAnswer({model, ...setUp, ...lengths, mfu: 0.5, mbu: 0.65});
  const text = takeawayWords({bound, ridge: 295.2, cards: "an H100", what: "Llama 3.1 70B"});
  expect(text).toContain("23.7 tokens/s for Llama 3.1 70B on an H100, batch 1, no cache counted");
  expect(text).toContain("about 295 FLOPs for each byte");
});
