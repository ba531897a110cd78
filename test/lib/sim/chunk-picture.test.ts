import {describe, expect, it} from "vitest";
import {batchingRun} from "../../../src/lib/sim/batching-run.js";
import {chunkPictures} from "../../../src/lib/sim/chunk-picture.js";
import {prefillSeconds} from "../../../src/lib/roofline.js";
import {expectWithin} from "../expect-within.js";
import {standardInputs} from "./batching-fixture.js";

const run = batchingRun(standardInputs);
const setup = {run, nReaders: 16, contextTokens: 2048, longPromptTokens: 32_768};
const [whole, pieces] = chunkPictures(setup);

describe("chunkPictures", () => {
  it("read whole, the prompt stops all readers for as long as the roofline says", () => {
    const {model, gpu, weightDtype, kvDtype} = run;
    const alone = prefillSeconds(model, {
      gpu,
      nGpus: 1,
      tp: 1,
      weightDtype,
      kvDtype,
      promptTokens: 32_768
    });
    expectWithin(whole!.longestSeconds, alone, 0.02);
    expectWithin(whole!.ttftSeconds, alone, 1e-9);
  });

  it("in pieces nobody waits nearly as long, and the prompt itself longer", () => {
    expect(pieces!.longestSeconds).toBeLessThan(whole!.longestSeconds / 8);
    expect(pieces!.ttftSeconds).toBeGreaterThan(whole!.ttftSeconds);
    // 32,768 tokens in pieces of 2,048 − 16: 16 full passes and a short one
    const during = pieces!.points.filter(({gapSeconds}) => gapSeconds > 0.02);
    expect(during).toHaveLength(16);
  });

  it("a prompt that memory cannot hold is named", () => {
    const small = {...run, capacityTokens: 40_000};
    expect(() => chunkPictures({...setup, run: small})).toThrow("no room for a prompt of 32768");
  });
});
