import {describe, expect, it} from "vitest";
import {compressedCaches} from "../../../src/lib/engines/vllm-compressed.js";
import {modelById} from "../../catalog-data.js";
import {attention, bareModel} from "../bare-model.js";

const flash = modelById("deepseek-v4-flash");

describe("compressedCaches", () => {
  it("compressedCaches(V4-Flash) are the 167 that vLLM collects, by page (vllm ab132ee98)", () => {
    const caches = compressedCaches(flash, "fp8");
    expect(caches.length).toBe(167);
    const pages = [1728, 8640, 32_832, 37_440].map(
      (size) => caches.filter(({pageBytes}) => pageBytes === size).length
    );
    // 20 of ratio 128; index keys and what waits for them in 21 layers; what waits; windows and ratio 4
    expect(pages).toEqual([20, 42, 41, 64]);
  });

  it("a layer of ratio 4 has five caches, one of ratio 128 three, one without ratio its window", () => {
    const caches = compressedCaches(flash, "fp8_ds_mla");
    const ofLayer = (layer: number) =>
      caches
        .filter((cache) => cache.layer === layer)
        .map(({kind, blockTokens, windowTokens, pageBytes}) => [
          kind,
          blockTokens,
          windowTokens,
          pageBytes
        ]);
    // 64 · 584 B, 64 · 132 B, 4 · 2 · 2 · 512 · 4 B, 4 · 2 · 2 · 128 · 4 B, each up to 576 B
    expect(ofLayer(2)).toEqual([
      ["sliding", 64, 128, 37_440],
      ["mla", 256, null, 37_440],
      ["sliding", 4, 8, 32_832],
      ["mla", 256, null, 8640],
      ["sliding", 4, 8, 8640]
    ]);
    // 2 · 584 B and 8 · 2 · 512 · 4 B
    expect(ofLayer(3)).toEqual([
      ["sliding", 64, 128, 37_440],
      ["mla", 256, null, 1728],
      ["sliding", 8, 128, 32_832]
    ]);
    expect(ofLayer(0)).toEqual([["sliding", 64, 128, 37_440]]);
  });

  it("another format, or another kind of layer beside, is told in a sentence", () => {
    expect(() => compressedCaches(flash, "bf16")).toThrow(
      "vLLM keeps compressed attention in FP8 only, not in bf16"
    );
    const mixed = bareModel([[1, attention(8, 128)]]);
    expect(() => compressedCaches(mixed, "fp8")).toThrow(
      "compressed attention beside attention layers is not modelled"
    );
  });
});
