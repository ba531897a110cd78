/**
 * Number formats of weights and of the KV cache, with the bytes that scales and block headers
 * really take.
 */

import type {ComputeDtype} from "./gpu.js";

export interface WeightFormat {
  readonly label: string;
  /** Bits per element of attention, dense and shared-expert matrices, scales included */
  readonly matrixBits: number;
  /** Bits per element of routed experts, scales included */
  readonly expertBits: number;
  /** Bits per element of the embedding, the output head and learned positions */
  readonly embeddingBits: number;
  /** Bits per element of norms, biases and routers */
  readonly vectorBits: number;
  readonly math: ComputeDtype;
  readonly source: string;
}

export interface KvFormat {
  readonly label: string;
  /** Bits per cached element, block scales included */
  readonly bits: number;
  /** Bytes beside the elements of each cached head vector: its own scale */
  readonly scaleBytesPerVector: number;
  readonly source: string;
}

const PLAIN = "width of the format";
const AWQ = "https://arxiv.org/abs/2306.00978";
const GGML = "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h";
const VLLM = "https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py";
const LLAMA_CPP = "https://github.com/ggml-org/llama.cpp/blob/master/tools/quantize/README.md";
const HF = "https://huggingface.co";

/** Layers quantized; embedding, head, norms, biases and routers left in 16 bits. */
function linear(
  label: string,
  source: string,
  {bits, math = "bf16"}: {readonly bits: number; readonly math?: ComputeDtype}
): WeightFormat {
  const quantized = {matrixBits: bits, expertBits: bits};
  return {label, ...quantized, embeddingBits: 16, vectorBits: 16, math, source};
}

/** Every element in the same width, multiplied in 16 bits. */
function uniform(label: string, source: string, bits: number): WeightFormat {
  return {...linear(label, source, {bits}), embeddingBits: bits, vectorBits: bits};
}

/** Routed experts quantized, the rest in 16 bits. */
function expertsOnly(label: string, source: string, expertBits: number): WeightFormat {
  return {...uniform(label, source, 16), expertBits};
}

/** A pure GGUF: every matrix, the embedding too, in one block type; vectors and routers in f32. */
function ggml(type: string, bits: number): WeightFormat {
  return {...uniform(`GGUF ${type}`, GGML, bits), vectorBits: 32};
}

/** A llama.cpp mix of block types: bits per weight as its README measured on Llama 3.1 8B. */
function ggmlMix(type: string, bits: number): WeightFormat {
  return uniform(`GGUF ${type}, the mix of Llama 3.1 8B`, LLAMA_CPP, bits);
}

/** Scales of 16 bits and zero points of 4 bits, one of each per group. */
function groupedInt4(groupSize: number): number {
  return 4 + (16 + 4) / groupSize;
}

/** One fp32 scale per block of 128 × 128: +0.02 %. */
const FP8_BLOCK_BITS = 8 + 32 / (128 * 128);
/** One 8-bit exponent per 32 elements. */
const MXFP4_BITS = 4 + 8 / 32;
/** One fp8 scale per 16 elements. */
const NVFP4_BITS = 4 + 8 / 16;
/** DeepSeek's checkpoints: quantization_config.weight_block_size. */
const FP8_BLOCK = linear("FP8, blocks of 128×128", `${HF}/deepseek-ai`, {
  bits: FP8_BLOCK_BITS,
  math: "fp8"
});

