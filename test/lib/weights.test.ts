import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {weightDtypes, type WeightDtype} from "../../src/lib/dtype.js";
import type {ModelSpec} from "../../src/lib/model.js";
import {paramCount, totalParams} from "../../src/lib/params.js";
import {
  decodeWeightBytes,
  weightBytes,
  weightBytesByStage,
  weightBytesPerGpu,
  weightParts
} from "../../src/lib/weights.js";
import {modelById, models} from "../catalog-data.js";

const GIB = 2 ** 30;
const llama8b = modelById("llama3.1-8b");
const bitsPerWeight = (model: ModelSpec, dtype: WeightDtype): number =>
  (8 * weightBytes(model, dtype)) / paramCount(model).total;

describe("weightBytes", () => {
  it("weightBytes(model, 16 bit) is two bytes a parameter", () => {
    expect(weightBytes(llama8b, "bf16")).toBe(16060522496);
    expect(weightBytes(llama8b, "bf16") / GIB).toBeCloseTo(14.96, 2);
    expect(weightBytes(llama8b, "fp32")).toBe(4 * 8030261248);
    for (const model of models) {
      if (model.notModelled.length > 0) continue;
      expect(weightBytes(model, "bf16")).toBe(2 * totalParams(model).value);
    }
  });

  it("weightBytes(model, 'fp8') leaves embedding, head and norms in 16 bits", () => {
    // 6,979,321,856 in the layers + 2 · (2 · 128,256 · 4,096 + 266,240)
    expect(weightBytes(llama8b, "fp8")).toBe(9081200640);
    // one fp32 scale per 128 x 128 block
    expect(weightBytes(llama8b, "fp8-block")).toBe(9081200640 + (6979321856 * 4) / 16384);
    // llm-d-planner: Llama-3.3-70B-FP8 on 2 cards loads 33.88 GiB each
    expect(weightBytesPerGpu(modelById("llama3.1-70b"), "fp8", {tp: 2}) / GIB).toBeCloseTo(
      33.83,
      2
    );
  });

  it("weightBytes(model, int4) counts scales and zero points of each group", () => {
    expect(weightBytes(llama8b, "int4-g128")).toBe((6979321856 * 4.15625) / 8 + 2101878784);
    expect(weightBytes(llama8b, "int4-g32")).toBe((6979321856 * 4.625) / 8 + 2101878784);
  });

  it("weightBytes(model, ggml) agrees with llama.cpp's bits per weight", () => {
    // tools/quantize/README.md, Llama-3.1-8B: Q8_0 8.5008, Q6_K 6.5633, Q4_K_M 4.58 GiB
    expect(bitsPerWeight(llama8b, "q8_0")).toBeCloseTo(8.5008, 4);
    expect(bitsPerWeight(llama8b, "q6_K")).toBeCloseTo(6.5633, 4);
    expect(weightBytes(llama8b, "q4_K_M") / GIB).toBeCloseTo(4.58, 2);
    expect(weightBytes(llama8b, "q5_K_M") / GIB).toBeCloseTo(5.33, 2);
    // log of a Qwen3-235B-A22B Q8_0 file: 232.769 GiB; norms and routers in f32
    expect(weightBytes(modelById("qwen3-235b-a22b"), "q8_0") / GIB).toBeCloseTo(232.77, 1);
  });

  it("weightBytes(model, 'mxfp4') shrinks routed experts only", () => {
    // gpt-oss card table 1: 12.8 and 60.8 GiB
    expect(weightBytes(modelById("gpt-oss-20b"), "mxfp4") / GIB).toBeCloseTo(12.8, 1);
    expect(weightBytes(modelById("gpt-oss-120b"), "mxfp4") / GIB).toBeCloseTo(60.8, 1);
    // a dense model has no experts: its layers are meant
    expect(weightBytes(llama8b, "mxfp4")).toBe((6979321856 * 4.25) / 8 + 2101878784);
  });

  it("weightBytes(model, 'int4-g32-experts') is Kimi K2's checkpoint of about 594 GB", () => {
    expect(weightBytes(modelById("kimi-k2.5"), "int4-g32-experts") / 1e9).toBeCloseTo(594, -1);
  });

  it("weightBytes(model with unmodelled parts) is the published total", () => {
    const model = {
      ...llama8b,
      notModelled: ["something"],
      published: {totalParams: 9e9, totalKind: "rounded", activeParams: null, source: "a card"}
    } as const;
    expect(weightBytes(model, "bf16")).toBe(18e9);
    const parts = weightParts(model, "fp8");
    expect(parts.matrices).toBe(6979321856 + 9e9 - 8030261248);
    expect(weightBytes({...model, published: null}, "bf16")).toBeNaN();
  });

  it("weightBytes grows with the bits of the format", () => {
    const order: readonly WeightDtype[] = [
      "bf16",
      "fp8-block",
      "fp8",
      "int4-g32",
      "nvfp4",
      "int4-g128"
    ];
    const sizes = order.map((dtype) => weightBytes(llama8b, dtype));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it("weightBytes(NaN) is NaN", () => {
    expect(weightBytes({...llama8b, hiddenSize: NaN}, "bf16")).toBeNaN();
  });
});

describe("weightBytesByStage", () => {
  it("weightBytesByStage(model, dtype, {tp}) conserves all but what every GPU needs", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("llama3.1-8b", "qwen3-30b-a3b", "gpt-oss-20b"),
        fc.constantFrom<WeightDtype>("bf16", "fp8", "q8_0"),
        fc.constantFrom(1, 2, 4),
        (id, dtype, tp) => {
          const model = modelById(id);
          const {vectors} = weightParts(model, dtype);
          const all = tp * weightBytesPerGpu(model, dtype, {tp});
          expect(all).toBeCloseTo(weightBytes(model, dtype) + (tp - 1) * vectors, 0);
        }
      )
    );
  });

  it("weightBytesByStage(MLA, dtype, {tp}) keeps down-projections whole on each card", () => {
    const model = modelById("deepseek-v3");
    const {vectors} = weightParts(model, "bf16");
    // 61 · 7,168 · (1,536 + 512 + 64) elements, seven copies more on eight cards
    const copies = 7 * (vectors + 2 * 61 * 7168 * 2112);
    const all = 8 * weightBytesPerGpu(model, "bf16", {tp: 8});
    expect(all).toBeCloseTo(weightBytes(model, "bf16") + copies, 0);
  });

  it("weightBytesByStage(model, dtype, {pp}) conserves an untied model", () => {
    for (const pp of [2, 3, 4, 8]) {
      const stages = weightBytesByStage(llama8b, "bf16", {pp});
      expect(stages).toHaveLength(pp);
      expect(stages.reduce((a, b) => a + b)).toBe(16060522496);
    }
  });

  it("weightBytesByStage(tied model, dtype, {pp}) copies the embedding to the last stage", () => {
    const model = modelById("qwen3-0.6b");
    const stages = weightBytesByStage(model, "bf16", {pp: 2});
    const embedding = 2 * model.vocabSize * model.hiddenSize;
    expect(stages.reduce((a, b) => a + b)).toBe(weightBytes(model, "bf16") + embedding);
  });

  it("weightBytesByStage(model, dtype, {pp}) puts the embedding first and the head last", () => {
    const [first, middle, , last] = weightBytesByStage(llama8b, "bf16", {pp: 4});
    const table = 2 * 128256 * 4096;
    expect(first! - middle!).toBe(table);
    expect(last! - middle!).toBe(table + 2 * 4096);
  });

  it("weightBytesByStage(model, dtype, {tp}) is near what vLLM loads", () => {
    // vllm#15815: Qwen2.5-32B on 2 cards, 30.7098 GiB each, rotary cache and padding included
    const ours = weightBytesPerGpu(modelById("qwen2.5-32b"), "bf16", {tp: 2}) / GIB;
    expect(Math.abs(ours / 30.7098 - 1)).toBeLessThan(0.008);
  });
});

