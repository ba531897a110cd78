import {describe, expect, it} from "vitest";
import {statePartBytes} from "../../../src/lib/engines/states.js";
import {modelById} from "../../catalog-data.js";

describe("statePartBytes", () => {
  it("statePartBytes(model) splits 598.50 MiB of four sequences (lmstudio#1862)", () => {
    const {recurrentBytes, convolutionBytes} = statePartBytes(modelById("qwen3.5-27b"));
    // 48 layers: 48 heads of 128 · 128; 3 inputs of (2 · 16 + 48) · 128 channels
    expect(recurrentBytes).toBe(48 * 48 * 128 * 128 * 4);
    expect(convolutionBytes).toBe(48 * 3 * 80 * 128 * 4);
    expect((4 * (recurrentBytes + convolutionBytes)) / 2 ** 20).toBe(598.5);
  });

  it("statePartBytes(model) of lightning attention has no convolution", () => {
    expect(statePartBytes(modelById("minimax-text-01"))).toEqual({
      recurrentBytes: 70 * 64 * 128 * 128 * 4,
      convolutionBytes: 0
    });
  });

  it("statePartBytes(model) is nothing for attention, and linear in bytes an element", () => {
    const zero = {recurrentBytes: 0, convolutionBytes: 0};
    expect(statePartBytes(modelById("llama3.1-8b"))).toEqual(zero);
    const half = statePartBytes(modelById("jamba-v0.1"), {bytesPerElement: 2});
    const full = statePartBytes(modelById("jamba-v0.1"));
    expect(full.recurrentBytes).toBe(2 * half.recurrentBytes);
  });
});
