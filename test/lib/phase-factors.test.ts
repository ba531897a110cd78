import {expect, it} from "vitest";
import {phaseFactors} from "../../src/lib/phase-factors.js";
import {gpuById, modelById} from "../catalog-data.js";

const factors = phaseFactors(modelById("llama3.1-70b"), {
  gpu: gpuById("h100-sxm"),
  weightDtype: "bf16",
  kvDtype: "bf16",
  batchSize: 1,
  contextTokens: 8192,
  promptTokens: 8192
});
const valueOf = (letter: string) => factors.find((factor) => factor.letter === letter)?.value;

it("phaseFactors(model, options) names every factor with its value and its code", () => {
  expect(valueOf("P")).toBe("69,503,033,344");
  expect(valueOf("V·D")).toBe("1,050,673,152");
  expect(valueOf("W")).toBe("139 GB"); // 2 B · P
  expect(valueOf("KV")).toBe("2.68 GB"); // 327,680 B · 8,192
  expect(valueOf("BW")).toBe("2.18 TB/s"); // 3.35 · 0.65
  expect(valueOf("F")).toBe("495 TFLOP/s"); // 989 · 0.5
  for (const {code} of factors) expect(code).not.toBe("");
});

it("phaseFactors(model, options) gives what the factors make: (139 + 2.68) GB over 2.18 TB/s", () => {
  expect(valueOf("t")).toBe("65.1 ms");
  expect(valueOf("links")).toBe("0 s");
  expect(valueOf("FLOPs")).toBe("1.21 PFLOP");
  expect(valueOf("TTFT")).toBe("2.45 s");
});