describe("decodeWeightBytes", () => {
  it("decodeWeightBytes(dense) leaves out the input embedding", () => {
    const llama70b = modelById("llama3.1-70b");
    const table = 2 * 128256 * 8192;
    expect(decodeWeightBytes(llama70b, "bf16")).toBe(weightBytes(llama70b, "bf16") - table);
    // H100, 3.35 TB/s: 24.1 tokens/s, 23.7 with the embedding
    expect(3.35e12 / decodeWeightBytes(llama70b, "bf16")).toBeCloseTo(24.1, 1);
    expect(3.35e12 / weightBytes(llama70b, "bf16")).toBeCloseTo(23.7, 1);
  });

  it("decodeWeightBytes(tied) reads the embedding as the head", () => {
    const model = modelById("qwen3-0.6b");
    expect(decodeWeightBytes(model, "bf16")).toBe(weightBytes(model, "bf16"));
  });

  it("decodeWeightBytes(MoE, {batchSize}) reads active experts for one token and tends to all", () => {
    const mixtral = modelById("mixtral-8x7b");
    const {experts, lookup} = weightParts(mixtral, "bf16");
    const all = weightBytes(mixtral, "bf16") - lookup;
    expect(decodeWeightBytes(mixtral, "bf16")).toBeCloseTo(all - 0.75 * experts, 0);
    // 2 · active parameters without the input embedding
    const {activeWithoutEmbedding} = paramCount(mixtral);
    expect(decodeWeightBytes(mixtral, "bf16")).toBeCloseTo(2 * activeWithoutEmbedding, 0);
    expect(decodeWeightBytes(mixtral, "bf16", {batchSize: 256}) / all).toBeCloseTo(1, 9);
  });

  it("decodeWeightBytes(MoE) never falls with the batch", () => {
    const model = modelById("deepseek-v3");
    fc.assert(
      fc.property(fc.integer({min: 1, max: 4096}), (batchSize) => {
        expect(
          decodeWeightBytes(model, "fp8-block", {batchSize: batchSize + 1})
        ).toBeGreaterThanOrEqual(decodeWeightBytes(model, "fp8-block", {batchSize}));
      })
    );
  });
});

describe("weightDtypes over the catalog", () => {
  it("weightBytes of every modelled model is finite in every format", () => {
    for (const model of models) {
      if (Number.isNaN(totalParams(model).value)) continue;
      for (const dtype of Object.keys(weightDtypes) as WeightDtype[]) {
        expect(weightBytes(model, dtype)).toBeGreaterThan(0);
      }
    }
  });
});
