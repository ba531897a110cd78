import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {decodeSpeed, tokensPerPass, waysOut} from "../../src/lib/ways-out.js";
import {gpuById, modelById} from "../catalog-data.js";

describe("tokensPerPass({nDrafted, acceptance})", () => {
  it("is Leviathan's expected number of tokens: speed at c = 0 in table 1", () => {
    // arXiv 2211.17192 table 1, (α, γ): 1.96, 2.53, 2.44, 3.69, 2.71, 6.86
    const rows = [
      [0.6, 2, 1.96],
      [0.7, 3, 2.53],
      [0.8, 2, 2.44],
      [0.8, 5, 3.69],
      [0.9, 2, 2.71],
      [0.9, 10, 6.86]
    ] as const;
    for (const [acceptance, nDrafted, expected] of rows)
      expect(tokensPerPass({nDrafted, acceptance})).toBeCloseTo(expected, 2);
  });
  it("is one without drafts or luck, all with full acceptance", () => {
    expect(tokensPerPass({nDrafted: 0, acceptance: 0.8})).toBeCloseTo(1, 12);
    expect(tokensPerPass({nDrafted: 5, acceptance: 0})).toBe(1);
    expect(tokensPerPass({nDrafted: 5, acceptance: 1})).toBe(6);
    expect(tokensPerPass({nDrafted: NaN, acceptance: 0.8})).toBeNaN();
  });
  it("lies between 1 and γ + 1 and grows with both", () => {
    const drafted = fc.integer({min: 0, max: 16});
    const accepted = fc.double({min: 0, max: 0.999, noNaN: true});
    fc.assert(
      fc.property(drafted, accepted, (nDrafted, acceptance) => {
        const tokens = tokensPerPass({nDrafted, acceptance});
        expect(tokens).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(tokens).toBeLessThanOrEqual(nDrafted + 1 + 1e-9);
        expect(tokensPerPass({nDrafted: nDrafted + 1, acceptance})).toBeGreaterThanOrEqual(
          tokens - 1e-9
        );
      })
    );
  });
});

const model = modelById("llama3.1-70b");
const options = {
  gpu: gpuById("h100-sxm"),
  weightDtype: "bf16",
  kvDtype: "bf16",
  contextTokens: 8192
} as const;

describe("decodeSpeed(model, options)", () => {
  it("counts all readers", () => {
    const {perReader, total} = decodeSpeed(model, {...options, batchSize: 8});
    expect(total).toBe(8 * perReader);
  });
  it("gains all of the kept tokens while weights bound the step", () => {
    const plain = decodeSpeed(model, options).perReader;
    const drafted = decodeSpeed(model, {...options, nDrafted: 4, acceptance: 0.8}).perReader;
    expect(drafted / plain).toBeCloseTo(3.3616, 9);
  });
  it("loses the gain once compute bounds it", () => {
    const busy = {...options, batchSize: 1024, contextTokens: 1};
    const plain = decodeSpeed(model, busy).perReader;
    const drafted = decodeSpeed(model, {...busy, nDrafted: 4, acceptance: 0.8}).perReader;
    expect(drafted).toBeLessThan(plain);
  });
});

describe("waysOut(model, options)", () => {
  const ways = waysOut(model, {
    ...options,
    narrowDtype: "int4-g128",
    manyReaders: 64,
    nDrafted: 4,
    acceptance: 0.8
  });
  it("starts as it is, and each way raises the tokens a second of the card", () => {
    const [asItIs, ...rest] = ways;
    expect(rest.map(({way}) => way)).toEqual([
      "fewer bytes",
      "more requests",
      "more tokens a pass"
    ]);
    for (const {total, way} of rest) expect(total, way).toBeGreaterThan(asItIs?.total ?? NaN);
  });
  it("moves every way to the right: more FLOPs for each byte", () => {
    const [asItIs, ...rest] = ways;
    for (const {intensity} of rest) expect(intensity).toBeGreaterThan(asItIs?.intensity ?? NaN);
  });
  it("names a price for each", () => {
    for (const {price, way} of ways.slice(1)) expect(price, way).not.toBe("");
  });
});