/** Weight formats by name. Ignores one scale per tensor or output channel (under 0.1 %). */
export const weightDtypes = {
  fp32: uniform("fp32", PLAIN, 32),
  bf16: uniform("bf16", PLAIN, 16),
  fp16: uniform("fp16", PLAIN, 16),
  fp8: linear("FP8, one scale per channel", PLAIN, {bits: 8, math: "fp8"}),
  "fp8-block": FP8_BLOCK,
  "fp8-mxfp4": {...FP8_BLOCK, label: "FP8, routed experts MXFP4", expertBits: MXFP4_BITS},
  int8: linear("INT8 (LLM.int8, W8A8)", "https://arxiv.org/abs/2208.07339", {
    bits: 8,
    math: "int8"
  }),
  "int4-g128": linear("INT4, groups of 128 (GPTQ, AWQ)", AWQ, {bits: groupedInt4(128)}),
  "int4-g32": linear("INT4, groups of 32", AWQ, {bits: groupedInt4(32)}),
  "int4-g32-experts": expertsOnly(
    "INT4 routed experts, rest 16-bit",
    `${HF}/moonshotai/Kimi-K2-Thinking`,
    4 + 16 / 32
  ),
  mxfp4: expertsOnly(
    "MXFP4 routed experts, rest 16-bit",
    "https://arxiv.org/abs/2508.10925",
    MXFP4_BITS
  ),
  nvfp4: linear("NVFP4, blocks of 16", "https://arxiv.org/abs/2509.25149", {
    bits: NVFP4_BITS,
    math: "fp4"
  }),
  q8_0: ggml("q8_0", 8.5),
  q6_K: ggml("q6_K", 6.5625),
  q5_K: ggml("q5_K", 5.5),
  q5_K_M: ggmlMix("Q5_K_M", 5.7036),
  q4_K: ggml("q4_K", 4.5),
  q4_K_M: ggmlMix("Q4_K_M", 4.8944),
  q4_0: ggml("q4_0", 4.5)
} as const satisfies Readonly<Record<string, WeightFormat>>;

export type WeightDtype = keyof typeof weightDtypes;

function kvFormat(label: string, source: string, bits: number): KvFormat {
  return {label, bits, scaleBytesPerVector: 0, source};
}

/** One fp32 scale for each token's vector of each head. */
function perTokenHead(type: string): KvFormat {
  return {...kvFormat(`${type}, one scale per token and head`, VLLM, 8), scaleBytesPerVector: 4};
}

/** KV cache formats by name. bf16 stands for fp16 too. */
export const kvDtypes = {
  bf16: kvFormat("bf16 or fp16", PLAIN, 16),
  fp8: kvFormat("FP8, one scale per tensor", VLLM, 8),
  int8: kvFormat("INT8, one scale per tensor", VLLM, 8),
  "fp8-per-token-head": perTokenHead("FP8"),
  "int8-per-token-head": perTokenHead("INT8"),
  fp8_ds_mla: kvFormat("FP8 latent, bf16 rope (fp8_ds_mla)", VLLM, 8),
  nvfp4: kvFormat("NVFP4, blocks of 16", VLLM, NVFP4_BITS),
  q8_0: kvFormat("GGUF q8_0", GGML, 8.5),
  q5_1: kvFormat("GGUF q5_1", GGML, 6),
  q5_0: kvFormat("GGUF q5_0", GGML, 5.5),
  q4_1: kvFormat("GGUF q4_1", GGML, 5),
  q4_0: kvFormat("GGUF q4_0", GGML, 4.5),
  iq4_nl: kvFormat("GGUF iq4_nl", GGML, 4.5)
} as const satisfies Readonly<Record<string, KvFormat>>;

export type KvDtype = keyof typeof kvDtypes;

/**
 * The GPU peak that matrix products with these weights run at.
 *
 * Weight-only formats (INT4, MXFP4, GGUF) are widened to 16 bits before the product. Ignores
 * kernels that quantize activations on the fly.
 *
 * @see https://arxiv.org/abs/2306.00978 section 4 (weight-only quantization)
 * @example computeDtype("int4-g128") // "bf16"
 */
export function computeDtype(weightDtype: WeightDtype): ComputeDtype {
  return weightDtypes[weightDtype].math;
}

/**
 * Bytes of one cached vector of `width` elements, its scale included.
 *
 * width · bits / 8 + scale.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py
 * @example kvVectorBytes(128, "q8_0") // 136
 */
export function kvVectorBytes(width: number, dtype: KvDtype): number {
  const {bits, scaleBytesPerVector} = kvDtypes[dtype];
  return (width * bits) / 8 + scaleBytesPerVector;
}
