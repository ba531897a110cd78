import {describe, expect, it} from "vitest";
import {kvBytes, kvProfile} from "../../src/lib/kv.js";
import {kvCrossing, kvCurve, tpCurve} from "../../src/lib/kv-curve.js";
import {modelById} from "../catalog-data.js";

const llama8b = modelById("llama3.1-8b");
const bf16 = {weightDtype: "bf16", kvDtype: "bf16", maxTokens: 2 ** 20} as const;

describe("kvCurve", () => {
  it("kvCurve(model, dtype, range) starts and ends at the range and lies on kvBytes", () => {
    const points = kvCurve(llama8b, "bf16", {minTokens: 1024, maxTokens: 2 ** 20});
    expect(points[0]).toMatchObject({contextTokens: 1024, kvBytes: 2 ** 27});
    expect(points.at(-1)).toMatchObject({contextTokens: 2 ** 20, kvBytes: 2 ** 37});
    const profile = kvProfile(llama8b, "bf16");
    for (const {contextTokens, kvBytes: bytes} of points) {
      expect(bytes).toBe(kvBytes(profile, contextTokens));
    }
  });

  it("kvCurve(one point wide range) still has points", () => {
    expect(kvCurve(llama8b, "bf16", {minTokens: 8, maxTokens: 8}).length).toBeGreaterThan(1);
  });
});

describe("kvCrossing", () => {
  // 8,030,261,248 parameters · 2 B over 2 · 32 · 8 · 128 · 2 B = 131,072 B a token: 122,532.06
  it("kvCrossing(8B) is at 122,532 tokens", () => {
    expect(kvCrossing(llama8b, bf16)).toMatchObject({
      contextTokens: 122532,
      weightBytes: 16060522496
    });
  });

  it("kvCrossing(model) is null beyond the range and for windows alone", () => {
    expect(kvCrossing(modelById("deepseek-v3"), bf16)).toBeNull();
    expect(kvCrossing(modelById("mistral-7b-v0.1"), bf16)).toBeNull();
    expect(kvCrossing({...llama8b, notModelled: ["x"], published: null}, bf16)).toBeNull();
  });
});

describe("tpCurve", () => {
  it("tpCurve(GQA-8) halves until 8 cards, then copies", () => {
    const points = tpCurve(llama8b, {kvDtype: "bf16", contextTokens: 8192});
    expect(points.map(({kvBytesPerGpu}) => kvBytesPerGpu / 2 ** 30)).toEqual([
      1, 0.5, 0.25, 0.125, 0.125
    ]);
    expect(points.map(({totalKvBytes}) => totalKvBytes / 2 ** 30)).toEqual([1, 1, 1, 1, 2]);
  });

  it("tpCurve(MLA) is flat", () => {
    const points = tpCurve(modelById("deepseek-v3"), {kvDtype: "bf16", contextTokens: 8192});
    expect(new Set(points.map(({kvBytesPerGpu}) => kvBytesPerGpu)).size).toBe(1);
  });
});
