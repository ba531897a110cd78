import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {promptTokens} from "../../../src/lib/cost/buckets.js";
import {requestUsd} from "../../../src/lib/cost/request.js";
import {normaliseUsage, usageConventions} from "../../../src/lib/cost/usage.js";
import {expectWithin, perMillion} from "./fixtures.js";

const {openai, anthropic, gemini, grok} = usageConventions;

describe("normaliseUsage", () => {
  it("normaliseUsage(usage, openai) takes cached tokens out of the prompt (litellm#15945)", () => {
    expect(
      normaliseUsage({inputTokens: 9_126, cacheReadTokens: 4_864, outputTokens: 3_197}, openai)
    ).toEqual({
      uncachedTokens: 4_262,
      readTokens: 4_864,
      write5mTokens: 0,
      write1hTokens: 0,
      outputTokens: 3_197
    });
  });

  it("normaliseUsage(usage, openai) takes writes out too: 98,805 holds 66,360 and 32,435 (litellm#11364)", () => {
    const usage = {
      inputTokens: 98_805,
      cacheReadTokens: 66_360,
      write5mTokens: 32_435,
      outputTokens: 5_120,
      reasoningTokens: 1_710
    };
    const buckets = normaliseUsage(usage, openai);
    expect(buckets.uncachedTokens).toBe(10);
    expect(buckets.outputTokens).toBe(5_120);
    const prices = perMillion([5, 0.5, 25], {cacheWriteUsdPerMillionTokens: 6.25});
    expectWithin(requestUsd(buckets, prices), 0.36394875);
  });

  it("normaliseUsage(usage, anthropic) leaves the input alone", () => {
    const usage = {inputTokens: 10, cacheReadTokens: 66_360, outputTokens: 5};
    expect(normaliseUsage(usage, anthropic).uncachedTokens).toBe(10);
  });

  it("normaliseUsage(usage, convention) of the wrong kind costs 10.95 times as much (aider#5516)", () => {
    const usage = {inputTokens: 17_111, cacheReadTokens: 17_102, outputTokens: 0};
    const prices = perMillion([1, 0.1, 1]);
    const right = requestUsd(normaliseUsage(usage, openai), prices);
    const wrong = requestUsd(normaliseUsage(usage, anthropic), prices);
    expect((wrong / right).toFixed(2)).toBe("10.95");
  });

  it("normaliseUsage(usage, openai) does not add reasoning again (twenty#18155, tokscale#1142)", () => {
    const usage = {
      inputTokens: 16_845_360,
      cacheReadTokens: 16_358_912,
      outputTokens: 63_820,
      reasoningTokens: 24_882
    };
    const buckets = normaliseUsage(usage, openai);
    expect(promptTokens(buckets) + buckets.outputTokens).toBe(16_909_180);
  });

  it("normaliseUsage(usage, gemini) adds thoughts to the answer; so with grok (codeburn#1115)", () => {
    const usage = {inputTokens: 100, outputTokens: 20, reasoningTokens: 30};
    expect(normaliseUsage(usage, gemini).outputTokens).toBe(50);
    expect(normaliseUsage(usage, grok).outputTokens).toBe(50);
    const inside = {...usage, reasoningTokens: 15};
    expect(normaliseUsage(inside, anthropic).outputTokens).toBe(20);
  });

  it("normaliseUsage(usage, convention) refuses parts larger than their total (litellm#40174)", () => {
    expect(() =>
      normaliseUsage({inputTokens: 9, cacheReadTokens: 10, outputTokens: 0}, openai)
    ).toThrow("cache tokens exceed inputTokens: 10, 9");
    expect(() =>
      normaliseUsage({inputTokens: 9, outputTokens: 1, reasoningTokens: 2}, openai)
    ).toThrow("reasoningTokens exceed outputTokens: 2, 1");
  });

  it("normaliseUsage(usage, inclusive) keeps the prompt: its buckets sum to the input", () => {
    const n = fc.nat(1e6);
    fc.assert(
      fc.property(n, n, n, n, (uncached, read, w5, w1h) => {
        const usage = {
          inputTokens: uncached + read + w5 + w1h,
          cacheReadTokens: read,
          write5mTokens: w5,
          write1hTokens: w1h,
          outputTokens: 1
        };
        expect(promptTokens(normaliseUsage(usage, openai))).toBe(usage.inputTokens);
      })
    );
  });
});
