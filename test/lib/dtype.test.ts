import {describe, expect, it} from "vitest";
import {computeDtype, kvDtypes, kvVectorBytes, weightDtypes} from "../../src/lib/dtype.js";

describe("kvVectorBytes", () => {
  it("kvVectorBytes(width, dtype) counts elements and their scales", () => {
    expect(kvVectorBytes(128, "bf16")).toBe(256);
    expect(kvVectorBytes(128, "fp8")).toBe(128);
    expect(kvVectorBytes(128, "int8")).toBe(128);
    // one fp32 scale per head vector (vLLM fp8_per_token_head)
    expect(kvVectorBytes(128, "fp8-per-token-head")).toBe(132);
    // d / 2 + d / 16
    expect(kvVectorBytes(128, "nvfp4")).toBe(72);
  });

  it("kvVectorBytes(width, ggml type) is the block's bytes, 32 elements a block", () => {
    // ggml-common.h: q8_0 34 B, q5_1 24, q5_0 22, q4_1 20, q4_0 and iq4_nl 18
    const blocks = {q8_0: 34, q5_1: 24, q5_0: 22, q4_1: 20, q4_0: 18, iq4_nl: 18} as const;
    for (const [dtype, bytes] of Object.entries(blocks)) {
      expect(kvVectorBytes(32, dtype as keyof typeof blocks)).toBe(bytes);
    }
  });

  it("kvVectorBytes(NaN, dtype) is NaN", () => {
    expect(kvVectorBytes(NaN, "bf16")).toBeNaN();
  });
});

describe("weightDtypes", () => {
  it("weightDtypes count group scales and zero points", () => {
    // 4 + (16 + 4) / 128 and / 32
    expect(weightDtypes["int4-g128"].matrixBits).toBe(4.15625);
    expect(weightDtypes["int4-g32"].matrixBits).toBe(4.625);
    // one fp32 scale per 128 x 128 block
    expect(weightDtypes["fp8-block"].matrixBits).toBe(8.001953125);
    expect(weightDtypes.nvfp4.matrixBits).toBe(4.5);
  });

  it("weightDtypes.mxfp4 touches routed experts only (gpt-oss card: 4.25 bits)", () => {
    expect(weightDtypes.mxfp4).toMatchObject({expertBits: 4.25, matrixBits: 16, embeddingBits: 16});
  });

  it("weightDtypes of ggml are bits of a block (ggml-common.h)", () => {
    // 34 B of 32; superblocks of 256: 210 B, 176 B, 144 B; 18 B of 32
    const bits = (bytes: number, elements: number): number => (bytes * 8) / elements;
    expect(weightDtypes.q8_0.matrixBits).toBe(bits(34, 32));
    expect(weightDtypes.q6_K.matrixBits).toBe(bits(210, 256));
    expect(weightDtypes.q5_K.matrixBits).toBe(bits(176, 256));
    expect(weightDtypes.q4_K.matrixBits).toBe(bits(144, 256));
    expect(weightDtypes.q4_0.matrixBits).toBe(bits(18, 32));
  });

  it("weightDtypes and kvDtypes say where each comes from", () => {
    for (const format of [...Object.values(weightDtypes), ...Object.values(kvDtypes)]) {
      expect(format.source).not.toBe("");
      expect(format.label).not.toBe("");
    }
  });
});

describe("computeDtype", () => {
  it("computeDtype(dtype) widens weight-only formats to 16 bits", () => {
    expect(computeDtype("bf16")).toBe("bf16");
    expect(computeDtype("q4_K_M")).toBe("bf16");
    expect(computeDtype("mxfp4")).toBe("bf16");
    expect(computeDtype("fp8-block")).toBe("fp8");
    expect(computeDtype("int8")).toBe("int8");
    expect(computeDtype("nvfp4")).toBe("fp4");
  });
});
