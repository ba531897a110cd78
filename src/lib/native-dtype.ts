/** The format that a checkpoint ships in. */

import type {WeightDtype} from "./dtype.js";

/** First match wins. */
const spellings: readonly (readonly [pattern: RegExp, dtype: WeightDtype])[] = [
  [/experts fp4/, "fp8-mxfp4"],
  [/mxfp4/, "mxfp4"],
  [/nvfp4/, "nvfp4"],
  [/pack-quantized/, "int4-g32-experts"],
  [/gptq|awq/, "int4-g128"],
  [/e4m3|fp8|float8/, "fp8-block"],
  [/int8/, "int8"],
  [/fp32|float32/, "fp32"],
  [/bf16|bfloat16/, "bf16"],
  [/fp16|float16/, "fp16"]
];

/**
 * The weight format of a model as its vendor ships it, from the catalog's or the config's word.
 *
 * Words that are not known count as bf16. Ignores per-layer exceptions of a checkpoint.
 *
 * @see https://huggingface.co/docs/transformers/main_classes/quantization quantization_config
 * @example nativeWeightDtype({nativeDtype: "mxfp4 experts, bf16 rest"}) // "mxfp4"
 */
export function nativeWeightDtype({nativeDtype}: {readonly nativeDtype: string}): WeightDtype {
  return spellings.find(([pattern]) => pattern.test(nativeDtype.toLowerCase()))?.[1] ?? "bf16";
}
