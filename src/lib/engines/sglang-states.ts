/** How SGLang shares its memory out between recurrent states and keys and values. */

/** --mamba-full-memory-ratio: memory of the states over that of keys and values. */
export const STATE_MEMORY_RATIO = 0.9;
/**
 * State slots for each running request with the radix cache on: one that runs, two that prefixes
 * keep (MAMBA_CACHE_SIZE_MAX_RUNNING_REQUESTS_RATIO). Later schedulers with an extra buffer take 4 or 5.
 */
export const SLOTS_PER_REQUEST = 3;

/**
 * max_mamba_cache_size: slots of state in the memory left after the weights.
 *
 * ⌊rest · r / (1 + r) / bytes of a slot⌋; 0 in a model without a state, or without memory.
 * Ignores speculative decoding, which keeps the states of drafted tokens too.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/mem_cache/kv_cache_configurator.py _handle_max_mamba_cache
 * @example sglangStateSlots(1900, 100) // 9
 */
export function sglangStateSlots(restBytes: number, slotBytes: number): number {
  if (slotBytes === 0 || restBytes <= 0) return 0;
  return Math.floor(stateBudget(restBytes) / slotBytes);
}

/**
 * Least memory after the weights that leaves the states of some requests their slots, bytes.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/mem_cache/kv_cache_configurator.py _resolve_max_num_reqs
 * @example sglangStateMemory(9, 100) // 5700
 */
export function sglangStateMemory(nRequests: number, slotBytes: number): number {
  return (
    (nRequests * SLOTS_PER_REQUEST * slotBytes * (1 + STATE_MEMORY_RATIO)) / STATE_MEMORY_RATIO
  );
}

function stateBudget(restBytes: number): number {
  return (restBytes * STATE_MEMORY_RATIO) / (1 + STATE_MEMORY_RATIO);
}
