import {describe, expect, it} from "vitest";
import {ggmlTypes, tensorBytes} from "../../../src/lib/gguf/types.js";

const bits = (name: string) => {
  const type = Object.values(ggmlTypes).find((one) => one.name === name)!;
  return (tensorBytes(type, 4096) / 4096) * 8;
};

describe("tensorBytes", () => {
  it.each([
    ["F32", 32],
    ["BF16", 16],
    ["Q8_0", 8.5],
    ["Q6_K", 6.5625],
    ["Q5_K", 5.5],
    ["Q4_K", 4.5],
    ["IQ4_NL", 4.5],
    ["IQ4_XS", 4.25],
    ["Q3_K", 3.4375],
    ["Q2_K", 2.625],
    ["IQ1_S", 1.5625],
    ["MXFP4", 4.25]
  ])("%s takes %d bits a weight (llama.cpp's quantize prints them)", (name, expected) => {
    expect(bits(name)).toBe(expected);
  });

  it("tensorBytes(type, elements) wants whole blocks", () => {
    expect(() => tensorBytes({blockElements: 32, blockBytes: 18}, 33)).toThrow(
      "elements not divisible by block: 33, 32"
    );
  });
});
