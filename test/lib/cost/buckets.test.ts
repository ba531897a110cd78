import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {promptTokens, splitInput} from "../../../src/lib/cost/buckets.js";
import {expectWithin} from "./fixtures.js";

describe("splitInput", () => {
  it("splitInput(options) reads the hit share and leaves the rest uncached", () => {
    expect(splitInput({inputTokens: 20_000, outputTokens: 3_000, hitFraction: 0.75})).toEqual({
      uncachedTokens: 5_000,
      readTokens: 15_000,
      write5mTokens: 0,
      write1hTokens: 0,
      outputTokens: 3_000
    });
  });

  it("splitInput(options) puts writes in the bucket of their lifetime", () => {
    const options = {inputTokens: 1_000, outputTokens: 1, hitFraction: 0.5, writeFraction: 0.25};
    expect(splitInput(options).write5mTokens).toBe(250);
    expect(splitInput({...options, writeLifetime: "1h"})).toMatchObject({
      uncachedTokens: 250,
      write5mTokens: 0,
      write1hTokens: 250
    });
  });

  it("splitInput(options) never writes more than the misses", () => {
    const {uncachedTokens, write5mTokens} = splitInput({
      inputTokens: 1_000,
      outputTokens: 1,
      hitFraction: 0.75,
      writeFraction: 0.5
    });
    expect(write5mTokens).toBe(250);
    expect(uncachedTokens).toBe(0);
  });

  it("promptTokens(splitInput(options)) is the input again: four disjoint buckets", () => {
    const share = fc.double({min: 0, max: 1, noNaN: true});
    fc.assert(
      fc.property(fc.integer({min: 1, max: 1e7}), share, share, (inputTokens, h, w) => {
        const buckets = splitInput({
          inputTokens,
          outputTokens: 1,
          hitFraction: h,
          writeFraction: w
        });
        expectWithin(promptTokens(buckets), inputTokens, 1e-12);
        expect(Math.min(...Object.values(buckets))).toBeGreaterThanOrEqual(0);
      })
    );
  });
});
