/** How many readers a replica holds, by the engine's own arithmetic. */

import {plainNumber as n, type CapacityStep} from "../engines/steps.js";
import {vllmPlan} from "../engines/vllm-plan.js";
import {vllmWords} from "../engines/vllm-steps.js";
import {programBytes} from "../gpu.js";
import {weightBytesPerGpu} from "../weights.js";
import {llamaCapacity} from "./llama-capacity.js";
import {replicasOf, type PlanSetup} from "./setup.js";
import {sglangCapacity} from "./sglang-capacity.js";

/** Memory of one card, bytes. */
export interface CardMemory {
  readonly gpuBytes: number;
  readonly budgetBytes: number;
  readonly weightBytes: number;
  readonly overheadBytes: number;
  /** Left for KV; negative when the weights do not fit */
  readonly kvBytes: number;
}

export interface EngineCapacity {
  /** Requests of the longest length that one replica holds at once; may be a fraction */
  readonly concurrency: number;
  /** Tokens of KV, by the definition named */
  readonly tokens: number;
  readonly definition: string;
  readonly steps: readonly CapacityStep[];
  /** What the engine itself would print */
  readonly words: readonly string[];
  /** Bytes that one request of the longest length takes on a card */
  readonly requestBytes: number;
  /** Bytes that the readers of the busiest replica take on a card, all of the longest length */
  readonly heldBytes: number;
}

/**
 * The memory of one card: what the engine may take, and what is left of it for KV.
 *
 * @throws Error when the card's memory, or a model's size, is not published
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example cardMemory({model: {}, weightBytes: 40, gpu: {name: "X", hbmBytes: 100}, tp: 2, utilization: 0.9, overheadBytes: 10}).kvBytes // 60
 */
export function cardMemory(
  setup: Pick<
    PlanSetup,
    "model" | "weightBytes" | "gpu" | "tp" | "weightDtype" | "utilization" | "overheadBytes"
  >
): CardMemory {
  const {model, gpu, tp, weightDtype, utilization, overheadBytes} = setup;
  const gpuBytes = programBytes(gpu);
  const budgetBytes = utilization * gpuBytes;
  const weightBytes =
    setup.weightBytes === null
      ? weightBytesPerGpu(model, weightDtype, {tp})
      : setup.weightBytes / tp;
  if (Number.isNaN(weightBytes)) {
    throw new Error(
      `size of ${model.name} is unknown: ${model.notModelled.join(", ")} not modelled`
    );
  }
  const kvBytes = budgetBytes - weightBytes - overheadBytes;
  return {gpuBytes, budgetBytes, weightBytes, overheadBytes, kvBytes};
}

/**
 * What a replica holds in the engine of the setup.
 *
 * @throws Error in one sentence when the engine's arithmetic for the model is not modelled
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py
 * @example engineCapacity({engine: "vllm", model: {layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, kvDtype: "bf16", tp: 1, blockTokens: 16, contextTokens: 64, maxBatchedTokens: 64, nGpus: 1, nReaders: 1}, 1280).tokens // 160
 */
export function engineCapacity(setup: PlanSetup, kvBytes: number): EngineCapacity {
  switch (setup.engine) {
    case "vllm":
      return vllmCapacityOf(setup, kvBytes);
    case "sglang":
      return sglangCapacity(setup, kvBytes);
    case "llama.cpp":
      return llamaCapacity(setup, kvBytes);
  }
}

function vllmCapacityOf(setup: PlanSetup, kvBytes: number): EngineCapacity {
  const {model, kvDtype, tp, blockTokens, contextTokens, maxBatchedTokens} = setup;
  const plan = vllmPlan(model, {
    dtype: kvDtype,
    tp,
    blockTokens,
    kvBytes,
    maxModelLen: contextTokens,
    maxBatchedTokens
  });
  return {
    concurrency: plan.concurrency,
    tokens: plan.cacheTokens,
    definition: "vLLM's GPU KV cache size, newer versions: concurrency times the longest length",
    steps: plan.steps,
    words: vllmWords(plan, contextTokens),
    requestBytes: plan.neededBytes,
    heldBytes: replicasOf(setup).readersPerReplica * plan.blocksPerRequest * plan.blockBytes[0]!
  };
}

/**
 * The memory's arithmetic as lines to unfold.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example memorySteps({gpuBytes: 100, budgetBytes: 90, weightBytes: 20, overheadBytes: 10, kvBytes: 60}, 0.9)[1].value // 60
 */
export function memorySteps(memory: CardMemory, utilization: number): CapacityStep[] {
  const {gpuBytes, budgetBytes, weightBytes, overheadBytes, kvBytes} = memory;
  return [
    {
      label: "memory that the engine may take",
      formula: "card · utilization",
      unfolded: `${n(gpuBytes)} · ${utilization}`,
      value: budgetBytes,
      unit: "bytes"
    },
    {
      label: "memory for KV on one card",
      formula: "budget − weights − overhead",
      unfolded: `${n(budgetBytes)} − ${n(weightBytes)} − ${n(overheadBytes)}`,
      value: kvBytes,
      unit: "bytes"
    }
  ];
}
