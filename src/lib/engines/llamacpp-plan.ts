/** A model in llama.cpp: cells and bytes of its caches. */

import type {KvDtype} from "../dtype.js";
import {kvVectorBytes} from "../dtype.js";
import {kvProfile} from "../kv.js";
import {mixersOf, type LayerPlan} from "../layers.js";
import {llamaCacheBytes, paddedCells, windowCells} from "./llamacpp.js";
import {statePartBytes} from "./states.js";
import {plainNumber as n, type CapacityStep} from "./steps.js";

/** How MLA is cached: full heads, the latent, or the latent and a transposed copy of its values. */
export type LlamaMla = "expanded" | "latent" | "latent-and-values";

export interface LlamaSetup {
  /** -c: context of all sequences together */
  readonly contextTokens: number;
  /** -np: sequences (slots) */
  readonly nSequences?: number;
  /** --kv-unified: one buffer for all sequences */
  readonly unified?: boolean;
  /** -ub */
  readonly nUbatch?: number;
  /** -ctk, -ctv */
  readonly typeK: KvDtype;
  readonly typeV: KvDtype;
  /** --swa-full: windows keep the whole context */
  readonly swaFull?: boolean;
  readonly mla?: LlamaMla;
}

export interface LlamaPlan {
  /** Cells of layers that see everything, and of those with a window, all sequences */
  readonly fullCells: number;
  readonly windowCells: number;
  readonly fullBytes: number;
  readonly windowBytes: number;
  /** Recurrent states of all sequences */
  readonly stateBytes: number;
  readonly totalBytes: number;
  readonly steps: readonly CapacityStep[];
}

/**
 * The caches that llama.cpp allocates for a context.
 *
 * Cells are padded to 256, per sequence where buffers are not unified; windows hold
 * window · sequences + ubatch; states are float32 whatever the cache's type.
 * Ignores the compute buffers.
 *
 * @throws Error for attention on compressed entries
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache-iswa.cpp
 * @example llamaCppPlan({layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, {contextTokens: 300, typeK: "bf16", typeV: "bf16"}).totalBytes // 4096
 */
export function llamaCppPlan(model: LayerPlan, setup: LlamaSetup): LlamaPlan {
  const {nSequences = 1, typeK, typeV, mla = "latent"} = setup;
  if (model.layerKinds.some(({mixer}) => mixer.kind === "compressed")) {
    throw new Error("llama.cpp's caches for compressed attention are not modelled");
  }
  const profile = kvProfile(model, typeK, {vDtype: typeV, mlaExpanded: mla === "expanded"});
  const full = fullCellsOf(setup);
  const window = profile.windows.length === 0 ? 0 : windowCellsOf(profile.windows, setup, full);
  const copyBytes = mla === "latent-and-values" ? valueCopyBytes(model, typeV) : 0;
  const grown = {...profile, growingBytesPerToken: profile.growingBytesPerToken + copyBytes};
  const fullBytes = llamaCacheBytes({...grown, windows: []}, {full, window});
  const windowBytes = llamaCacheBytes(grown, {full, window}) - fullBytes;
  const {recurrentBytes, convolutionBytes} = statePartBytes(model);
  const stateBytes = nSequences * (recurrentBytes + convolutionBytes);
  const figures = {
    fullCells: grown.growingBytesPerToken > 0 ? full : 0,
    windowCells: window,
    fullBytes,
    windowBytes,
    stateBytes,
    totalBytes: fullBytes + windowBytes + stateBytes
  };
  return {...figures, steps: stepsOf(figures, setup)};
}

function fullCellsOf({contextTokens, nSequences = 1, unified = true}: LlamaSetup): number {
  if (unified) return paddedCells(contextTokens);
  return nSequences * paddedCells(Math.ceil(contextTokens / nSequences));
}

function windowCellsOf(
  windows: readonly {readonly tokens: number}[],
  {nSequences = 1, unified = true, nUbatch = 512, swaFull = false}: LlamaSetup,
  full: number
): number {
  if (swaFull) return full;
  const windowTokens = Math.max(...windows.map(({tokens}) => tokens));
  const contextCells = unified ? full : full / nSequences;
  return windowCells({windowTokens, nUbatch, nSequences, unified, contextCells});
}

/** Bytes a token of the values that early latent caches kept twice. */
function valueCopyBytes(model: LayerPlan, typeV: KvDtype): number {
  return mixersOf(model).reduce(
    (sum, mixer) => sum + (mixer.kind === "mla" ? kvVectorBytes(mixer.kvLoraRank, typeV) : 0),
    0
  );
}

function stepsOf(figures: Omit<LlamaPlan, "steps">, setup: LlamaSetup): CapacityStep[] {
  const {contextTokens, nSequences = 1, unified = true} = setup;
  const {fullCells, windowCells: window, fullBytes, windowBytes, stateBytes} = figures;
  const split = unified || nSequences === 1 ? "" : ` / ${nSequences}`;
  const full = [
    cellsStep("cells that see everything", fullCells, `pad(${contextTokens}${split})`),
    bytesStep("KV of those layers", fullCells, fullBytes)
  ];
  const windowed = [
    cellsStep("cells of windowed layers", window, "window · sequences + ubatch"),
    bytesStep("KV of windowed layers", window, windowBytes)
  ];
  return [
    ...(fullCells > 0 ? full : []),
    ...(window > 0 ? windowed : []),
    ...(stateBytes > 0 ? [stateStep(stateBytes, nSequences)] : [])
  ];
}

function cellsStep(label: string, value: number, unfolded: string): CapacityStep {
  return {label, formula: "padded to 256", unfolded, value, unit: "cells"};
}

function bytesStep(label: string, count: number, value: number): CapacityStep {
  const unfolded = `${n(count)} · ${n(value / count)}`;
  return {label, formula: "cells · bytes a cell", unfolded, value, unit: "bytes"};
}

function stateStep(value: number, nSequences: number): CapacityStep {
  return {
    label: "recurrent state (R and S)",
    formula: "sequences · bytes a state, float32",
    unfolded: `${nSequences} · ${n(value / nSequences)}`,
    value,
    unit: "bytes"
  };
}
