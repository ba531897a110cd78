/** Number formats that each engine has, and what stands nearest to one that it lacks. */

import type {KvDtype, WeightDtype} from "../dtype.js";
import type {EngineName} from "./setup.js";

const GGML: readonly KvDtype[] = ["q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl"];
const VLLM: readonly KvDtype[] = [
  "fp8",
  "int8",
  "fp8-per-token-head",
  "int8-per-token-head",
  "fp8_ds_mla",
  "nvfp4"
];

/** --kv-cache-dtype of vLLM and SGLang, -ctk and -ctv of llama.cpp. */
const kvFormats: Readonly<Record<EngineName, readonly KvDtype[]>> = {
  vllm: ["bf16", ...VLLM],
  sglang: ["bf16", "fp8", "fp8_ds_mla", "nvfp4"],
  "llama.cpp": ["bf16", ...GGML]
};

/** Formats of weights that are no type of ggml, and the type of about as many bits. */
const ggmlWeights: Readonly<Partial<Record<WeightDtype, WeightDtype>>> = {
  fp8: "q8_0",
  "fp8-block": "q8_0",
  int8: "q8_0",
  "fp8-mxfp4": "q4_K_M",
  "int4-g128": "q4_K_M",
  "int4-g32": "q4_K_M",
  "int4-g32-experts": "q4_K_M"
};

/**
 * The KV format of an engine that stands for one: itself where the engine has it, else the nearest.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/common/arg.cpp kv_cache_types
 * @example nearestKv("fp8", "llama.cpp") // "q8_0"
 */
export function nearestKv(kvDtype: KvDtype, engine: EngineName): KvDtype {
  if (kvFormats[engine].includes(kvDtype)) return kvDtype;
  if (engine !== "llama.cpp") return "fp8";
  return kvDtype === "nvfp4" ? "q4_0" : "q8_0";
}

/**
 * The weight format of an engine that stands for one: itself where the engine has it.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/tools/quantize/README.md
 * @example nearestWeights("int4-g128", "llama.cpp") // "q4_K_M"
 */
export function nearestWeights(weightDtype: WeightDtype, engine: EngineName): WeightDtype {
  return (engine === "llama.cpp" ? ggmlWeights[weightDtype] : undefined) ?? weightDtype;
}

/** A narrower format, and what it costs in quality. */
export interface Narrower<T> {
  readonly dtype: T;
  readonly quality: string;
}

const NO_FIGURE = "near none; no published figure for this model";
const GGUF_8 = "perplexity + 0.0004 on LLaMA 7B (llama.cpp's quantize)";
const GGUF_4 = "perplexity + 0.05 on LLaMA 7B (llama.cpp's quantize)";
const AWQ_4 = "perplexity + 0.1 on LLaMA-2 (AWQ, table 4)";

/**
 * The next narrower format of the cache; null when it is narrow already.
 *
 * @see https://docs.vllm.ai/en/latest/features/quantization/quantized_kvcache.html
 * @example narrowerKv("bf16", "vllm").dtype // "fp8"
 */
export function narrowerKv(kvDtype: KvDtype, engine: EngineName): Narrower<KvDtype> | null {
  if (kvDtype !== "bf16") return null;
  return {dtype: nearestKv("fp8", engine), quality: NO_FIGURE};
}

/**
 * The next narrower format of the weights; null when they are narrow already.
 *
 * @see https://arxiv.org/abs/2306.00978 table 4
 * @example narrowerWeights("fp8", "vllm").dtype // "int4-g128"
 */
export function narrowerWeights(
  weightDtype: WeightDtype,
  engine: EngineName
): Narrower<WeightDtype> | null {
  const isGguf = engine === "llama.cpp";
  if (weightDtype === "fp32") return {dtype: "bf16", quality: "none"};
  if (weightDtype === "bf16" || weightDtype === "fp16")
    return isGguf ? {dtype: "q8_0", quality: GGUF_8} : {dtype: "fp8", quality: NO_FIGURE};
  if (weightDtype === "q8_0") return {dtype: "q4_K_M", quality: GGUF_4};
  return weightDtype === "fp8" && !isGguf ? {dtype: "int4-g128", quality: AWQ_4} : null;
}
