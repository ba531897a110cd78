import {describe, expect, it} from "vitest";
import {
  compareBatching,
  gainBySpread,
  type BatchingStudy
} from "../../../src/lib/sim/batching-study.js";
import {constantStep, stepModel} from "../../../src/lib/sim/step.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";

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

  it("the chapter's 2 to 4 times holds between a spread of 0.5 and 1.2, not for like answers", () => {
    // chat-like stand-in, 32 places on an H100: 1.5 at 0.25, 2.1 at 0.5, 3.4 at 1, 3.8 at 1.2, 4.8 at 2
    const points = gainBySpread({...study, step: llama, maxSequences: 32}, [0.25, 0.5, 1.2, 2]);
    const [narrow, half, wide, widest] = points.map(({gain}) => gain);
    expect(narrow).toBeLessThan(1.7);
    expect(half).toBeGreaterThan(1.8);
    expect(wide).toBeLessThan(4.2);
    expect(widest).toBeGreaterThan(4);
  });
});

describe("compareBatching", () => {
  it("both runs answer the same tokens, and only the static one keeps places for nobody", () => {
    const {still, going, gain} = compareBatching({...study, nRequests: 320});
    expect(still.finished).toBe(320);
    expect(going.finished).toBe(320);
    expect(still.heldFraction).toBeGreaterThan(0.4);
    expect(going.heldFraction).toBe(0);
    expectWithin(gain, still.seconds / going.seconds, 1e-12);
  });
});
