import {describe, expect, it} from "vitest";
import {PICTURE_BATCHES, PICTURE_PROMPTS, roofPicture} from "../../src/lib/roof-picture.js";
import {MOVES} from "../../src/lib/ways-out.js";
import {gpuById, modelById} from "../catalog-data.js";

const model = modelById("llama3.1-70b");
const options = {
  gpu: gpuById("h100-sxm"),
  nGpus: 1,
  weightDtype: "bf16",
  kvDtype: "bf16",
  batchSize: 1,
  promptTokens: 8192,
  contextTokens: 8192,
  nDrafted: 0,
  acceptance: 0.8,
  plainDtype: "bf16"
} as const;

describe("roofPicture(model, options)", () => {
  it("has a point for each batch, each prompt, and the chosen two", () => {
    const {decode, prefill, current} = roofPicture(model, options);
    expect(decode.map(({nTokens}) => nTokens)).toEqual(PICTURE_BATCHES);
    expect(prefill.map(({nTokens}) => nTokens)).toEqual(PICTURE_PROMPTS);
    expect(current.map(({phase}) => phase)).toEqual(["decode", "prefill"]);
    expect(current[0]).toEqual(decode[0]);
  });
  it("keeps the start only once a way out is taken", () => {
    expect(roofPicture(model, options).start).toBeNull();
    const ways = [
      {weightDtype: MOVES.narrowDtype},
      {batchSize: MOVES.manyReaders},
      {nDrafted: MOVES.nDrafted}
    ];
    for (const way of ways) {
      const {start, current} = roofPicture(model, {...options, ...way});
      expect(start?.nTokens).toBe(1);
      expect(current[0].intensity).toBeGreaterThan(start?.intensity ?? NaN);
    }
  });
  it("counts the drafted tokens that are kept, not those that are thrown away", () => {
    const plain = roofPicture(model, options).current[0];
    const drafted = roofPicture(model, {...options, nDrafted: 4}).current[0];
    expect(drafted.tokensPerSecond / plain.tokensPerSecond).toBeCloseTo(3.3616, 9);
    expect(drafted.flops / plain.flops).toBe(5);
  });
});
