import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {multipliedParams} from "../../src/lib/flops.js";
import {fromMeasuredRows, measuredMbu} from "../../src/lib/measured.js";
import {peakRate} from "../../src/lib/peak.js";
import {decodeStep} from "../../src/lib/roofline.js";
import {weightBytes} from "../../src/lib/weights.js";
import {gpuById, modelById} from "../catalog-data.js";

const file = fromMeasuredRows(
  JSON.parse(readFileSync(new URL("../../src/data/raw/measured.json", import.meta.url), "utf8"))
);

describe("measured.json", () => {
  it("names models and cards of the catalog", () => {
    for (const {modelId, gpuId} of [...file.decode, ...file.scaling]) {
      expect(modelById(modelId).id + gpuById(gpuId).id).toBe(modelId + gpuId);
    }
    for (const {gpuId} of file.matmul) expect(gpuById(gpuId).id).toBe(gpuId);
  });
  it("has the MBU that each source prints or implies", () => {
    const mbu = file.decode.map((point) => measuredMbu(point, gpuById(point.gpuId)).toFixed(3));
    // gpt-fast: 68.5, 52, 42, 65, 54, 69 % of 2,039 GB/s; vLLM: 63.8, 67.8 % of 3,350 GB/s
    expect(mbu).toEqual(["0.685", "0.524", "0.423", "0.649", "0.538", "0.692", "0.638", "0.678"]);
  });
  it("counts 0.93 to 1.03 times our weight bytes where these are 16 or 8 bits wide", () => {
    for (const {bytesPerToken, modelId, weightDtype} of file.decode) {
      if (weightDtype === "int4-g32") continue; // gpt-fast quantizes the head too
      const ours = weightBytes(modelById(modelId), weightDtype);
      expect((bytesPerToken ?? NaN) / ours).toBeGreaterThan(0.93);
      expect((bytesPerToken ?? NaN) / ours).toBeLessThan(1.03);
    }
  });
  it("scales over cards as decodeStep says, within 12 %", () => {
    for (const {modelId, gpuId, nGpus, tokensPerSecond} of file.scaling) {
      const {seconds} = decodeStep(modelById(modelId), {
        gpu: gpuById(gpuId),
        nGpus,
        weightDtype: "bf16",
        kvDtype: "bf16",
        contextTokens: 100,
        mbu: 0.685
      });
      expect(Math.abs(1 / seconds / tokensPerSecond - 1), `${modelId} on ${nGpus}`).toBeLessThan(
        0.12
      );
    }
  });
  it("has prefill at 29 to 77 % of peak, weights alone, in serving engines", () => {
    const mfu = file.prefill.map(({modelId, gpuId, weightDtype, tokensPerSecondPerGpu}) => {
      const flopsPerToken = 2 * multipliedParams(modelById(modelId));
      const peak = peakRate(gpuById(gpuId), weightDtype).flopsPerSecond ?? NaN;
      return ((tokensPerSecondPerGpu * flopsPerToken) / peak).toFixed(2);
    });
    // 7,839 · 2 · 36.6e9 / 1,979e12; 16,594 · 2 · 3.0e9 / 148e12; 15,061 · 2 · 7.6e9 / 296e12
    expect(mfu).toEqual(["0.29", "0.68", "0.77"]);
  });
  it("measures matrix products between 51 and 87 % of peak", () => {
    for (const {mfu, gpuId} of file.matmul) {
      expect(mfu, gpuId).toBeGreaterThan(0.51);
      expect(mfu, gpuId).toBeLessThan(0.87);
    }
  });
  it("is what the loader prints", () => {
    const out = execFileSync("npx", ["tsx", "src/data/measured.json.ts"], {encoding: "utf8"});
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(file)));
  });
});
