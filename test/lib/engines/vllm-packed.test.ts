import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {compressedCaches} from "../../../src/lib/engines/vllm-compressed.js";
import {packedPool} from "../../../src/lib/engines/vllm-packed.js";
import {modelById} from "../../catalog-data.js";

const flash = modelById("deepseek-v4-flash");
const pro = modelById("deepseek-v4-pro");

describe("packedPool", () => {
  it("packedPool(V4-Flash) has the five groups and the block of 1,039,680 B of vLLM (ab132ee98)", () => {
    const {groups, blockBytes, requestBlockBytes} = packedPool(flash, {dtype: "fp8"});
    expect(
      groups.map(({kind, layers, blockTokens, windowTokens}) => [
        kind,
        layers.length,
        blockTokens,
        windowTokens
      ])
    ).toEqual([
      ["mla", 62, 256, null],
      ["sliding", 22, 64, 128],
      ["sliding", 21, 64, 128],
      ["sliding", 42, 4, 8],
      ["sliding", 20, 8, 128]
    ]);
    // 22 · 37,440 + 21 · 8,640 + 20 · 1,728
    expect(blockBytes).toEqual([1_039_680]);
    // 22 · (37,440 + 8,640 + 1,728)
    expect(requestBlockBytes).toEqual([22 * 47_808]);
  });

  it("groups keep their bytes: each cache once, windows padded to a page that grows", () => {
    for (const model of [flash, pro]) {
      const {groups, blockBytes} = packedPool(model, {dtype: "fp8"});
      const caches = compressedCaches(model, "fp8");
      const members = groups.flatMap(({layers}) => layers);
      expect(members.length).toBe(caches.length);
      const own = caches.reduce((sum, {pageBytes}) => sum + pageBytes, 0);
      const held = groups.reduce((sum, {pageBytes, layers}) => sum + pageBytes * layers.length, 0);
      expect(held).toBeGreaterThanOrEqual(own);
      for (const {pageBytes, layers} of groups) {
        expect(pageBytes * layers.length).toBeLessThanOrEqual(blockBytes[0]! + 1e-6);
      }
    }
  });

  it("pipeline stages hold their own layers, and no stage more than the whole", () => {
    fc.assert(
      fc.property(fc.constantFrom(flash, pro), fc.integer({min: 1, max: 8}), (model, pp) => {
        const whole = packedPool(model, {dtype: "fp8"});
        const parts = packedPool(model, {dtype: "fp8", pp});
        expect(parts.blockBytes.length).toBe(pp);
        expect(Math.max(...parts.blockBytes)).toBeLessThanOrEqual(whole.blockBytes[0]!);
        const sum = parts.blockBytes.reduce((a, b) => a + b, 0);
        expect(sum).toBeGreaterThanOrEqual(whole.blockBytes[0]!);
      })
    );
  });
});
