/** What engines print about a plan's pools. */

import type {LlamaPlan} from "../engines/llamacpp-plan.js";
import type {SglangPlan} from "../engines/sglang-plan.js";

const NO_MEMORY = "Not enough memory. Please try to increase --mem-fraction-static.";

/**
 * The lines that SGLang prints for its pools: windows first, or those of compressed attention.
 *
 * @see https://github.com/sgl-project/sglang/pull/18039 (a log in full)
 * @example sglangWords({nTokens: 8, keyBytes: 2 ** 30, valueBytes: 2 ** 30, cellBytes: 2 ** 28, windowPool: null}) // ["KV Cache is allocated. #tokens: 8, K size: 1.00 GB, V size: 1.00 GB"]
 */
export function sglangWords({
  nTokens,
  keyBytes,
  valueBytes,
  cellBytes,
  windowPool
}: Omit<SglangPlan, "restBytes" | "stateBytes" | "steps">): string[] {
  const printed = (bytes: number) => (bytes / 2 ** 30).toFixed(2);
  const line = (tokens: number, sizes: Pick<SglangPlan, "keyBytes" | "valueBytes">) =>
    `KV Cache is allocated. #tokens: ${tokens}, K size: ${printed(sizes.keyBytes)} GB, V size: ${printed(sizes.valueBytes)} GB`;
  if (nTokens === 0) return [NO_MEMORY];
  const full = keyBytes > 0 ? [line(nTokens, {keyBytes, valueBytes})] : [];
  if (windowPool === null) return full;
  if (windowPool.keyBytes === 0) {
    return [
      `DSV4 memory calculation: bytes_per_full_token=${cellBytes.toFixed(2)}, full_token=${nTokens}`
    ];
  }
  const pools = `full_layer_tokens=${nTokens}, swa_layer_tokens=${windowPool.nTokens}`;
  return [
    `Use sliding window memory pool. ${pools}`,
    line(windowPool.nTokens, windowPool),
    ...full
  ];
}

/**
 * The lines that llama.cpp prints for its caches.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache.cpp
 * @example llamaWords({fullCells: 256, fullBytes: 2 ** 20, windowCells: 0, windowBytes: 0, stateBytes: 0}, 1) // ["llama_kv_cache: size = 1.00 MiB (256 cells, 1 seqs)"]
 */
export function llamaWords(
  plan: Omit<LlamaPlan, "totalBytes" | "steps">,
  nSequences: number
): string[] {
  const printed = (bytes: number) => (bytes / 2 ** 20).toFixed(2);
  const {fullCells, windowCells, fullBytes, windowBytes, stateBytes} = plan;
  const line = (bytes: number, cells: number) =>
    `llama_kv_cache: size = ${printed(bytes)} MiB (${cells} cells, ${nSequences} seqs)`;
  return [
    ...(fullCells > 0 ? [line(fullBytes, fullCells)] : []),
    ...(windowCells > 0 ? [line(windowBytes, windowCells)] : []),
    ...(stateBytes > 0 ? [`llama_memory_recurrent: size = ${printed(stateBytes)} MiB`] : [])
  ];
}
