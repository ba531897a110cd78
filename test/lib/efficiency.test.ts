import {expect, it} from "vitest";
import {mbuRange, mfuRange} from "../../src/lib/efficiency.js";
import {multipliedParams} from "../../src/lib/flops.js";
import {measuredMbu} from "../../src/lib/measured.js";
import {peakRate} from "../../src/lib/peak.js";
import {gpuById, measured, modelById} from "../catalog-data.js";

it("mfuRange spans what serving engines measured in prefill", () => {
  const shares = measured.prefill.map(({modelId, gpuId, weightDtype, tokensPerSecondPerGpu}) => {
    const peak = peakRate(gpuById(gpuId), weightDtype).flopsPerSecond ?? NaN;
    return (2 * multipliedParams(modelById(modelId)) * tokensPerSecondPerGpu) / peak;
  });
  expect(Math.min(...shares)).toBeCloseTo(mfuRange.low, 2);
  expect(Math.max(...shares)).toBeCloseTo(mfuRange.high, 2);
  expect(mfuRange.usual).toBe(0.5);
});

it("mbuRange spans what was measured with 16-bit weights", () => {
  const shares = measured.decode
    .filter(({weightDtype}) => weightDtype === "bf16")
    .map((point) => measuredMbu(point, gpuById(point.gpuId)));
  expect(Math.min(...shares)).toBeCloseTo(mbuRange.low, 2);
  expect(Math.max(...shares)).toBeCloseTo(mbuRange.high, 2);
  expect(mbuRange.usual).toBe(0.65);
});
