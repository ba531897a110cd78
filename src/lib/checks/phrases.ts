/** Kinds of record, and beginnings of vectors' ids, in words. */
const phrases: Readonly<Record<string, string>> = {
  "active-params": "active parameters",
  "api-cost": "bill for tokens",
  "decode-step-time": "time of a decode step",
  "gguf-weight-bytes": "size of a GGUF file",
  "kv-bytes-batch": "KV cache of a batch",
  "kv-bytes-per-token": "KV cache a token",
  "kv-bytes-sequence": "KV cache of a sequence",
  "kv-elements-per-token": "cached elements a token",
  "kv-ratio": "ratio of two KV caches",
  "kv-waste": "KV cache that windows never need",
  "llamacpp-kv-log": "KV cache in a log",
  "llamacpp-plan": "cache as llama.cpp plans it",
  "param-count": "parameters",
  "param-count-anomaly": "parameters, tied matrix counted twice",
  "param-count-non-embedding": "parameters without embeddings",
  "param-count-rounded": "parameters, rounded",
  "param-count-with-buffers": "elements of a checkpoint",
  "param-split": "parameters of the MLPs",
  "peak-flops": "peak rate from the clock",
  "recurrent-state-log": "recurrent state in a log",
  "serving-cost": "rent of a fleet",
  "prefix-hit": "share of a prompt hit",
  "sglang-kv-log": "token pool in a log",
  "sglang-plan": "pool as SGLang plans it",
  "vllm-blocks": "KV blocks in a log",
  "vllm-concurrency": "concurrency in a log",
  "vllm-memory-budget": "memory left for KV",
  "vllm-plan": "pool as vLLM plans it",
  "vllm-replicas": "one replica against eight",
  "vllm-unprinted": "figure of a report",
  "vllm-tokens": "KV tokens in a log",
  "weight-bytes": "bytes of weights",
  "weight-bytes-loaded": "weights as loaded",
  "kv-per-token": "KV cache a token",
  vllm: "pool of vLLM",
  sglang: "token pool of SGLang",
  llamacpp: "cache of llama.cpp",
  swa: "KV cache with windows",
  prefix: "tokens hit in a prefix cache",
  spec: "speculative decoding",
  sampling: "order of sampling steps",
  cost: "bill of a request",
  econ: "a day of a fleet"
};

/**
 * What a kind of record, or the beginning of a vector's id, is about.
 *
 * @example kindPhrase("kv-bytes-sequence") // "KV cache of a sequence"
 */
export function kindPhrase(kind: string): string {
  return Object.hasOwn(phrases, kind) ? phrases[kind]! : kind;
}
