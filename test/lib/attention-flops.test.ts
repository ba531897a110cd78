import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  cappedPairs,
  chunkedPairs,
  mixerFlopsPerToken,
  mixerPromptFlops
} from "../../src/lib/attention-flops.js";
import type {AttentionMixer, CompressedMixer} from "../../src/lib/model.js";
import {attention as attentionOf, deepSeekMla} from "./bare-model.js";

const attention = attentionOf(8, 128, {nHeads: 64});
const mla = deepSeekMla();
const indexer = {nHeads: 64, headDim: 128, topK: 2048, ownsCache: true};

const compressed: CompressedMixer = {
  kind: "compressed",
  nHeads: 2,
  headDim: 8,
  qLoraRank: 4,
  oLoraRank: 4,
  qkRopeHeadDim: 2,
  windowTokens: 16,
  compressRatio: 4,
  indexer: null
};

describe("mixerFlopsPerToken(mixer, contextTokens)", () => {
  it("is 4 for one head of one element and one token: two products of one multiply and one add", () => {
    const one = {...attention, nHeads: 1, nKvHeads: 1, headDim: 1, vHeadDim: 1};
    expect(mixerFlopsPerToken(one, 1)).toBe(4);
  });
  it("counts query heads, not KV heads", () => {
    // 4 · 64 · 128 · 1000
    expect(mixerFlopsPerToken(attention, 1000)).toBe(32768000);
    expect(mixerFlopsPerToken({...attention, nKvHeads: 64}, 1000)).toBe(32768000);
  });
  it("stops growing at the window", () => {
    const windowed: AttentionMixer = {...attention, window: {kind: "sliding", tokens: 128}};
    expect(mixerFlopsPerToken(windowed, 1000)).toBe(4 * 64 * 128 * 128);
    expect(mixerFlopsPerToken(windowed, 100)).toBe(4 * 64 * 128 * 100);
  });
  it("costs MLA more when absorbed: 2 · 512 + 64 elements a head against 128 + 64 + 128", () => {
    expect(mixerFlopsPerToken(mla, 1000)).toBe(2 * 128 * 1088 * 1000);
    expect(mixerFlopsPerToken(mla, 1000, {mlaAbsorbed: false})).toBe(2 * 128 * 320 * 1000);
  });
  it("lets sparse attention see topK tokens and its indexer all of them", () => {
    const sparse = {...mla, indexer};
    const scorer = 2 * 64 * 128;
    expect(mixerFlopsPerToken(sparse, 100000)).toBe(2 * 128 * 1088 * 2048 + scorer * 100000);
    expect(mixerFlopsPerToken(sparse, 100)).toBe(2 * 128 * 1088 * 100 + scorer * 100);
    const reuses = {...mla, indexer: {...indexer, ownsCache: false}};
    expect(mixerFlopsPerToken(reuses, 100000)).toBe(2 * 128 * 1088 * 2048);
  });
  it("sees a window and one entry per compressRatio tokens of a compressed cache", () => {
    expect(mixerFlopsPerToken(compressed, 1000)).toBe(4 * 2 * 8 * (16 + 250));
    expect(mixerFlopsPerToken({...compressed, compressRatio: 0}, 1000)).toBe(4 * 2 * 8 * 16);
    const picky = {...compressed, indexer: {nHeads: 3, headDim: 5, topK: 10, ownsCache: true}};
    expect(mixerFlopsPerToken(picky, 1000)).toBe(4 * 2 * 8 * (16 + 10) + 2 * 3 * 5 * 250);
  });
  it("is a constant for states: 6 FLOPs for each element of the state", () => {
    const delta = {
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 32,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    } as const;
    expect(mixerFlopsPerToken(delta, 10)).toBe(6 * 32 * 128 * 128);
    expect(mixerFlopsPerToken(delta, 1e6)).toBe(6 * 32 * 128 * 128);
    expect(mixerFlopsPerToken({kind: "lightning", nHeads: 2, headDim: 4}, 9)).toBe(6 * 2 * 16);
    expect(mixerFlopsPerToken({kind: "kimi-delta", nHeads: 2, headDim: 4, convKernel: 4}, 9)).toBe(
      6 * 2 * 16
    );
    const mamba1 = {kind: "mamba1", innerSize: 10, stateSize: 3, convKernel: 4, dtRank: 1} as const;
    expect(mixerFlopsPerToken(mamba1, 9)).toBe(6 * 30);
    const mamba2 = {
      kind: "mamba2",
      nHeads: 2,
      headDim: 5,
      stateSize: 3,
      nGroups: 1,
      convKernel: 4
    } as const;
    expect(mixerFlopsPerToken(mamba2, 9)).toBe(6 * 30);
  });
  it("is nothing without a mixer and NaN for a NaN context", () => {
    expect(mixerFlopsPerToken({kind: "none"}, 1000)).toBe(0);
    expect(mixerFlopsPerToken(attention, NaN)).toBeNaN();
  });
});

describe("mixerPromptFlops(mixer, promptTokens)", () => {
  it("is half of every token seeing every token, and half a token more", () => {
    // 4 · N · H · S² · ½ · (1 + 1/S)
    expect(mixerPromptFlops(attention, 1000)).toBe(16400384000);
  });
  it("is the sum over its tokens", () => {
    for (const mixer of [
      attention,
      {...attention, window: {kind: "sliding", tokens: 7}} as const,
      {...compressed, compressRatio: 0}
    ]) {
      let sum = 0;
      for (let t = 1; t <= 50; t++) sum += mixerFlopsPerToken(mixer, t);
      expect(mixerPromptFlops(mixer, 50)).toBe(sum);
    }
  });
  it("rebuilds keys and values of MLA unless told otherwise", () => {
    expect(mixerPromptFlops(mla, 2)).toBe(2 * 128 * 320 * 3);
    expect(mixerPromptFlops(mla, 2, {mlaAbsorbed: true})).toBe(2 * 128 * 1088 * 3);
  });
  it("restarts at every chunk of chunked attention", () => {
    const chunked: AttentionMixer = {...attention, window: {kind: "chunked", tokens: 4}};
    expect(mixerPromptFlops(chunked, 8)).toBe(4 * 64 * 128 * 20); // 2 · (1 + 2 + 3 + 4)
  });
  it("updates a state once for every token", () => {
    expect(mixerPromptFlops({kind: "lightning", nHeads: 2, headDim: 4}, 9)).toBe(9 * 6 * 2 * 16);
  });
});

it("cappedPairs(nTokens, cap) is the sum of min(t, cap)", () => {
  fc.assert(
    fc.property(fc.integer({min: 0, max: 200}), fc.integer({min: 1, max: 200}), (n, cap) => {
      let sum = 0;
      for (let t = 1; t <= n; t++) sum += Math.min(t, cap);
      expect(cappedPairs(n, cap)).toBe(sum);
    })
  );
});

it("chunkedPairs(nTokens, cap) is never above cappedPairs and counts whole chunks", () => {
  expect(chunkedPairs(10, 4)).toBe(10 + 10 + 3);
  fc.assert(
    fc.property(fc.integer({min: 0, max: 200}), fc.integer({min: 1, max: 200}), (n, cap) => {
      expect(chunkedPairs(n, cap)).toBeLessThanOrEqual(cappedPairs(n, cap));
    })
  );
});
