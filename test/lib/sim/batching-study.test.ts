import {describe, expect, it} from "vitest";
import {
  compareBatching,
  gainBySpread,
  type BatchingStudy
} from "../../../src/lib/sim/batching-study.js";
import {constantStep, stepModel} from "../../../src/lib/sim/step.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";
import {batchingStudy} from "../../../src/lib/sim/batching-run.js";
import {standardInputs} from "./batching-fixture.js";

const study: BatchingStudy = {
  step: constantStep(0.01),
  capacityTokens: 1_000_000,
  maxModelLen: 100_000,
  maxSequences: 16,
  maxBatchedTokens: 100_000,
  lengths: {
    prompt: {kind: "fixed", tokens: 100},
    output: {kind: "log-normal", mean: 338, cv: 1.2}
  },
  nRequests: 3200,
  seed: 1
};
const llama = stepModel(modelById("llama3.1-8b"), {
  gpu: gpuById("h100-sxm"),
  weightDtype: "bf16",
  kvDtype: "bf16"
});

describe("gainBySpread", () => {
  it("equal answers gain exactly nothing, and more spread gains more", () => {
    const points = gainBySpread({...study, step: llama}, [0, 0.25, 0.5, 1, 1.5]);
    const gains = points.map(({gain}) => gain);
    expect(gains[0]).toBe(1);
    expect(gains).toEqual([...gains].sort((a, b) => a - b));
  });

  it("with passes of equal length the gain comes near the longest answer over the mean one", () => {
    for (const {gain, longestOverMean} of gainBySpread(study, [0.5, 1])) {
      // less by the passes for prompts, which continuous batches have more of
      expect(gain).toBeLessThan(longestOverMean);
      expectWithin(gain, longestOverMean, 0.25);
    }
  });

  it.each([1, 2, 3])(
    "the chapter's 2 to 4 times holds for spreads from 0.5 to 1; 1.2 gains 4, 2 over 5 (seed %i)",
    (seed) => {
      // chat-like, 32 places on an H100; 32,000 requests gain 4.11, 4.25 and 4.12 at 1.2
      const points = gainBySpread(batchingStudy({...standardInputs, seed}), [0.25, 0.5, 1, 1.2, 2]);
      const [narrow, half, one, chat, widest] = points.map(({gain}) => gain);
      expect(narrow).toBeLessThan(1.5);
      expectWithin(half!, 2.13, 0.03);
      expectWithin(one!, 3.58, 0.03);
      expectWithin(chat!, 4.1, 0.03);
      expectWithin(widest!, 5.65, 0.03);
    }
  );
});

describe("compareBatching", () => {
  it("both runs answer the same tokens, and only the static one keeps places for nobody", () => {
    const {still, going, gain} = compareBatching({...study, nRequests: 320});
    // 20 batches of 16: the first two and the last do not count
    expect([still.nAnswers, going.nAnswers]).toEqual([272, 272]);
    expect(still.heldFraction).toBeGreaterThan(0.4);
    expect(going.heldFraction).toBe(0);
    expect(gain).toBe(going.outputTokensPerSecond / still.outputTokensPerSecond);
  });
});
