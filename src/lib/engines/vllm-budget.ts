/** Where vLLM's KV memory comes from: the card's, its share, and what is taken before. */

import {plainNumber as n, type CapacityStep} from "./steps.js";
import {vllmKvBytes, type VllmBudget} from "./vllm.js";

export interface VllmMemory extends VllmBudget {
  /** Estimate for CUDA graphs, which newer versions take off as well */
  readonly graphBytes?: number;
}

/** Share of a card's memory that vLLM takes: 0.9, in newer versions 0.92. */
export const VLLM_UTILIZATION = {older: 0.9, newer: 0.92} as const;

/**
 * Bytes for KV on one GPU with the estimate for CUDA graphs taken off; negative when short.
 *
 * total · utilization − weights − peak activations − non-torch − graphs.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/worker/gpu_worker.py determine_available_memory
 * @example vllmMemoryLeft({totalBytes: 100, utilizationFraction: 0.9, weightBytes: 50, activationBytes: 10, nonTorchBytes: 1, graphBytes: 4}) // 25
 */
export function vllmMemoryLeft({graphBytes = 0, ...budget}: VllmMemory): number {
  return vllmKvBytes(budget) - graphBytes;
}

/**
 * The lines from the card's memory to the KV cache.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example vllmBudgetSteps({totalBytes: 100, utilizationFraction: 0.9, weightBytes: 50, activationBytes: 10, nonTorchBytes: 1}).at(-1).value // 29
 */
export function vllmBudgetSteps(memory: VllmMemory): CapacityStep[] {
  const {totalBytes, utilizationFraction, weightBytes, activationBytes, nonTorchBytes} = memory;
  const graphBytes = memory.graphBytes ?? 0;
  const share = totalBytes * utilizationFraction;
  const taken = [weightBytes, activationBytes, nonTorchBytes, graphBytes];
  const line = (label: string, value: number, rule = {formula: "", unfolded: n(value)}) => {
    return {label, ...rule, value, unit: "bytes" as const};
  };
  return [
    line("memory that the engine may take", share, {
      formula: "total · gpu_memory_utilization",
      unfolded: `${n(totalBytes)} · ${utilizationFraction}`
    }),
    line("model weights", weightBytes),
    line("peak activations of the profile run", activationBytes),
    line("non-torch memory", nonTorchBytes),
    ...(graphBytes > 0 ? [line("CUDA graphs, estimated", graphBytes)] : []),
    line("available KV cache memory", vllmMemoryLeft(memory), {
      formula: "share − weights − activations − non-torch − graphs",
      unfolded: [share, ...taken].map(n).join(" − ")
    })
  ];
}
