import {describe, expect, it} from "vitest";
import {fromMeasuredRows, measuredMbu} from "../../src/lib/measured.js";

const decode = {
  id: "a",
  model: "llama2-7b",
  gpu: "a100-sxm-80",
  weightDtype: "bf16",
  tokensPerSecond: 104.9,
  weightGB: 13.32,
  counts: "bytes that gpt-fast counts",
  source: "README",
  retrieved: "2026-11-29"
};
const matmul = {
  gpu: "h100-sxm",
  bf16PeakTflops: 989,
  bf16MeasuredTflops: 794.5,
  fp8PeakTflops: 1979,
  fp8MeasuredTflops: 1402.6,
  source: "README",
  retrieved: "2026-11-29"
};
const file = {decode: [decode], prefill: [], scaling: [], matmul: [matmul]};

describe("fromMeasuredRows(file)", () => {
  it("converts to base units, one row for each arithmetic measured", () => {
    const {decode: rows, matmul: products} = fromMeasuredRows(file);
    expect(rows[0]?.bytesPerToken).toBe(13.32e9);
    expect(rows[0]?.nGpus).toBe(1);
    expect(products.map(({dtype, flopsPerSecond}) => [dtype, flopsPerSecond])).toEqual([
      ["bf16", 794.5e12],
      ["fp8", 1402.6e12]
    ]);
    expect(products[0]?.mfu).toBeCloseTo(0.803, 3); // 80.3 % printed
    expect(products[1]?.mfu).toBeCloseTo(0.709, 3); // 70.9 % printed
  });
  it("leaves out what was not measured", () => {
    const part = {...file, matmul: [{...matmul, fp8MeasuredTflops: null}]};
    expect(fromMeasuredRows(part).matmul.length).toBe(1);
  });
  it("names the row and the field of a bad value", () => {
    const bad = (row: object) => () => fromMeasuredRows({...file, decode: [{...decode, ...row}]});
    expect(bad({tokensPerSecond: 0})).toThrow("invalid tokensPerSecond of measured row a: 0");
    expect(bad({source: ""})).toThrow("missing source of measured row a");
    expect(bad({weightDtype: "int3"})).toThrow("unknown weightDtype: int3");
    expect(() => fromMeasuredRows({decode: []})).toThrow("missing list: prefill");
    expect(() => fromMeasuredRows(null)).toThrow("invalid measured file: null");
  });
});

it("measuredMbu(point, gpu) is bytes moved a second over peak bandwidth", () => {
  // gpt-fast prints 1,397 GB/s, 68.5 % of 2,039
  const point = {tokensPerSecond: 104.9, bytesPerToken: 13.32e9};
  expect(measuredMbu(point, {hbmBytesPerSecond: 2039e9})).toBeCloseTo(0.685, 3);
  expect(measuredMbu({...point, bytesPerToken: null}, {hbmBytesPerSecond: 1})).toBeNaN();
});
