/** Records from logs of llama.cpp, ik_llama.cpp and ollama. */

import {
  llamaCacheBytes,
  paddedCells,
  windowCells,
  type LlamaCells
} from "../../engines/llamacpp.js";
import {statePartBytes} from "../../engines/states.js";
import {kvProfile, type KvProfile} from "../../kv.js";
import type {LayerPlan} from "../../layers.js";
import {exact, inBytes, input, type CheckRecord, type Evaluator, type Lab} from "./record.js";
import {attentionPlan, hasInput, kvDtypeOf} from "./shapes.js";

/** Models whose cache follows from the catalog; the others' shapes stand in the record. */
const catalogModels = new Set([
  "deepseek-r1",
  "deepseek-v3",
  "gemma-2-2b",
  "gemma-3-12b",
  "gpt-oss-120b",
  "gpt-oss-20b",
  "llama2-7b",
  "llama2-13b",
  "llama3.1-8b",
  "qwen2.5-7b",
  "qwen3-0.6b",
  "qwen3-235b-a22b",
  "qwen3-32b"
]);

const cacheLog: Evaluator = (record, lab) => {
  const profile = cacheProfile(record, lab);
  const cells = cacheCells(record);
  const windowBytes = profile.windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, 0);
  const parts = [
    [cells.full, profile.growingBytesPerToken],
    [cells.window, windowBytes]
  ] as const;
  const unfolded = parts
    .filter(([n, bytes]) => n * bytes > 0)
    .map(([n, bytes]) => `${exact(n)} cells · ${exact(bytes)} B`)
    .join(" + ");
  return inBytes(llamaCacheBytes(profile, cells), {unit: record.published.unit, unfolded});
};

/** What a cell takes: full heads of an expanded MLA where the log shows them, one layer where it says so. */
function cacheProfile(record: CheckRecord, lab: Lab): KvProfile {
  const {inputs} = record;
  const dtype = kvDtypeOf(inputs.typeK ?? inputs.type);
  const vDtype = kvDtypeOf(inputs.typeV ?? inputs.type);
  const isExpanded = inputs.headDimK === 192;
  const isSplitMla = inputs.headDimK === 576;
  const plan = isSplitMla || !catalogModels.has(record.model) ? builtPlan(record) : null;
  const model = plan ?? lab.model(record.model);
  const profile = kvProfile(model, dtype, {vDtype, mlaExpanded: isExpanded});
  const nLayers = model.layout.length;
  if (inputs.layers !== 1) return profile;
  return {...profile, growingBytesPerToken: profile.growingBytesPerToken / nLayers};
}

/** Plain heads from the record's own numbers, with a windowed part where it counts one. */
function builtPlan(record: CheckRecord): LayerPlan {
  const headDim = input(record, hasInput(record, "headDimK") ? "headDimK" : "headDim");
  const vHeadDim = hasInput(record, "headDimV") ? input(record, "headDimV") : headDim;
  const shape = {nKvHeads: input(record, "kvHeads"), headDim, vHeadDim};
  const window = hasInput(record, "window")
    ? {kind: "sliding" as const, tokens: input(record, "window")}
    : null;
  if (!hasInput(record, "globalLayers")) {
    return attentionPlan([{...shape, nLayers: input(record, "layers"), window}]);
  }
  return attentionPlan([
    {...shape, nLayers: input(record, "globalLayers")},
    {...shape, nLayers: input(record, "localLayers"), window}
  ]);
}

/** Cells that the engine's rules give; the record's own count where the log shows nothing else. */
function cacheCells(record: CheckRecord): LlamaCells {
  const {inputs} = record;
  const nSlots = hasInput(record, "slots") ? input(record, "slots") : 1;
  if (hasInput(record, "window")) return windowedCells(record, nSlots);
  if (hasInput(record, "requestedCtx")) {
    const each = paddedCells(Math.ceil(input(record, "requestedCtx") / nSlots));
    return {full: each * nSlots, window: 0};
  }
  return {full: input(record, "cells") * (inputs.streams === undefined ? 1 : 2), window: 0};
}

/** Slots without --kv-unified have a window each; a log line of the windowed part alone has no full one. */
function windowedCells(record: CheckRecord, nSlots: number): LlamaCells {
  const isWhole = hasInput(record, "ctx");
  const contextCells = isWhole ? input(record, "ctx") : Infinity;
  const nSequences = hasInput(record, "nSeqMax") ? input(record, "nSeqMax") : nSlots;
  const window = windowCells({
    windowTokens: input(record, "window"),
    nUbatch: input(record, hasInput(record, "batch") ? "batch" : "nUbatch"),
    nSequences,
    unified: !hasInput(record, "slots"),
    contextCells
  });
  return {full: isWhole ? paddedCells(contextCells) : 0, window};
}

const convolutionState: Evaluator = (record, lab) => {
  const {convolutionBytes} = statePartBytes(lab.model(record.model));
  const cells = input(record, "cells");
  const unfolded = `${cells} sequences · ${exact(convolutionBytes)} B`;
  return inBytes(cells * convolutionBytes, {unit: record.published.unit, unfolded});
};

const recurrentState: Evaluator = (record, lab) => {
  if (record.id.startsWith("llamacpp")) return convolutionState(record, lab);
  const {recurrentBytes} = statePartBytes(lab.model(record.model), {tp: 2});
  const [slots, spare] = [input(record, "slots"), input(record, "spareSlots")];
  const unfolded = `(${slots} + ${spare}) slots · ${exact(recurrentBytes)} B`;
  return inBytes((slots + spare) * recurrentBytes, {unit: record.published.unit, unfolded});
};

/**
 * Evaluators of cache and state sizes that engines log.
 *
 * @example llamaEvaluators["llamacpp-kv-log"]({inputs: {layers: 28, kvHeads: 8, headDim: 128, cells: 4096, type: "f16"}, published: {unit: "MiB"}}).ours // 448
 */
export const llamaEvaluators: Readonly<Record<string, Evaluator>> = {
  "llamacpp-kv-log": cacheLog,
  "recurrent-state-log": recurrentState
};
