import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {WeightDtype} from "../../../src/lib/dtype.js";
import {kvReadBytes} from "../../../src/lib/kv-traffic.js";
import {decodeStep, prefillSeconds} from "../../../src/lib/roofline.js";
import {constantStep, stepModel, type PassLoad} from "../../../src/lib/sim/step.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";

/** Every kind of mixer, and a mixture of experts. */
const MODELS = [
  "llama3.1-8b",
  "llama3.1-70b",
  "gpt-oss-20b",
  "gemma-3-27b",
  "deepseek-v3",
  "deepseek-v3.2",
  "deepseek-v4-flash",
  "qwen3-30b-a3b",
  "qwen3.5-27b"
].map(modelById);

const setup = fc.record({
  model: fc.constantFrom(...MODELS),
  gpu: fc.constantFrom(gpuById("h100-sxm"), gpuById("a100-sxm-80")),
  tp: fc.constantFrom(1, 2, 8),
  weightDtype: fc.constantFrom<WeightDtype[]>("bf16", "fp8"),
  kvDtype: fc.constantFrom("bf16" as const, "fp8" as const),
  mfu: fc.double({min: 0.1, max: 1, noNaN: true}),
  mbu: fc.double({min: 0.1, max: 1, noNaN: true}),
  overheadSeconds: fc.double({min: 0, max: 0.01, noNaN: true})
});
const nothing: PassLoad = {
  nTokens: 0,
  nOutputs: 0,
  kvBytes: 0,
  kvFlops: 0,
  promptBytes: 0,
  promptFlops: 0
};

describe("stepModel", () => {
  it("passSeconds of decodes alone is the roofline's decodeStep", () => {
    const batch = fc.integer({min: 1, max: 512});
    fc.assert(
      fc.property(setup, batch, fc.integer({min: 1, max: 200_000}), (s, batchSize, context) => {
        const {model, ...options} = s;
        const step = stepModel(model, options);
        const ours = step.passSeconds({
          ...nothing,
          nTokens: batchSize,
          nOutputs: batchSize,
          kvBytes: batchSize * step.kvBytes(context),
          kvFlops: batchSize * step.kvFlops(context)
        });
        const theirs = decodeStep(model, {...options, batchSize, contextTokens: context}).seconds;
        expectWithin(ours, theirs, 1e-12);
      })
    );
  });

  it("passSeconds of one whole prompt is the roofline's prefillSeconds", () => {
    fc.assert(
      fc.property(setup, fc.integer({min: 1, max: 200_000}), (s, promptTokens) => {
        const {model, ...options} = s;
        const step = stepModel(model, options);
        const ours = step.passSeconds({
          ...nothing,
          nTokens: promptTokens,
          nOutputs: 1,
          promptBytes: step.kvBytes(promptTokens),
          promptFlops: step.promptFlops(promptTokens)
        });
        expectWithin(ours, prefillSeconds(model, {...options, promptTokens}), 1e-12);
      })
    );
  });

  it("between kinks bytes and FLOPs follow their slopes", () => {
    fc.assert(
      fc.property(setup, fc.integer({min: 0, max: 300_000}), (s, context) => {
        const {model, ...options} = s;
        const step = stepModel(model, options);
        const k = step.kinks.findLastIndex((kink) => kink <= context);
        const {tp, kvDtype} = options;
        const bytes = tp * kvReadBytes(model, kvDtype, {contextTokens: context, tp});
        expectWithin(step.kvBytes(context), bytes, 1e-12);
        const next = step.kvFlops(context) + step.flopsSlopes[k]!;
        expectWithin(step.kvFlops(context + 1), next, 1e-12);
      })
    );
  });

  it("a model whose kinks are known by hand: gpt-oss-20b looks back 128 tokens in half its layers", () => {
    const step = stepModel(modelById("gpt-oss-20b"), {
      gpu: gpuById("h100-sxm"),
      weightDtype: "bf16",
      kvDtype: "bf16"
    });
    expect([...step.kinks]).toEqual([0, 128]);
    // 24 layers · 2 · 8 heads · 64 · 2 B, then 12 layers
    expect([...step.bytesSlopes]).toEqual([49152, 24576]);
  });
});

describe("constantStep", () => {
  it("constantStep(seconds) takes that long for any load", () => {
    expect(constantStep(0.25).passSeconds({...nothing, nTokens: 7})).toBe(0.25);
    expect(constantStep(1).kvBytes(10) + constantStep(1).kvFlops(10)).toBe(0);
    expect(constantStep(1).promptFlops(10)).toBe(0);
  });
});
