/** A model in SGLang: tokens of its pools, and the sizes it prints. */

import {kvProfile} from "../kv.js";
import type {KvDtype} from "../dtype.js";
import {
  COMPRESSED_WINDOW_RATIO,
  compressedTokenBytes,
  type CompressedPlan
} from "./sglang-compressed.js";
import {sglangSteps} from "./sglang-steps.js";
import {sglangPoolBytes, type SglangPoolBytes} from "./sglang.js";
import {statePartBytes} from "./states.js";
import type {CapacityStep} from "./steps.js";

/** --swa-full-tokens-ratio: tokens of the window pool over those of the full one. */
export const WINDOW_RATIO = 0.8;

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
  /** --swa-full-tokens-ratio; 1 is --disable-hybrid-swa-memory: both pools as large */
  readonly windowRatio?: number;
}

/** Tokens of a pool, and the bytes of its keys and values, spare page included. */
export interface SglangPoolSize extends SglangPoolBytes {
  readonly nTokens: number;
}

export interface SglangPlan {
  /** Bytes for KV and states */
  readonly restBytes: number;
  /** Bytes of states, the spare slot included */
  readonly stateBytes: number;
  /** Bytes that one token takes in all pools: the cell */
  readonly cellBytes: number;
  /** max_total_num_tokens; 0 when nothing is left */
  readonly nTokens: number;
  /** "K size" and "V size" of the layers that see everything; SGLang prints GiB and writes GB */
  readonly keyBytes: number;
  readonly valueBytes: number;
  /** The pool of windowed layers; null in a model without one */
  readonly windowPool: SglangPoolSize | null;
  readonly steps: readonly CapacityStep[];
}

/**
 * The capacity of a model in SGLang.
 *
 * rest = free after loading − free before · (1 − mem_fraction_static); tokens = ⌊rest / cell⌋, down
 * to whole pages; states take (slots + 1) first. Windowed layers have a pool of their own of ratio ·
 * tokens, and cell = full + ratio · window bytes; with windows alone the ratio is left out.
 *
 * @throws Error when the model caches no tokens
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/pool_configurator.py
 * @example sglangPlan({layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, {dtype: "bf16", memFractionStatic: 0.9, availableBeforeBytes: 1000, availableAfterBytes: 500}).nTokens // 50
 */
export function sglangPlan(model: CompressedPlan, setup: SglangSetup): SglangPlan {
  const {tp = 1, pageTokens = 1, nStateSlots = 0} = setup;
  const {cellBytes, ratio, hasWindows} = sglangCell(model, setup);
  if (cellBytes === 0) throw new Error("no layer of this model caches tokens");
  const {recurrentBytes, convolutionBytes} = statePartBytes(model, {tp});
  const perSlot = recurrentBytes + convolutionBytes;
  const stateBytes = perSlot === 0 ? 0 : (nStateSlots + 1) * perSlot;
  const restBytes =
    setup.availableAfterBytes - setup.availableBeforeBytes * (1 - setup.memFractionStatic);
  const inPages = (tokens: number) => Math.max(0, Math.floor(tokens / pageTokens) * pageTokens);
  const nTokens = inPages(Math.floor((restBytes - stateBytes) / cellBytes));
  const poolBytes = (tokens: number, layers: "full" | "window") =>
    sglangPoolBytes(model, {...setup, nTokens: tokens, layers});
  const nWindowTokens = inPages(Math.floor(nTokens * ratio));
  const figures = {
    restBytes,
    stateBytes,
    cellBytes,
    nTokens,
    ...poolBytes(nTokens, "full"),
    windowPool: hasWindows ? {nTokens: nWindowTokens, ...poolBytes(nWindowTokens, "window")} : null
  };
  return {...figures, steps: sglangSteps(figures, {...setup, ratio})};
}

/** What a token takes, and how the pools share the tokens. */
export interface SglangCell {
  /** Bytes of a token in all pools */
  readonly cellBytes: number;
  /** Tokens of the window pool over those of the full one */
  readonly ratio: number;
  readonly hasWindows: boolean;
}

/**
 * Bytes of a token in all pools, and the window pool's share of the tokens.
 *
 * @see https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/pool_configurator.py
 * @example sglangCell({layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, {dtype: "bf16"}).cellBytes // 8
 */
export function sglangCell(
  model: CompressedPlan,
  {dtype, tp = 1, windowRatio}: Pick<SglangSetup, "dtype" | "tp" | "windowRatio">
): SglangCell {
  if (model.layerKinds.some(({mixer}) => mixer.kind === "compressed")) {
    const ratio = windowRatio ?? COMPRESSED_WINDOW_RATIO;
    return {cellBytes: compressedTokenBytes(model, ratio), ratio, hasWindows: true};
  }
  const {growingBytesPerToken, windows} = kvProfile(model, dtype, {tp});
  const window = windows.reduce((sum, {bytesPerToken}) => sum + bytesPerToken, 0);
  const ratio = growingBytesPerToken === 0 ? 1 : (windowRatio ?? WINDOW_RATIO);
  return {
    cellBytes: growingBytesPerToken + ratio * window,
    ratio,
    hasWindows: windows.length > 0
  };
}
