/** vLLM's arithmetic line by line, and the words it prints. */

import {plainNumber as n, type CapacityStep} from "./steps.js";
import type {VllmPlan} from "./vllm-plan.js";

const GIBIBYTE = 2 ** 30;
/** The engine's words when nothing is left after the weights. */
const NO_MEMORY =
  "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when " +
  "initializing the engine.";

type Figures = Omit<VllmPlan, "steps">;

/** Where the figures of a plan come from. */
export interface StepsAt {
  readonly maxModelLen: number;
  readonly stage: number;
  /** Pages of a request of the longest length, all groups */
  readonly nPages: number;
  /** Bytes that each counts for: a block's, or more where unlike pages are packed into blocks */
  readonly pageBytes: number;
}

/**
 * The lines from memory to tokens: page and block, blocks, blocks of a request, concurrency, and
 * both meanings of "GPU KV cache size".
 *
 * @see https://github.com/vllm-project/vllm/issues/40691
 * @example vllmSteps({groups: [{kind: "full", layers: [0], pageBytes: 64, blockTokens: 16}], blockBytes: [64], nBlocks: 10, blocksPerRequest: 4, concurrency: 2.5, cacheTokens: 160, cacheTokensByBlocks: 160, availableBytes: 650}, {maxModelLen: 64, stage: 0, nPages: 4, pageBytes: 64})[1].unfolded // "⌊650 / 64⌋"
 */
export function vllmSteps(plan: Figures, at: StepsAt): CapacityStep[] {
  const isPacked = at.pageBytes !== plan.blockBytes[at.stage];
  return [
    blockStep(plan, at.stage, isPacked),
    blocksStep(plan, at.stage),
    ...(isPacked ? [pagesStep(plan, at), packedRequestStep(plan, at)] : [requestStep(plan, at)]),
    concurrencyStep(plan),
    sizeStep(plan, at),
    ...(isPacked ? [] : [olderSizeStep(plan)])
  ];
}

function blockStep({groups, ...plan}: Figures, stage: number, isPacked: boolean): CapacityStep {
  const value = plan.blockBytes[stage]!;
  const {pageBytes} = groups[0]!;
  const label = "block of the pool";
  if (isPacked) {
    const formula = "Σ page size · most caches of it in a group";
    return {label, formula, unfolded: `${groups.length} groups`, value, unit: "bytes"};
  }
  const unfolded = `${n(pageBytes)} · ${n(value / pageBytes)}`;
  return {label, formula: "page of a layer · layers of a group", unfolded, value, unit: "bytes"};
}

function blocksStep({nBlocks, ...plan}: Figures, stage: number): CapacityStep {
  return {
    label: "blocks",
    formula: "⌊KV memory / block⌋",
    unfolded: `⌊${n(plan.availableBytes)} / ${n(plan.blockBytes[stage]!)}⌋`,
    value: nBlocks,
    unit: "blocks"
  };
}

function requestStep(plan: Figures, {maxModelLen}: StepsAt): CapacityStep {
  const {groups, blocksPerRequest: value} = plan;
  return {
    label: `blocks of a request of ${maxModelLen} tokens`,
    formula: "sum over the groups",
    unfolded: `${groups.length} ${groups.length === 1 ? "group" : "groups"}`,
    value,
    unit: "blocks"
  };
}

function pagesStep({groups}: Figures, {maxModelLen, nPages}: StepsAt): CapacityStep {
  return {
    label: `pages of a request of ${maxModelLen} tokens`,
    formula: "sum over the groups",
    unfolded: `${groups.length} groups`,
    value: nPages,
    unit: "blocks"
  };
}

function packedRequestStep(plan: Figures, {stage, nPages, pageBytes}: StepsAt): CapacityStep {
  return {
    label: "blocks of that request",
    formula: "⌈pages · bytes that a page counts for / block⌉",
    unfolded: `⌈${nPages} · ${n(pageBytes)} / ${n(plan.blockBytes[stage]!)}⌉`,
    value: plan.blocksPerRequest,
    unit: "blocks"
  };
}

function concurrencyStep({nBlocks, blocksPerRequest, concurrency}: Figures): CapacityStep {
  return {
    label: "Maximum concurrency",
    formula: "blocks / blocks of a request",
    unfolded: `${nBlocks} / ${blocksPerRequest}`,
    value: concurrency,
    unit: "times"
  };
}

function sizeStep({concurrency, cacheTokens}: Figures, {maxModelLen}: StepsAt): CapacityStep {
  return {
    label: "GPU KV cache size (newer versions)",
    formula: "⌊concurrency · max length⌋",
    unfolded: `⌊${n(concurrency)} · ${maxModelLen}⌋`,
    value: cacheTokens,
    unit: "tokens"
  };
}

function olderSizeStep({groups, nBlocks, cacheTokensByBlocks}: Figures): CapacityStep {
  const smallest = Math.min(...groups.map(({blockTokens}) => blockTokens));
  return {
    label: "GPU KV cache size (older versions)",
    formula: "⌊blocks / groups⌋ · block",
    unfolded: `⌊${nBlocks} / ${groups.length}⌋ · ${smallest}`,
    value: cacheTokensByBlocks,
    unit: "tokens"
  };
}

/**
 * What vLLM prints for a plan: two lines when it starts, one sentence when it refuses.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py check_enough_kv_cache_memory
 * @example vllmWords({fits: true, cacheTokens: 131072, concurrency: 2}, 65536)[1] // "Maximum concurrency for 65,536 tokens per request: 2.00x"
 */
export function vllmWords(
  plan: Pick<
    VllmPlan,
    "fits" | "cacheTokens" | "concurrency" | "neededBytes" | "availableBytes" | "longestTokens"
  >,
  maxModelLen: number
): string[] {
  if (plan.fits) {
    return [
      `GPU KV cache size: ${grouped(plan.cacheTokens)} tokens`,
      `Maximum concurrency for ${grouped(maxModelLen)} tokens per request: ${plan.concurrency.toFixed(2)}x`
    ];
  }
  if (plan.availableBytes <= 0) return [NO_MEMORY];
  const needed = (plan.neededBytes / GIBIBYTE).toFixed(2);
  const available = (plan.availableBytes / GIBIBYTE).toFixed(2);
  const estimate =
    plan.longestTokens > 0
      ? ` Based on the available memory, the estimated maximum model length is ${plan.longestTokens}.`
      : "";
  return [
    `To serve at least one request with the model's max seq len (${maxModelLen}), ` +
      `${needed} GiB KV cache is needed, which is larger than the available KV cache memory ` +
      `(${available} GiB).${estimate} Try increasing gpu_memory_utilization or decreasing ` +
      `max_model_len when initializing the engine.`
  ];
}

/** Thousands apart, as Python's format does. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
