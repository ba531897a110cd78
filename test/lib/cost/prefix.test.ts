import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {cachedPrefixTokens, warmProbability} from "../../../src/lib/cost/prefix.js";
import {expectWithin} from "./fixtures.js";

/** The same prompt sent twice: cached tokens of the second. */
const repeat = (tokens: number, blockTokens: number) =>
  cachedPrefixTokens({sharedTokens: tokens, nPromptTokens: tokens}, {blockTokens, minTokens: 0});

describe("cachedPrefixTokens", () => {
  it("cachedPrefixTokens(prompt, blocks) computes the last token again (vllm#42948, LMCache#1361)", () => {
    expect(repeat(8_891, 256)).toBe(8_704);
    expect(repeat(8_704, 256)).toBe(8_448); // wrong: 8,704
    expect(repeat(8_525, 256)).toBe(8_448);
  });

  it("cachedPrefixTokens(prompt, blocks) hits nothing below one block (vllm#40696, #54607)", () => {
    expect(repeat(480, 528)).toBe(0);
    expect(repeat(552, 528)).toBe(528);
    expect(repeat(979, 528)).toBe(528); // 54 %
    expect(repeat(240, 784)).toBe(0);
  });

  it("cachedPrefixTokens(prompt) needs 1,024 tokens and counts in steps of 128", () => {
    const shared = (sharedTokens: number) =>
      cachedPrefixTokens({sharedTokens, nPromptTokens: 20_000});
    expect(shared(1_023)).toBe(0);
    expect(shared(1_024)).toBe(1_024);
    expect(shared(1_151)).toBe(1_024);
    expect(shared(1_152)).toBe(1_152);
  });

  it("cachedPrefixTokens(prompt, blocks) of an empty prompt is 0", () => {
    expect(repeat(0, 16)).toBe(0);
  });

  it("cachedPrefixTokens(prompt) never falls when more is shared", () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(500), (sharedTokens, more) => {
        const nPromptTokens = 30_000;
        const cached = cachedPrefixTokens({sharedTokens, nPromptTokens});
        expect(cached).toBeLessThanOrEqual(sharedTokens);
        expect(
          cachedPrefixTokens({sharedTokens: sharedTokens + more, nPromptTokens})
        ).toBeGreaterThanOrEqual(cached);
      })
    );
  });
});

describe("warmProbability", () => {
  it("warmProbability({rate, lifetime}) is 1 − 1/e at one request a lifetime", () => {
    expectWithin(
      warmProbability({requestsPerSecond: 1 / 300, lifetimeSeconds: 300}),
      1 - 1 / Math.E
    );
  });

  it("warmProbability({rate, lifetime}) is 0 without requests and 1 with very many", () => {
    expect(warmProbability({requestsPerSecond: 0, lifetimeSeconds: 300})).toBe(0);
    expect(warmProbability({requestsPerSecond: 1e6, lifetimeSeconds: 300})).toBe(1);
  });

  it("warmProbability({rate, lifetime}) meets a Poisson stream counted out", () => {
    const [rate, lifetimeSeconds] = [0.01, 60];
    let state = 1;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const gaps = Array.from({length: 20_000}, () => -Math.log(random()) / rate);
    const warm = gaps.filter((gap) => gap <= lifetimeSeconds).length / gaps.length;
    expectWithin(warmProbability({requestsPerSecond: rate, lifetimeSeconds}), warm, 0.02);
  });
});
