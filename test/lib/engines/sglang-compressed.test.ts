import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {compressedTokenBytes} from "../../../src/lib/engines/sglang-compressed.js";
import {modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";

const flash = modelById("deepseek-v4-flash");

describe("compressedTokenBytes", () => {
  it("compressedTokenBytes(V4-Flash) is the 15,955.85 B that SGLang prints", () => {
    // log of 2026-05-15: bytes_per_full_token=15955.85; 44 layers, the draft layer among them
    expect(compressedTokenBytes(flash).toFixed(2)).toBe("15955.85");
  });

  it("is, by hand, windows, entries, index keys and rings", () => {
    const entries = (21 * 584) / 4 + (20 * 584) / 128 + (21 * 132) / 4;
    const windows = 0.1 * 584 * 44;
    // rings of 8 and 128 tokens for each window of 128: 2 · 2 · (512 + 128) · 4 B, 2 · 512 · 4 B
    const rings = 0.1 * (21 * (8 / 128) * 10_240 + 20 * (128 / 128) * 4096);
    expectWithin(compressedTokenBytes(flash), entries + windows + rings, 1e-12);
  });

  it("grows with the window's share, and without it leaves the entries", () => {
    fc.assert(
      fc.property(fc.double({min: 0, max: 1, noNaN: true}), (ratio) => {
        const bytes = compressedTokenBytes(flash, ratio);
        expect(bytes).toBeGreaterThanOrEqual(compressedTokenBytes(flash, 0));
        expect(bytes).toBeLessThanOrEqual(compressedTokenBytes(flash, 1));
      })
    );
    // 21 · 146 + 20 · 4.5625 + 21 · 33: what the context itself adds
    expect(compressedTokenBytes(flash, 0)).toBe(3850.25);
  });
});
