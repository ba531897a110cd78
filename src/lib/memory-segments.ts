/** One card's memory as stretches of a bar. */

import type {MemoryFit} from "./fit.js";

export interface MemorySegment {
  readonly part: "weights" | "overhead" | "kv" | "free" | "reserve" | "short";
  readonly fromBytes: number;
  readonly toBytes: number;
}

/**
 * What fills one card, end to end: weights, overhead, KV, then what is free and what the engine
 * may not take; or the stretch that lies beyond the budget, over the others.
 *
 * @example memorySegments({weightBytesPerGpu: 4, overheadBytes: 1, kvBytesPerGpu: 2, budgetBytes: 9, gpuBytes: 10}).length // 5
 */
export function memorySegments(fit: MemoryFit): readonly MemorySegment[] {
  const weightsEnd = fit.weightBytesPerGpu;
  const overheadEnd = weightsEnd + fit.overheadBytes;
  const kvEnd = overheadEnd + fit.kvBytesPerGpu;
  const used: readonly MemorySegment[] = [
    {part: "weights", fromBytes: 0, toBytes: weightsEnd},
    {part: "overhead", fromBytes: weightsEnd, toBytes: overheadEnd},
    {part: "kv", fromBytes: overheadEnd, toBytes: kvEnd}
  ];
  if (kvEnd > fit.budgetBytes)
    return [...used, {part: "short", fromBytes: fit.budgetBytes, toBytes: kvEnd}];
  return [
    ...used,
    {part: "free", fromBytes: kvEnd, toBytes: fit.budgetBytes},
    {part: "reserve", fromBytes: fit.budgetBytes, toBytes: fit.gpuBytes}
  ];
}
