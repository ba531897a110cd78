/** How many readers a replica holds in SGLang. */

import {sglangCell, sglangPlan} from "../engines/sglang-plan.js";
import {
  SLOTS_PER_REQUEST,
  STATE_MEMORY_RATIO,
  sglangStateMemory,
  sglangStateSlots
} from "../engines/sglang-states.js";
import {statePartBytes} from "../engines/states.js";
import {plainNumber as n, type CapacityStep} from "../engines/steps.js";
import type {EngineCapacity} from "./capacity.js";
import {sglangWords} from "./engine-words.js";
import {replicasOf, type PlanSetup} from "./setup.js";

/**
 * What a replica holds in SGLang: the least of what its pools do, of states, of all tokens and of
 * windows.
 *
 * With default flags: radix cache on, so a request takes three slots of state.
 *
 * @throws Error when the model caches no tokens
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/mem_cache/kv_cache_configurator.py
 * @example sglangCapacity({model: {layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, kvDtype: "bf16", nGpus: 1, tp: 1, nReaders: 2, contextTokens: 64}, 1280).concurrency // 2.5
 */
export function sglangCapacity(setup: PlanSetup, kvBytes: number): EngineCapacity {
  const {model, kvDtype, tp, contextTokens} = setup;
  const restBytes = Math.max(0, kvBytes);
  const {recurrentBytes, convolutionBytes} = statePartBytes(model, {tp});
  const slotBytes = recurrentBytes + convolutionBytes;
  const nStateSlots = sglangStateSlots(restBytes, slotBytes);
  const memory = {memFractionStatic: 1, availableBeforeBytes: 0, availableAfterBytes: restBytes};
  const plan = sglangPlan(model, {dtype: kvDtype, tp, ...memory, nStateSlots});
  const {readersPerReplica} = replicasOf(setup);
  const needs = needsOf(setup);
  const held = tokensFor(needs, readersPerReplica) * plan.cellBytes;
  const byStates = slotBytes === 0 ? Infinity : nStateSlots / SLOTS_PER_REQUEST;
  const byWindows = (plan.windowPool?.nTokens ?? Infinity) / needs.windowTokens;
  return {
    concurrency: Math.min(plan.nTokens / contextTokens, byWindows, byStates),
    tokens: plan.nTokens,
    definition: "SGLang's max_total_num_tokens",
    steps: [...stateSteps({restBytes, slotBytes, nStateSlots}), ...plan.steps.slice(1)],
    words: sglangWords(plan),
    requestBytes: plan.cellBytes * contextTokens + SLOTS_PER_REQUEST * slotBytes,
    heldBytes: Math.max(plan.stateBytes + held, sglangStateMemory(readersPerReplica, slotBytes))
  };
}

/** What a request of the longest length takes of the pools. */
interface PoolNeeds {
  readonly contextTokens: number;
  /** Tokens of the window pool; 0 in a model without windows */
  readonly windowTokens: number;
  /** Tokens of the window pool over those of the other */
  readonly ratio: number;
}

function needsOf({model, kvDtype, tp, contextTokens}: PlanSetup): PoolNeeds {
  const {ratio, hasWindows} = sglangCell(model, {dtype: kvDtype, tp});
  const windowTokens = hasWindows ? Math.min(contextTokens, widestWindow(model)) : 0;
  return {contextTokens, windowTokens, ratio};
}

/** Tokens of the pools with which some requests have room in both. */
function tokensFor({contextTokens, windowTokens, ratio}: PoolNeeds, nRequests: number): number {
  return Math.ceil(nRequests * Math.max(contextTokens, windowTokens / ratio));
}

function widestWindow({layerKinds}: Pick<PlanSetup["model"], "layerKinds">): number {
  const tokens = layerKinds.map(({mixer}) => {
    if (mixer.kind === "compressed") return mixer.windowTokens;
    return mixer.kind === "attention" ? (mixer.window?.tokens ?? 0) : 0;
  });
  return Math.max(1, ...tokens);
}

interface StateFigures {
  readonly restBytes: number;
  readonly slotBytes: number;
  readonly nStateSlots: number;
}

function stateSteps({restBytes, slotBytes, nStateSlots}: StateFigures): CapacityStep[] {
  if (slotBytes === 0) return [];
  return [
    {
      label: "slots of state (max_mamba_cache_size)",
      formula: "⌊memory · r / (1 + r) / bytes of a state⌋, r = mamba_full_memory_ratio",
      unfolded: `⌊${n(restBytes)} · ${STATE_MEMORY_RATIO} / ${1 + STATE_MEMORY_RATIO} / ${n(slotBytes)}⌋`,
      value: nStateSlots,
      unit: "sequences"
    },
    {
      label: "requests with a state",
      formula: "⌊slots / slots of a request⌋, radix cache on",
      unfolded: `⌊${nStateSlots} / ${SLOTS_PER_REQUEST}⌋`,
      value: Math.floor(nStateSlots / SLOTS_PER_REQUEST),
      unit: "sequences"
    }
  ];
}
