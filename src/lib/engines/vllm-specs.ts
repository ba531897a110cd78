/** What vLLM's V1 engine keeps per layer: one specification for each layer that caches. */

import type {KvDtype} from "../dtype.js";
import {mixerKv} from "../kv-mixer.js";
import {mixersOf, type LayerPlan} from "../layers.js";
import type {Mixer, StateMixer} from "../model.js";
import {stateElements} from "../state.js";

/** How states take part in prefix caching: not at all, in aligned blocks, or in every block. */
export type StateMode = "none" | "align" | "all";

export interface SpecOptions {
  readonly dtype: KvDtype;
  readonly tp?: number;
  /** --block-size */
  readonly blockTokens?: number;
  /** Bytes of an element of the matrix state; float32 in the models' own configs */
  readonly stateElementBytes?: number;
  /** Bytes of an element of the convolution's state: the model's dtype */
  readonly convElementBytes?: number;
}

/** One layer that caches, on one GPU. */
export interface LayerSpec {
  readonly kind: "full" | "mla" | "sliding" | "chunked" | "state";
  /** Number in the model */
  readonly layer: number;
  /** Tokens of one block */
  readonly blockTokens: number;
  /** Bytes of one block before pages are made equal; of a state, the state */
  readonly pageBytes: number;
  /** Tokens that a sliding or chunked layer looks at */
  readonly windowTokens: number | null;
}

/** Blocks of attention beside states come in multiples of this many tokens. */
const KERNEL_BLOCK_TOKENS = 16;

/**
 * Specifications of all layers that cache. Where layers with a state stand beside attention, the
 * attention's block grows until its page is as large as a state, in multiples of 16 tokens, and
 * states are padded to that page. Attention on compressed entries has caches of its own:
 * vllm-compressed.ts.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/models/config.py HybridAttentionMambaModelConfig
 * @example layerSpecs({layout: [], layerKinds: []}, {dtype: "bf16"}) // []
 */
export function layerSpecs(model: LayerPlan, options: SpecOptions): LayerSpec[] {
  const mixers = mixersOf(model);
  const blockTokens = hybridBlockTokens(model, options);
  const widest = Math.max(0, ...mixers.map((mixer) => tokenBytes(mixer, options)));
  return mixers.flatMap((mixer, layer): LayerSpec[] => {
    if (isState(mixer)) {
      const own = stateBytes(mixer, options);
      const pageBytes = widest > 0 ? blockTokens * widest : own;
      return [{kind: "state", layer, blockTokens, pageBytes, windowTokens: null}];
    }
    const bytes = tokenBytes(mixer, options);
    if (bytes === 0) return [];
    return [{...attentionKind(mixer), layer, blockTokens, pageBytes: bytes * blockTokens}];
  });
}

function attentionKind(mixer: Mixer): Pick<LayerSpec, "kind" | "windowTokens"> {
  if (mixer.kind === "mla") return {kind: "mla", windowTokens: null};
  const window = mixer.kind === "attention" ? mixer.window : null;
  return window === null
    ? {kind: "full", windowTokens: null}
    : {kind: window.kind, windowTokens: window.tokens};
}

/** Bytes that one token takes in one layer on one GPU, inside its window if it has one. */
function tokenBytes(mixer: Mixer, {dtype, tp = 1}: SpecOptions): number {
  if (isState(mixer)) return 0;
  const kv = mixerKv(mixer, {dtype, vDtype: dtype, tp, mlaExpanded: false});
  return kv.growingBytesPerToken + kv.windowBytesPerToken;
}

function isState(mixer: Mixer): mixer is StateMixer {
  return !["attention", "mla", "compressed", "none"].includes(mixer.kind);
}

/**
 * Bytes of the state of one layer and sequence on one GPU: matrix in its own type, the inputs of
 * the convolution in the model's.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/layers/mamba/mamba_utils.py
 * @example stateBytes({kind: "lightning", nHeads: 64, headDim: 128}, {dtype: "bf16"}) // 4194304
 */
export function stateBytes(
  mixer: StateMixer,
  {tp = 1, stateElementBytes = 4, convElementBytes = 2}: SpecOptions
): number {
  const all = stateElements(mixer, tp);
  const matrix = mixer.kind === "lightning" ? all : stateElements({...mixer, convKernel: 1}, tp);
  return matrix * stateElementBytes + (all - matrix) * convElementBytes;
}

/**
 * Tokens of an attention block in vLLM: the asked ones, or as many as make a page of a state.
 *
 * 16 · ⌈state / (16 · bytes a token)⌉: 528 tokens in Qwen3.5-4B, 784 in Qwen3.5-27B, 2,096 in
 * Nemotron 3 Nano, as users have seen in their logs.
 *
 * @see https://github.com/vllm-project/vllm/issues/40696
 * @example hybridBlockTokens({layout: [], layerKinds: []}, {dtype: "bf16"}) // 16
 */
export function hybridBlockTokens(model: LayerPlan, options: SpecOptions): number {
  const {blockTokens = 16} = options;
  const mixers = mixersOf(model);
  const state = Math.max(0, ...mixers.filter(isState).map((mixer) => stateBytes(mixer, options)));
  const token = Math.max(0, ...mixers.map((mixer) => tokenBytes(mixer, options)));
  if (state === 0 || token === 0) return blockTokens;
  const needed = KERNEL_BLOCK_TOKENS * Math.ceil(state / (KERNEL_BLOCK_TOKENS * token));
  return Math.max(blockTokens, needed);
}
