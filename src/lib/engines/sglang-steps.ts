/** SGLang's arithmetic line by line. */

import type {SglangPlan, SglangSetup} from "./sglang-plan.js";
import {plainNumber as n, type CapacityStep} from "./steps.js";

type Figures = Omit<SglangPlan, "steps">;
/** What the lines need beside the figures: the window pool's share of the tokens. */
export type SglangStepsAt = Pick<
  SglangSetup,
  "memFractionStatic" | "availableBeforeBytes" | "availableAfterBytes" | "pageTokens"
> & {readonly ratio: number};

/**
 * The lines from memory to tokens, and the sizes that SGLang prints.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/pool_configurator.py
 * @example sglangSteps({restBytes: 400, stateBytes: 0, cellBytes: 8, nTokens: 50, keyBytes: 204, valueBytes: 204, windowPool: null}, {memFractionStatic: 0.9, availableBeforeBytes: 1000, availableAfterBytes: 500, ratio: 1})[1].unfolded // "⌊(400) / 8⌋"
 */
export function sglangSteps(figures: Figures, at: SglangStepsAt): CapacityStep[] {
  const {nTokens, keyBytes, valueBytes, windowPool} = figures;
  const full = {nTokens, bytes: keyBytes + valueBytes};
  const window = windowPool && {
    nTokens: windowPool.nTokens,
    bytes: windowPool.keyBytes + windowPool.valueBytes
  };
  return [
    memoryStep(figures, at),
    tokensStep(figures),
    ...(full.bytes > 0 ? [sizeStep(full, {...at, of: ""})] : []),
    ...(windowPool === null ? [] : [windowStep(figures, windowPool.nTokens, at)]),
    ...(window && window.bytes > 0 ? [sizeStep(window, {...at, of: ", windowed layers"})] : [])
  ];
}

function memoryStep({restBytes}: Figures, at: SglangStepsAt): CapacityStep {
  const {availableAfterBytes, availableBeforeBytes, memFractionStatic} = at;
  return {
    label: "memory for KV",
    formula: "free after loading − free before · (1 − mem_fraction_static)",
    unfolded: `${n(availableAfterBytes)} − ${n(availableBeforeBytes)} · (1 − ${memFractionStatic})`,
    value: restBytes,
    unit: "bytes"
  };
}

function tokensStep({restBytes, stateBytes, cellBytes, nTokens}: Figures): CapacityStep {
  const states = stateBytes > 0 ? ` − ${n(stateBytes)}` : "";
  return {
    label: "max_total_num_tokens",
    formula: "⌊(memory − states) / cell⌋, whole pages",
    unfolded: `⌊(${n(restBytes)}${states}) / ${n(cellBytes)}⌋`,
    value: nTokens,
    unit: "tokens"
  };
}

function windowStep({nTokens}: Figures, value: number, {ratio}: SglangStepsAt): CapacityStep {
  return {
    label: "tokens of windowed layers (swa_layer_tokens)",
    formula: "⌊tokens · swa_full_tokens_ratio⌋, whole pages",
    unfolded: `⌊${nTokens} · ${ratio}⌋`,
    value,
    unit: "tokens"
  };
}

function sizeStep(
  {nTokens, bytes}: {readonly nTokens: number; readonly bytes: number},
  {pageTokens = 1, of}: SglangStepsAt & {readonly of: string}
): CapacityStep {
  return {
    label: `K size and V size (GiB, printed as GB)${of}`,
    formula: "(tokens + spare page) · bytes",
    unfolded: `(${nTokens} + ${pageTokens}) · ${n(bytes / (nTokens + pageTokens))}`,
    value: bytes,
    unit: "bytes"
  };
}
