import {describe, expect, it} from "vitest";
import {calibrationOf, comparedFigures} from "../../../src/lib/engines/calibration.js";
import {logFigures, parseEngineLog} from "../../../src/lib/engines/log.js";

const GIB = 2 ** 30;
const card = {totalBytes: 80 * GIB, utilization: 0.9};
const overheadOf = (log: string) =>
  calibrationOf(logFigures(parseEngineLog(log)), card)?.overheadBytes;

describe("calibrationOf", () => {
  it("vLLM V1: what weights and KV leave of the budget, whatever its graphs take beside it", () => {
    const log = `
INFO [gpu_model_runner.py:1985] Model loading took 14.9889 GiB and 11.314340 seconds
INFO [gpu_worker.py:276] Available KV cache memory: 51.38 GiB
INFO [gpu_model_runner.py:2567] Graph capturing finished in 21 secs, took 0.52 GiB`;
    // 0.9 · 80 − 14.9889 − 51.38
    expect(overheadOf(log)! / GIB).toBeCloseTo(5.6311, 6);
    expect(calibrationOf(logFigures(parseEngineLog(log)), card)?.from).toBe("what is left over");
  });

  // https://github.com/vllm-project/vllm/pull/12569
  it("weights alone do not tell", () => {
    expect(overheadOf("INFO Loading model weights took 67.7229 GB")).toBeUndefined();
  });

  // https://github.com/kubernetes-sigs/gateway-api-inference-extension/pull/550
  it("vLLM V0 prints it: activations and what is not PyTorch's", () => {
    const log = `
INFO 03-21 20:15:45 [worker.py:267] the current vLLM instance can use total_gpu_memory (79.19GiB) x gpu_memory_utilization (0.90) = 71.27GiB
INFO 03-21 20:15:45 [worker.py:267] model weights take 12.55GiB; non_torch_memory takes 0.16GiB; PyTorch activation peak memory takes 2.38GiB; the rest of the memory reserved for KV Cache is 56.18GiB.
INFO 03-21 20:16:20 [model_runner.py:1562] Graph capturing finished in 30 secs, took 0.25 GiB`;
    expect(overheadOf(log)! / GIB).toBeCloseTo(2.54, 9);
    // and that is what the budget leaves: 79.19 · 0.9 − 12.55 − 56.18 = 2.541
    const {activationBytes, ...rest} = logFigures(parseEngineLog(log));
    expect(activationBytes).toBe(2.38 * GIB);
    expect(calibrationOf(rest, card)!.overheadBytes / GIB).toBeCloseTo(2.541, 6);
  });

  it("llama.cpp leaves a card half empty: only its compute buffers count", () => {
    const log = `
load_tensors:        CUDA0 model buffer size =  4095.05 MiB
llama_kv_cache:      CUDA0 KV buffer size =   512.00 MiB
llama_context:      CUDA0 compute buffer size =   296.00 MiB`;
    expect(overheadOf(log)).toBe(296 * 2 ** 20);
    expect(overheadOf(log.split("\n").slice(0, -1).join("\n"))).toBeUndefined();
  });

  it("calibrationOf(log, ours) says nothing without weights, and says when they are too large", () => {
    const log = {engine: "vllm", kvBytes: 30} as const;
    const ours = {totalBytes: 100, utilization: 0.9};
    expect(calibrationOf(log, ours)).toBeNull();
    expect(calibrationOf({...log, weightBytes: 0}, ours)).toBeNull();
    expect(calibrationOf({...log, weightBytes: 100}, ours)?.overheadBytes).toBe(-40);
  });
});

describe("comparedFigures", () => {
  it("comparedFigures(log, ours) has the figures that both know, in the log's order", () => {
    const log = {engine: "vllm", nBlocks: 1478, kvBytes: 10, maxModelLen: 29_000} as const;
    expect(comparedFigures(log, {kvBytes: 10, nBlocks: 1479})).toEqual([
      {key: "nBlocks", printed: 1478, ours: 1479, differenceFraction: 1479 / 1478 - 1},
      {key: "kvBytes", printed: 10, ours: 10, differenceFraction: 0}
    ]);
  });

  it("nothing is a share of nothing", () => {
    const [row] = comparedFigures({engine: "vllm", kvBytes: 0}, {kvBytes: 10});
    expect(row).toEqual({key: "kvBytes", printed: 0, ours: 10, differenceFraction: null});
  });
});
