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

  it("a prompt that memory cannot hold beside its readers has no picture", () => {
    const small = {...run, capacityTokens: 40_000};
    for (const picture of chunkPictures({...setup, run: small})) {
      expect(picture).toMatchObject({hasRoom: false, points: []});
    }
    // alone it would
    expect(chunkPictures({...setup, run: small, nReaders: 1})[0]!.hasRoom).toBe(true);
  });

  it("small pieces take as many passes as they need: 32,768 tokens by 64 − 16", () => {
    const scheduler = {...run.scheduler, maxBatchedTokens: 64};
    const [, slow] = chunkPictures({...setup, run: {...run, scheduler}});
    expect(slow!.ttftSeconds).toBeGreaterThan(683 * 0.004);
    expect(slow!.ttftSeconds).toBeLessThan(683 * 0.02);
  });

  it("readers that fill each pass leave a prompt in pieces no turn", () => {
    const scheduler = {...run.scheduler, maxBatchedTokens: 64};
    const [whole, pieces] = chunkPictures({...setup, run: {...run, scheduler}, nReaders: 64});
    expect(pieces!.ttftSeconds).toBe(Infinity);
    expect(pieces!.points.length).toBeGreaterThan(0);
    expect(whole!.ttftSeconds).toBeLessThan(Infinity);
  });
});
