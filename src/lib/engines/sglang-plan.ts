/** A model in SGLang: tokens of its pool, and the sizes it prints. */

import {kvProfile} from "../kv.js";
import type {LayerPlan} from "../layers.js";
import type {KvDtype} from "../dtype.js";
import {sglangPoolBytes} from "./sglang.js";
import {statePartBytes} from "./states.js";
import {plainNumber as n, type CapacityStep} from "./steps.js";

export interface SglangSetup {
  readonly dtype: KvDtype;
  readonly tp?: number;
  /** --mem-fraction-static: share of the memory before loading that weights and KV may take */
  readonly memFractionStatic: number;
  /** Memory free before and after the weights are loaded, bytes */
  readonly availableBeforeBytes: number;
  readonly availableAfterBytes: number;
  /** --page-size, tokens */
  readonly pageTokens?: number;
  /** Sequences whose recurrent state is kept; models without a state need none */
  readonly nStateSlots?: number;
}

export interface SglangPlan {
  /** Bytes for KV and states */
  readonly restBytes: number;
  /** Bytes of states, the spare slot included */
  readonly stateBytes: number;
  /** Bytes that one token takes: the cell */
  readonly cellBytes: number;
  /** max_total_num_tokens; 0 when nothing is left */
  readonly nTokens: number;
  /** "K size" and "V size", spare page included; SGLang prints GiB and writes GB */
  readonly keyBytes: number;
  readonly valueBytes: number;
  readonly steps: readonly CapacityStep[];
}

/**
 * The capacity of a model in SGLang.
 *
 * rest = free after loading − free before · (1 − mem_fraction_static); tokens = ⌊rest / cell⌋, down
 * to whole pages; states take (slots + 1) first.
 * Ignores the separate pool of sliding-window layers: a window costs as the whole context.
 *
 * @throws Error when the model caches no tokens
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/model_runner.py profile_max_num_token
 * @example sglangPlan({layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, {dtype: "bf16", memFractionStatic: 0.9, availableBeforeBytes: 1000, availableAfterBytes: 500}).nTokens // 50
 */
export function sglangPlan(model: LayerPlan, setup: SglangSetup): SglangPlan {
  const {dtype, tp = 1, pageTokens = 1, nStateSlots = 0} = setup;
  const cellBytes = cellOf(model, setup);
  if (cellBytes === 0) throw new Error("no layer of this model caches tokens");
  const {recurrentBytes, convolutionBytes} = statePartBytes(model, {tp});
  const perSlot = recurrentBytes + convolutionBytes;
  const stateBytes = perSlot === 0 ? 0 : (nStateSlots + 1) * perSlot;
  const restBytes =
    setup.availableAfterBytes - setup.availableBeforeBytes * (1 - setup.memFractionStatic);
  const tokens = Math.floor((restBytes - stateBytes) / cellBytes);
  const nTokens = Math.max(0, Math.floor(tokens / pageTokens) * pageTokens);
  const pools = (["full", "window"] as const).map((layers) =>
    sglangPoolBytes(model, {dtype, tp, nTokens, pageTokens, layers})
  );
  const figures = {
    restBytes,
    stateBytes,
    cellBytes,
    nTokens,
    keyBytes: pools[0]!.keyBytes + pools[1]!.keyBytes,
    valueBytes: pools[0]!.valueBytes + pools[1]!.valueBytes
  };
  return {...figures, steps: stepsOf(figures, setup)};
}

/** Every layer at the whole context. */
function cellOf(model: LayerPlan, {dtype, tp = 1}: SglangSetup): number {
  const {growingBytesPerToken, windows} = kvProfile(model, dtype, {tp});
  return windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, growingBytesPerToken);
}

function stepsOf(figures: Omit<SglangPlan, "steps">, setup: SglangSetup): CapacityStep[] {
  const {restBytes, stateBytes, cellBytes, nTokens} = figures;
  const {availableAfterBytes, availableBeforeBytes, memFractionStatic} = setup;
  const states = stateBytes > 0 ? ` − ${n(stateBytes)}` : "";
  return [
    {
      label: "memory for KV",
      formula: "free after loading − free before · (1 − mem_fraction_static)",
      unfolded: `${n(availableAfterBytes)} − ${n(availableBeforeBytes)} · (1 − ${memFractionStatic})`,
      value: restBytes,
      unit: "bytes"
    },
    {
      label: "max_total_num_tokens",
      formula: "⌊(memory − states) / cell⌋, whole pages",
      unfolded: `⌊(${n(restBytes)}${states}) / ${n(cellBytes)}⌋`,
      value: nTokens,
      unit: "tokens"
    },
    sizeStep(figures, setup)
  ];
}

function sizeStep(
  {nTokens, keyBytes, valueBytes}: Omit<SglangPlan, "steps">,
  {pageTokens = 1}: SglangSetup
): CapacityStep {
  const value = keyBytes + valueBytes;
  return {
    label: "K size and V size (GiB, printed as GB)",
    formula: "(tokens + spare page) · bytes",
    unfolded: `(${nTokens} + ${pageTokens}) · ${n(value / (nTokens + pageTokens))}`,
    value,
    unit: "bytes"
  };
}
