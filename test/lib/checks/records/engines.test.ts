import {describe, expect, it} from "vitest";
import {engineEvaluators} from "../../../../src/lib/checks/records/engines.js";
import {lab, record} from "./fixture.js";

describe("engineEvaluators", () => {
  it("vllm-memory-budget may be negative", () => {
    const inputs = {
      totalGiB: 8,
      utilization: 0.7,
      weightsGiB: 5.2,
      nonTorchGiB: 0.03,
      activationGiB: 1.42
    };
    const {ours} = engineEvaluators["vllm-memory-budget"]!(record("any", inputs), lab);
    expect(ours).toBeCloseTo(-1.05, 12);
  });

  it("vllm-blocks shards heads over GPUs", () => {
    // vllm#15815: 3,947 blocks in 7.71 GiB on each of two
    const inputs = {tp: 2, bytesPerElement: 2, kvMemoryGiB: 7.71, blockSize: 16};
    expect(engineEvaluators["vllm-blocks"]!(record("qwen2.5-32b", inputs), lab).ours).toBe(3947);
  });

  it("vllm-tokens are whole blocks", () => {
    const inputs = {bytesPerElement: 1, kvMemoryGiB: 10.55, blockSize: 16};
    const {ours} = engineEvaluators["vllm-tokens"]!(record("qwen3-30b-a3b", inputs), lab);
    expect(ours % 16).toBe(0);
    expect(ours).toBe(230464);
  });

  it("vllm-concurrency is blocks over a request's blocks", () => {
    const inputs = {blocks: 1381, blockSize: 16, maxModelLen: 2048};
    const {ours} = engineEvaluators["vllm-concurrency"]!(record("any", inputs), lab);
    expect(ours.toFixed(2)).toBe("10.79");
  });

  it("sglang-kv-log reads keys of all layers, or values of windowed ones", () => {
    const keys = record(
      "qwen3.5-397b-a17b",
      {bytesPerElement: 2, tokens: 580364},
      {unit: "GiB (K)", id: "sglang-qwen35-k"}
    );
    expect(engineEvaluators["sglang-kv-log"]!(keys, lab).ours.toFixed(2)).toBe("4.15");
  });
});
