/** Records of what engines print about whole models, worked out by the plans of lib/engines. */

import {llamaCppPlan} from "../../engines/llamacpp-plan.js";
import {prefixHitTokens} from "../../engines/prefix.js";
import {sglangPlan, type SglangPlan} from "../../engines/sglang-plan.js";
import {vllmPlan, type VllmPlan, type VllmSetup} from "../../engines/vllm-plan.js";
import {kvBytes, kvProfile} from "../../kv.js";
import type {LayerPlan} from "../../layers.js";
import type {ModelSpec} from "../../model.js";
import {replicaRatio} from "./replicas.js";
import {
  exact,
  inBytes,
  input,
  inUnit,
  type CheckRecord,
  type Evaluator,
  type Lab
} from "./record.js";
import {attentionPlan, hasInput, kvDtypeOf} from "./shapes.js";

const GIB = 2 ** 30;

/** The record's model, or plain layers of the shape that it states. */
function modelOf(record: CheckRecord, lab: Lab): LayerPlan & Partial<ModelSpec> {
  if (!hasInput(record, "layers")) return lab.model(record.model);
  const [nKvHeads, headDim] = [input(record, "kvHeads"), input(record, "headDim")];
  const windowed = hasInput(record, "windowLayers") ? input(record, "windowLayers") : 0;
  const shape = {nKvHeads, headDim};
  const full = {...shape, nLayers: input(record, "layers") - windowed};
  if (windowed === 0) return attentionPlan([full]);
  const window = {kind: "sliding", tokens: input(record, "window")} as const;
  return attentionPlan([full, {...shape, nLayers: windowed, window}]);
}

const optional = (record: CheckRecord, key: string, otherwise: number) =>
  hasInput(record, key) ? input(record, key) : otherwise;

/** What vLLM's plan says under the name that the record gives. */
const vllmFigures: Readonly<Record<string, (plan: VllmPlan) => number>> = {
  blocks: ({nBlocks}) => nBlocks,
  tokens: ({cacheTokens}) => cacheTokens,
  "tokens by blocks": ({cacheTokensByBlocks}) => cacheTokensByBlocks,
  concurrency: ({concurrency}) => concurrency,
  needed: ({neededBytes}) => neededBytes / GIB,
  longest: ({longestTokens}) => longestTokens,
  "prefix unit": ({prefixUnitTokens: unit}) => unit ?? NaN
};

const vllm: Evaluator = (record, lab) => {
  const model = modelOf(record, lab);
  const {stateMode} = record.inputs as Partial<Pick<VllmSetup, "stateMode">>;
  const setup = {
    dtype: kvDtypeOf(record.inputs.kvDtype ?? 2),
    tp: optional(record, "tp", 1),
    blockTokens: optional(record, "blockSize", 16),
    maxModelLen: optional(record, "maxModelLen", 32_768),
    maxBatchedTokens: optional(record, "maxBatchedTokens", 8192),
    ...(stateMode === undefined ? {} : {stateMode})
  };
  const [blockBytes = NaN] = vllmPlan(model, {...setup, kvBytes: 0}).blockBytes;
  const kvMemory = hasInput(record, "blocks")
    ? input(record, "blocks") * blockBytes
    : optional(record, "kvMemoryGiB", 0) * GIB;
  const plan = vllmPlan(model, {...setup, kvBytes: kvMemory});
  const {nBlocks, blocksPerRequest} = plan;
  const unfolded = `blocks of ${exact(blockBytes)} B: ⌊${exact(kvMemory)} B / block⌋ = ${exact(nBlocks)}; ${exact(blocksPerRequest)} a request`;
  const ours = figureOf(record, vllmFigures)(plan);
  return inUnit(ours, {unit: record.published.unit, unfolded});
};

function figureOf<Plan>(
  {id, inputs}: CheckRecord,
  figures: Readonly<Record<string, (plan: Plan) => number>>
): (plan: Plan) => number {
  const name = String(inputs.figure);
  if (Object.hasOwn(figures, name)) return figures[name]!;
  throw new Error(`unknown figure of record ${id}: ${name}`);
}

