import {describe, expect, it} from "vitest";
import {kvDtypes, weightDtypes, type KvDtype, type WeightDtype} from "../../../src/lib/dtype.js";
import {
  narrowerKv,
  narrowerWeights,
  nearestKv,
  nearestWeights
} from "../../../src/lib/planner/formats.js";

const engines = ["vllm", "sglang", "llama.cpp"] as const;

describe("nearestKv and nearestWeights", () => {
  it("llama.cpp has the types of its kv_cache_types, no FP8", () => {
    const kept = Object.keys(kvDtypes).filter((t) => nearestKv(t as KvDtype, "llama.cpp") === t);
    expect(kept).toEqual(["bf16", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"]);
    expect(nearestKv("fp8", "llama.cpp")).toBe("q8_0");
    expect(nearestKv("q8_0", "vllm")).toBe("fp8");
    expect(nearestWeights("fp8", "llama.cpp")).toBe("q8_0");
    expect(nearestWeights("fp8", "vllm")).toBe("fp8");
  });

  it("what they name an engine has", () => {
    for (const engine of engines) {
      for (const t of Object.keys(kvDtypes) as KvDtype[])
        expect(nearestKv(nearestKv(t, engine), engine)).toBe(nearestKv(t, engine));
      for (const t of Object.keys(weightDtypes) as WeightDtype[])
        expect(nearestWeights(nearestWeights(t, engine), engine)).toBe(nearestWeights(t, engine));
    }
  });
});

describe("narrowerKv and narrowerWeights", () => {
  it("are of fewer bits and of the engine's own", () => {
    for (const engine of engines) {
      for (const t of Object.keys(weightDtypes) as WeightDtype[]) {
        const narrower = narrowerWeights(nearestWeights(t, engine), engine)?.dtype;
        if (!narrower) continue;
        expect(nearestWeights(narrower, engine)).toBe(narrower);
        expect(weightDtypes[narrower].matrixBits).toBeLessThan(weightDtypes[t].matrixBits);
      }
    }
    expect(narrowerKv("bf16", "llama.cpp")?.dtype).toBe("q8_0");
    expect(narrowerKv("bf16", "vllm")?.dtype).toBe("fp8");
    expect(narrowerKv("q8_0", "llama.cpp")).toBeNull();
    expect(narrowerWeights("int4-g128", "vllm")).toBeNull();
  });
});
