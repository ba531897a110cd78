/** What the page capacity-planner demands: engine logs reproduced, whatever the inputs are. */

import {byId} from "../by-id.js";
import {checkRow, type CheckRow} from "../check-row.js";
import {prefixHitTokens} from "../engines/prefix.js";
import {llamaCppPlan} from "../engines/llamacpp-plan.js";
import {sglangPlan} from "../engines/sglang-plan.js";
import {vllmPlan, type VllmPlan, type VllmSetup} from "../engines/vllm-plan.js";
import {vllmMemoryLeft} from "../engines/vllm-budget.js";
import type {ModelSpec} from "../model.js";

const GIBIBYTE = 2 ** 30;

interface LogCase {
  readonly name: string;
  readonly model: string;
  readonly setup: Partial<VllmSetup>;
  readonly expected: number;
  readonly ours: (plan: VllmPlan) => number;
  readonly unit: string;
  readonly tolerance: number;
  readonly source: string;
}

const cases: readonly LogCase[] = [
  {
    name: "Gemma 4 31B on an H200, tokens",
    model: "gemma-4-31b",
    setup: {kvBytes: 64.68 * GIBIBYTE, maxModelLen: 262_144},
    expected: 626_949,
    ours: ({cacheTokens}) => cacheTokens,
    unit: "tokens",
    tolerance: 0,
    source: "redhat-performance/configiq#112"
  },
  {
    name: "Qwen2.5 7B in 16 GiB, tokens",
    model: "qwen2.5-7b",
    setup: {kvBytes: 16 * GIBIBYTE},
    expected: 299_584,
    ours: ({cacheTokensByBlocks}) => cacheTokensByBlocks,
    unit: "tokens",
    tolerance: 0,
    source: "vllm PR#44594"
  },
  {
    name: "Llama 3.1 8B on an RTX 3090, blocks",
    model: "llama3.1-8b",
    setup: {kvBytes: 3.81 * GIBIBYTE, maxModelLen: 20_000},
    expected: 1952,
    ours: ({nBlocks}) => nBlocks,
    unit: "blocks",
    // memory is printed to 0.01 GiB
    tolerance: 0.005 / 3.81,
    source: "vllm#10517"
  },
  {
    name: "Qwen3 30B A3B, needed for 262,144 tokens",
    model: "qwen3-30b-a3b",
    setup: {maxModelLen: 262_144},
    expected: 24,
    ours: ({neededBytes}) => neededBytes / GIBIBYTE,
    unit: "GiB",
    tolerance: 0,
    source: "vllm#34076"
  },
  {
    name: "Gemma 4 26B A4B, FP8 with a scale a head, concurrency",
    model: "gemma-4-26b-a4b",
    setup: {kvBytes: 15.18 * GIBIBYTE, dtype: "fp8-per-token-head"},
    expected: 9.93,
    ours: ({concurrency}) => concurrency,
    unit: "×",
    tolerance: 0.005 / 9.93,
    source: "vllm#40388"
  },
  {
    name: "Qwen3.5 27B, tokens of a block",
    model: "qwen3.5-27b",
    setup: {stateMode: "align"},
    expected: 784,
    ours: ({prefixUnitTokens}) => prefixUnitTokens ?? NaN,
    unit: "tokens",
    tolerance: 0,
    source: "vllm#54607"
  },
  {
    name: "Nemotron 3 Nano 30B, tokens of a block",
    model: "nemotron-3-nano-30b-a3b",
    setup: {stateMode: "align"},
    expected: 2096,
    ours: ({prefixUnitTokens}) => prefixUnitTokens ?? NaN,
    unit: "tokens",
    tolerance: 0,
    source: "vllm#53749"
  },
  {
    name: "DeepSeek V4 Flash, needed for 30,000 tokens",
    model: "deepseek-v4-flash",
    setup: {dtype: "fp8_ds_mla", maxModelLen: 30_000, maxBatchedTokens: 16_384},
    expected: 6.66,
    ours: ({neededBytes}) => neededBytes / GIBIBYTE,
    unit: "GiB",
    tolerance: 0.005 / 6.66,
    source: "vllm#44376"
  }
];

/**
 * Checks of the page: figures that engines printed, from their own memory and flags.
 *
 * @throws Error naming a model that the catalog lacks
 * @example plannerChecks.length // 1
 */
export function plannerChecks(models: readonly ModelSpec[]): CheckRow[] {
  const base = {
    dtype: "bf16",
    kvBytes: GIBIBYTE,
    maxModelLen: 32_768,
    maxBatchedTokens: 8192
  } as const;
  const logged = cases.map(({model, setup, ours, ...row}) =>
    checkRow({...row, ours: ours(vllmPlan(byId(models, model), {...base, ...setup}))})
  );
  return [...logged, windowRow(models), budgetRow(), stateRow(models), hitRow()];
}

/** Memory is as much as the logged tokens of full attention take; those of windows follow. */
function windowRow(models: readonly ModelSpec[]): CheckRow {
  const planIn = (availableAfterBytes: number) =>
    sglangPlan(byId(models, "mimo-v2-flash"), {
      dtype: "bf16",
      tp: 4,
      pageTokens: 64,
      memFractionStatic: 1,
      availableBeforeBytes: 0,
      availableAfterBytes
    });
  const bytes = Math.ceil(375_360 * planIn(GIBIBYTE).cellBytes);
  return checkRow({
    name: "MiMo V2 Flash in SGLang, tokens of the windows' pool",
    expected: 300_288,
    ours: planIn(bytes).windowPool?.nTokens ?? NaN,
    unit: "tokens",
    tolerance: 0,
    source: "sglang PR#18039"
  });
}

function budgetRow(): CheckRow {
  const bytes = vllmMemoryLeft({
    totalBytes: 79.18 * GIBIBYTE,
    utilizationFraction: 0.9,
    weightBytes: 14.99 * GIBIBYTE,
    activationBytes: 4.76 * GIBIBYTE,
    nonTorchBytes: 0.13 * GIBIBYTE
  });
  return checkRow({
    name: "Llama 3.1 8B on an H100, memory for KV",
    expected: 51.38,
    ours: bytes / GIBIBYTE,
    unit: "GiB",
    tolerance: 0.005 / 51.38,
    source: "llm-d-planner"
  });
}

function stateRow(models: readonly ModelSpec[]): CheckRow {
  const setup = {contextTokens: 262_144, nSequences: 4, typeK: "bf16", typeV: "bf16"} as const;
  return checkRow({
    name: "Qwen3.6 27B in llama.cpp, state of 4 sequences",
    expected: 598.5,
    ours: llamaCppPlan(byId(models, "qwen3.5-27b"), setup).stateBytes / 2 ** 20,
    unit: "MiB",
    tolerance: 0,
    source: "lmstudio#1862"
  });
}

function hitRow(): CheckRow {
  return checkRow({
    name: "tokens that 8,704 hit in blocks of 256",
    expected: 8448,
    ours: prefixHitTokens(8704, 256),
    unit: "tokens",
    tolerance: 0,
    source: "vllm#42948"
  });
}