/** What SGLang's plan says under the name that the record gives. */
const sglangFigures: Readonly<Record<string, (plan: SglangPlan) => number>> = {
  tokens: ({nTokens}) => nTokens,
  "window tokens": ({windowPool}) => windowPool?.nTokens ?? 0,
  "bytes a token": ({cellBytes}) => cellBytes,
  keys: ({keyBytes}) => keyBytes / GIB,
  values: ({valueBytes}) => valueBytes / GIB,
  "window keys": ({windowPool}) => (windowPool?.keyBytes ?? 0) / GIB,
  "window values": ({windowPool}) => (windowPool?.valueBytes ?? 0) / GIB
};

/** Memory as the log prints it, or as much as its tokens take. */
const sglang: Evaluator = (record, lab) => {
  const {windowRatio} = record.inputs as {windowRatio?: number};
  const planOf = (bytes: number) =>
    sglangPlan(lab.model(record.model), {
      dtype: kvDtypeOf(record.inputs.kvDtype ?? 2),
      tp: optional(record, "tp", 1),
      pageTokens: optional(record, "pageSize", 1),
      ...(windowRatio === undefined ? {} : {windowRatio}),
      memFractionStatic: 1,
      availableBeforeBytes: 0,
      availableAfterBytes: bytes
    });
  const {cellBytes} = planOf(GIB);
  const bytes = hasInput(record, "tokens")
    ? Math.ceil(input(record, "tokens") * cellBytes)
    : input(record, "kvMemoryGiB") * GIB;
  const plan = planOf(bytes);
  const unfolded = `⌊${exact(bytes)} B / ${exact(cellBytes)} B⌋ = ${exact(plan.nTokens)} tokens`;
  return inUnit(figureOf(record, sglangFigures)(plan), {unit: record.published.unit, unfolded});
};

const llama: Evaluator = (record, lab) => {
  const dtype = kvDtypeOf(record.inputs.kvDtype ?? "f16");
  const nSequences = optional(record, "slots", 1);
  const plan = llamaCppPlan(lab.model(record.model), {
    contextTokens: input(record, "ctx"),
    nSequences,
    typeK: dtype,
    typeV: dtype
  });
  const isState = record.inputs.figure === "state";
  const unfolded = isState
    ? `${nSequences} sequences · ${exact(plan.stateBytes / nSequences)} B`
    : `${exact(plan.fullCells)} cells · ${exact(plan.fullBytes / plan.fullCells)} B`;
  return inBytes(isState ? plan.stateBytes : plan.fullBytes, {
    unit: record.published.unit,
    unfolded
  });
};

/** What a cache of the whole context for every layer keeps beyond what windows look at. */
const waste: Evaluator = (record, lab) => {
  const model = modelOf(record, lab);
  const tokens = input(record, "ctx");
  const profile = kvProfile(model, "bf16");
  const needed = kvBytes(profile, tokens);
  const windowed = profile.windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, 0);
  const kept = (profile.growingBytesPerToken + windowed) * tokens;
  const unfolded = `1 − ${exact(needed)} B / ${exact(kept)} B`;
  return inUnit(100 * (1 - needed / kept), {unit: "%", unfolded});
};

const hitShare: Evaluator = (record) => {
  const [prompt, unit] = [input(record, "prompt"), input(record, "unit")];
  const hits = prefixHitTokens(prompt, unit);
  const unfolded = `100 · ${exact(hits)} / ${exact(prompt)}`;
  return inUnit((100 * hits) / prompt, {unit: "%", unfolded});
};

/**
 * Evaluators of records that an engine's plan answers.
 *
 * @example enginePlanEvaluators["prefix-hit"]({inputs: {prompt: 552, unit: 528}}).ours // 95.65
 */
export const enginePlanEvaluators: Readonly<Record<string, Evaluator>> = {
  "vllm-plan": vllm,
  "vllm-replicas": replicaRatio,
  "sglang-plan": sglang,
  "llamacpp-plan": llama,
  "kv-waste": waste,
  "prefix-hit": hitShare
};
