import {describe, expect, it} from "vitest";
import {stateElements} from "../../src/lib/state.js";

describe("stateElements", () => {
  it("stateElements(gated delta) is a matrix per value head and the last inputs of the convolution", () => {
    const mixer = {
      kind: "gated-delta",
      nKeyHeads: 16,
      nValueHeads: 48,
      keyHeadDim: 128,
      valueHeadDim: 128,
      convKernel: 4
    } as const;
    // Qwen3.5-27B: 48 · 128 · 128 + 3 · (2 · 16 · 128 + 48 · 128); 3 MiB of fp32 and the rest
    expect(stateElements(mixer, 1)).toBe(786432 + 30720);
    // llama.cpp log: R (f32) 16.88 MiB for 48 layers and 3 cells
    expect((48 * 3 * 30720 * 4) / 2 ** 20).toBeCloseTo(16.88, 2);
    expect(stateElements(mixer, 8)).toBe((786432 + 30720) / 8);
    // SGLang log, Qwen3.5-397B on 2 GPUs: 45 layers, 83 slots of 32 value heads, 7.29 GiB
    const half = stateElements({...mixer, nValueHeads: 64, convKernel: 1}, 2);
    expect((45 * 83 * half * 4) / 2 ** 30).toBeCloseTo(7.29, 2);
  });

  it("stateElements(kimi delta) convolves queries, keys and values", () => {
    const mixer = {kind: "kimi-delta", nHeads: 96, headDim: 128, convKernel: 4} as const;
    expect(stateElements(mixer, 1)).toBe(96 * 128 * 128 + 3 * 3 * 96 * 128);
  });

  it("stateElements(mamba) is d_inner · d_state and (conv − 1) · channels", () => {
    const mamba1 = {
      kind: "mamba1",
      innerSize: 8192,
      stateSize: 16,
      convKernel: 4,
      dtRank: 256
    } as const;
    // Jamba: 8192 · 16 + 3 · 8192
    expect(stateElements(mamba1, 1)).toBe(155648);
    const mamba2 = {
      kind: "mamba2",
      nHeads: 64,
      headDim: 64,
      stateSize: 128,
      nGroups: 8,
      convKernel: 4
    } as const;
    // Nemotron-3-Nano: 4096 · 128 + 3 · (4096 + 2 · 8 · 128)
    expect(stateElements(mamba2, 1)).toBe(524288 + 18432);
    expect(stateElements(mamba2, 4)).toBe((524288 + 18432) / 4);
  });

  it("stateElements(lightning) is one matrix per head", () => {
    expect(stateElements({kind: "lightning", nHeads: 64, headDim: 128}, 1)).toBe(2 ** 20);
  });

  it("stateElements(NaN) is NaN", () => {
    expect(stateElements({kind: "lightning", nHeads: NaN, headDim: 128}, 1)).toBeNaN();
  });
});
