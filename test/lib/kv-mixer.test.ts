import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {kvHeadsPerGpu, mixerKv} from "../../src/lib/kv-mixer.js";
import {attention, deepSeekMla} from "./bare-model.js";

const plain = {dtype: "bf16", vDtype: "bf16", tp: 1, mlaExpanded: false} as const;

describe("kvHeadsPerGpu", () => {
  it("kvHeadsPerGpu(nKvHeads, tp) shares heads out and never drops to none", () => {
    expect(kvHeadsPerGpu(8, 1)).toBe(8);
    expect(kvHeadsPerGpu(8, 4)).toBe(2);
    expect(kvHeadsPerGpu(8, 16)).toBe(1);
    expect(kvHeadsPerGpu(1, 8)).toBe(1);
    expect(kvHeadsPerGpu(10, 4)).toBe(3);
  });

  it("kvHeadsPerGpu(nKvHeads, tp) · tp covers all heads", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 128}), fc.integer({min: 1, max: 64}), (heads, tp) => {
        expect(kvHeadsPerGpu(heads, tp) * tp).toBeGreaterThanOrEqual(heads);
      })
    );
  });

  it("kvHeadsPerGpu(NaN, tp) is NaN", () => {
    expect(kvHeadsPerGpu(NaN, 2)).toBeNaN();
  });
});

describe("mixerKv", () => {
  it("mixerKv(attention) counts a key and a value per KV head", () => {
    expect(
      mixerKv(attention(1, 1), {...plain, dtype: "fp8", vDtype: "fp8"}).growingBytesPerToken
    ).toBe(2);
    expect(mixerKv(attention(8, 128, {nHeads: 64}), plain).growingBytesPerToken).toBe(4096);
  });

  it("mixerKv(windowed attention) grows inside the window only", () => {
    const window = {kind: "chunked", tokens: 8192} as const;
    expect(mixerKv(attention(8, 128, {window}), plain)).toEqual({
      growingBytesPerToken: 0,
      windowBytesPerToken: 4096,
      windowTokens: 8192,
      stateBytes: 0
    });
  });

  it("mixerKv(none) and mixerKv(a layer that reads another's cache) keep nothing", () => {
    const nothing = {
      growingBytesPerToken: 0,
      windowBytesPerToken: 0,
      windowTokens: 0,
      stateBytes: 0
    };
    expect(mixerKv({kind: "none"}, plain)).toEqual(nothing);
    expect(mixerKv(attention(8, 128, {ownsKv: false}), plain)).toEqual(nothing);
  });

  it("mixerKv(mla) has no factor of two and ignores tp", () => {
    expect(mixerKv(deepSeekMla(), plain).growingBytesPerToken).toBe((512 + 64) * 2);
    expect(mixerKv(deepSeekMla(), {...plain, tp: 8}).growingBytesPerToken).toBe((512 + 64) * 2);
  });

  it("mixerKv(mla, {mlaExpanded}) is 192 + 128 wide per head and shared out by tp", () => {
    const options = {...plain, mlaExpanded: true, tp: 4};
    expect(mixerKv(deepSeekMla(), options).growingBytesPerToken).toBe(32 * 320 * 2);
  });

  it("mixerKv(linear attention) is fp32", () => {
    const state = {kind: "lightning", nHeads: 64, headDim: 128} as const;
    expect(mixerKv(state, plain).stateBytes).toBe(4 * 2 ** 20);
  });
});
