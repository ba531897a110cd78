import {expect, it} from "vitest";
import {MBU, MFU} from "../../src/lib/efficiency.js";
import {multipliedParams} from "../../src/lib/flops.js";
import {measuredMbu} from "../../src/lib/measured.js";
import {peakRate} from "../../src/lib/peak.js";
import {gpuById, measured, modelById} from "../catalog-data.js";

it("MFU spans what serving engines measured in prefill", () => {
  const shares = measured.prefill.map(({modelId, gpuId, weightDtype, tokensPerSecondPerGpu}) => {
    const peak = peakRate(gpuById(gpuId), weightDtype).flopsPerSecond ?? NaN;
    return (2 * multipliedParams(modelById(modelId)) * tokensPerSecondPerGpu) / peak;
  });
  expect(Math.min(...shares)).toBeCloseTo(MFU.low, 2);
  expect(Math.max(...shares)).toBeCloseTo(MFU.high, 2);
  expect(MFU.usual).toBe(0.5);
});

it("MBU spans what was measured with 16-bit weights", () => {
  const shares = measured.decode
    .filter(({weightDtype}) => weightDtype === "bf16")
    .map((point) => measuredMbu(point, gpuById(point.gpuId)));
  expect(Math.min(...shares)).toBeCloseTo(MBU.low, 2);
  expect(Math.max(...shares)).toBeCloseTo(MBU.high, 2);
  expect(MBU.usual).toBe(0.65);
});
