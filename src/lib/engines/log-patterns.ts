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
  | "tp"
  | "keyBytes"
  | "valueBytes"
  | "stateBytes"
  | "availableBeforeBytes"
  | "availableAfterBytes"
  | "maxRequests"
  | "nSequences"
  | "nUbatch"
  | "computeBytes";

/** How keys and values are stored, in the log's own word. */
export type LogWord = "keyType" | "valueType" | "isUnified";

export interface LogPattern {
  readonly engine: LogEngine;
  readonly pattern: RegExp;
  /** What the pattern's groups are, in order */
  readonly keys: readonly (LogKey | LogWord | "device")[];
  /** Bytes of the unit in which sizes are printed; vLLM and SGLang write GB for GiB */
  readonly unit?: number;
  /** What else of the same log says this memory again, in more detail */
  readonly isSummary?: boolean;
}

const GIBIBYTE = 2 ** 30;
const MEBIBYTE = 2 ** 20;
const size = String.raw`(-?[\d.]+)\s*Gi?B`;
const count = String.raw`(\d(?:[\d,]*\d)?)`;
const mebibytes = String.raw`size\s*=\s*([\d.]+) MiB`;
/** Functions of llama.cpp that print what a context is set up with. */
const context = String.raw`llama_(?:context|init_from_model|new_context_with_model)`;

type Keys = LogPattern["keys"];

const vllm = (text: string, keys: Keys): LogPattern => ({
  engine: "vllm",
  pattern: new RegExp(text, "i"),
  keys,
  unit: GIBIBYTE
});

const sglang = (text: string, keys: Keys): LogPattern => ({...vllm(text, keys), engine: "sglang"});

const llamaCpp = (text: string, keys: Keys, isSummary = false): LogPattern => ({
  engine: "llama.cpp",
  pattern: new RegExp(text),
  keys,
  unit: MEBIBYTE,
  isSummary
});

/** Lines of start-up logs that carry a figure. */
export const logPatterns: readonly LogPattern[] = [
  vllm(String.raw`\bmax_seq_len=(\d+)`, ["maxModelLen"]),
  vllm(String.raw`\btensor_parallel_size=(\d+)`, ["tp"]),
  vllm(String.raw`\bkv_cache_dtype='?(\w+)`, ["keyType"]),
  vllm(String.raw`total_gpu_memory \(${size}\) x gpu_memory_utilization \(([\d.]+)\)`, [
    "totalBytes",
    "utilization"
  ]),
  vllm(
    String.raw`Free memory on device \S*\([\d.]+/${size}\) on startup\. Desired GPU memory utilization is \(([\d.]+),`,
    ["totalBytes", "utilization"]
  ),
  vllm(
    String.raw`model weights take ${size}; non_torch_memory takes ${size}; PyTorch activation peak memory takes ${size}; the rest of the memory reserved for KV Cache is ${size}`,
    ["weightBytes", "nonTorchBytes", "activationBytes", "kvBytes"]
  ),
  vllm(String.raw`(?:Model loading|Loading model weights) took ${size}`, ["weightBytes"]),
  vllm(String.raw`Available KV cache memory: ${size}`, ["kvBytes"]),
  vllm(String.raw`Graph capturing finished in .*? took ${size}`, ["graphBytes"]),
  vllm(String.raw`GPU KV cache size: ${count} tokens`, ["cacheTokens"]),
  vllm(String.raw`Maximum concurrency for ${count} tokens per request: ([\d.]+)x`, [
    "maxModelLen",
    "concurrency"
  ]),
  vllm(String.raw`# (?:GPU|cuda) blocks: ${count}`, ["nBlocks"]),
  vllm(String.raw`Setting attention block size to ${count} tokens`, ["blockTokens"]),
  vllm(
    String.raw`max seq len \(${count}\),? \(?${size} KV cache is needed, which is larger than the available KV cache memory \(${size}\)`,
    ["maxModelLen", "neededBytes", "kvBytes"]
  ),
  sglang(String.raw`Load weight begin\. avail mem=${size}`, ["availableBeforeBytes"]),
  sglang(String.raw`Load weight end\..*?avail mem=${size}(?:, mem usage=${size})?`, [
    "availableAfterBytes",
    "weightBytes"
  ]),
  sglang(
    String.raw`KV Cache is allocated\..*?#tokens: ${count}, K size: ${size}, V size: ${size}`,
    ["cacheTokens", "keyBytes", "valueBytes"]
  ),
  sglang(String.raw`KV Cache is allocated\. dtype: torch\.(\w+)`, ["keyType"]),
  sglang(String.raw`ssm_state size: ${size}`, ["stateBytes"]),
  sglang(String.raw`max_total_num_tokens=(\d+)`, ["cacheTokens"]),
  sglang(String.raw`max_running_requests=(\d+)`, ["maxRequests"]),
  sglang(String.raw`context_len=(\d+)`, ["maxModelLen"]),
  llamaCpp(String.raw`(\S+)\s+KV buffer ${mebibytes}`, ["device", "kvBytes"]),
  llamaCpp(String.raw`(?:llama_kv_cache\w*:|KV self) +${mebibytes}`, ["kvBytes"], true),
  llamaCpp(String.raw`\bK \((\w+)\):.*?\bV \((\w+)\)`, ["keyType", "valueType"]),
  llamaCpp(String.raw`(\S+)\s+RS buffer ${mebibytes}`, ["device", "stateBytes"]),
  llamaCpp(String.raw`llama_memory_recurrent: +${mebibytes}`, ["stateBytes"], true),
  llamaCpp(String.raw`load_tensors: +(\S+) +(?:model )?buffer ${mebibytes}`, [
    "device",
    "weightBytes"
  ]),
  llamaCpp(String.raw`(\S+)\s+compute buffer ${mebibytes}`, ["device", "computeBytes"]),
  llamaCpp(String.raw`${context}: n_ctx\s*=\s*(\d+)`, ["maxModelLen"]),
  llamaCpp(String.raw`${context}: n_seq_max\s*=\s*(\d+)`, ["nSequences"]),
  llamaCpp(String.raw`${context}: n_ubatch\s*=\s*(\d+)`, ["nUbatch"]),
  llamaCpp(String.raw`${context}: kv_unified\s*=\s*(\w+)`, ["isUnified"])
];
