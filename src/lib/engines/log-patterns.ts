/** How engines write the figures of their start-up logs. */

export type LogEngine = "vllm" | "sglang" | "llama.cpp";

export type LogKey =
  | "totalBytes"
  | "utilization"
  | "weightBytes"
  | "activationBytes"
  | "nonTorchBytes"
  | "graphBytes"
  | "kvBytes"
  | "neededBytes"
  | "cacheTokens"
  | "nBlocks"
  | "blockTokens"
  | "maxModelLen"
  | "concurrency"
  | "keyBytes"
  | "valueBytes"
  | "stateBytes"
  | "availableBeforeBytes"
  | "availableAfterBytes"
  | "maxRequests"
  | "cells"
  | "nLayers"
  | "computeBytes";

export interface LogPattern {
  readonly engine: LogEngine;
  readonly pattern: RegExp;
  /** What the pattern's groups are, in order */
  readonly keys: readonly LogKey[];
  /** Bytes of the unit in which sizes are printed; both engines write GB for GiB */
  readonly unit?: number;
}

const GIBIBYTE = 2 ** 30;
const MEBIBYTE = 2 ** 20;
const size = String.raw`([\d.]+)\s*Gi?B`;

/** Lines of start-up logs that carry a figure. */
export const logPatterns: readonly LogPattern[] = [
  {
    engine: "vllm",
    pattern: new RegExp(
      String.raw`total_gpu_memory \(${size}\) x gpu_memory_utilization \(([\d.]+)\)`
    ),
    keys: ["totalBytes", "utilization"],
    unit: GIBIBYTE
  },
  {
    engine: "vllm",
    pattern: new RegExp(
      String.raw`model weights take ${size}; non_torch_memory takes ${size}; PyTorch activation peak memory takes ${size}; the rest of the memory reserved for KV Cache is ${size}`,
      "i"
    ),
    keys: ["weightBytes", "nonTorchBytes", "activationBytes", "kvBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "vllm",
    pattern: new RegExp(String.raw`(?:Model loading took|Loading model weights took) ${size}`),
    keys: ["weightBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "vllm",
    pattern: new RegExp(String.raw`Available KV cache memory: ${size}`),
    keys: ["kvBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "vllm",
    pattern: new RegExp(String.raw`Graph capturing finished in .*? took ${size}`),
    keys: ["graphBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "vllm",
    pattern: /GPU KV cache size: (\d(?:[\d,]*\d)?) tokens/,
    keys: ["cacheTokens"]
  },
  {
    engine: "vllm",
    pattern: /Maximum concurrency for (\d(?:[\d,]*\d)?) tokens per request: ([\d.]+)x/,
    keys: ["maxModelLen", "concurrency"]
  },
  {engine: "vllm", pattern: /# (?:GPU|cuda) blocks: (\d(?:[\d,]*\d)?)/, keys: ["nBlocks"]},
  {
    engine: "vllm",
    pattern: /Setting attention block size to (\d(?:[\d,]*\d)?) tokens/,
    keys: ["blockTokens"]
  },
  {
    engine: "vllm",
    pattern: new RegExp(
      String.raw`max seq len \((\d(?:[\d,]*\d)?)\),? \(?${size} KV cache is needed, which is larger than the available KV cache memory \(${size}\)`
    ),
    keys: ["maxModelLen", "neededBytes", "kvBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "sglang",
    pattern: new RegExp(String.raw`Load weight begin\. avail mem=${size}`),
    keys: ["availableBeforeBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "sglang",
    pattern: new RegExp(String.raw`Load weight end\..*?avail mem=${size}(?:, mem usage=${size})?`),
    keys: ["availableAfterBytes", "weightBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "sglang",
    pattern: new RegExp(
      String.raw`KV Cache is allocated\..*?#tokens: (\d(?:[\d,]*\d)?), K size: ${size}, V size: ${size}`
    ),
    keys: ["cacheTokens", "keyBytes", "valueBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "sglang",
    pattern: new RegExp(String.raw`ssm_state size: ${size}`),
    keys: ["stateBytes"],
    unit: GIBIBYTE
  },
  {
    engine: "sglang",
    pattern: /max_total_num_tokens=(\d+)/,
    keys: ["cacheTokens"]
  },
  {engine: "sglang", pattern: /max_running_requests=(\d+)/, keys: ["maxRequests"]},
  {engine: "sglang", pattern: /context_len=(\d+)/, keys: ["maxModelLen"]},
  {
    engine: "llama.cpp",
    pattern:
      /(?:llama_kv_cache\w*|KV self).*?size\s*=\s*([\d.]+) MiB(?: \(\s*(\d+) cells,\s*(\d+) layers)?/,
    keys: ["kvBytes", "cells", "nLayers"],
    unit: MEBIBYTE
  },
  {
    engine: "llama.cpp",
    pattern: /(?:llama_memory_recurrent|recurrent).*?size\s*=\s*([\d.]+) MiB/,
    keys: ["stateBytes"],
    unit: MEBIBYTE
  },
  {
    engine: "llama.cpp",
    pattern: /\bmodel buffer size\s*=\s*([\d.]+) MiB/,
    keys: ["weightBytes"],
    unit: MEBIBYTE
  },
  {
    engine: "llama.cpp",
    pattern: /\bcompute buffer size\s*=\s*([\d.]+) MiB/,
    keys: ["computeBytes"],
    unit: MEBIBYTE
  },
  {engine: "llama.cpp", pattern: /\bn_ctx\s*=\s*(\d+)/, keys: ["maxModelLen"]}
];
