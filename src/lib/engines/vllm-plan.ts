/** A model in vLLM: blocks, tokens, concurrency, and what it would say when it does not fit. */

import {nLayers} from "../model.js";
import type {LayerPlan} from "../layers.js";
import {prefixUnitTokens, smallestCacheablePrompt} from "./prefix.js";
import type {CapacityStep} from "./steps.js";
import {
  blockBytesByStage,
  blocksOfRequest,
  layerGroups,
  type LayerGroup,
  type RequestSize
} from "./vllm-groups.js";
import {packedPool} from "./vllm-packed.js";
import {vllmSteps} from "./vllm-steps.js";
import {layerSpecs, type SpecOptions, type StateMode} from "./vllm-specs.js";

export interface VllmSetup extends SpecOptions {
  readonly pp?: number;
  /** Bytes for KV on one GPU: the same on all stages, or one figure each */
  readonly kvBytes: number | readonly number[];
  /** --max-model-len */
  readonly maxModelLen: number;
  /** --max-num-batched-tokens */
  readonly maxBatchedTokens: number;
  readonly stateMode?: StateMode;
  readonly nSpeculativeTokens?: number;
}

export interface VllmPlan {
  readonly groups: readonly LayerGroup[];
  /** Bytes of a block of the pool, by pipeline stage */
  readonly blockBytes: readonly number[];
  /** Blocks of the pool: the least over the stages */
  readonly nBlocks: number;
  readonly blocksPerRequest: number;
  /** "Maximum concurrency for … tokens per request" */
  readonly concurrency: number;
  /** "GPU KV cache size" in newer versions: ⌊concurrency · max length⌋ */
  readonly cacheTokens: number;
  /** The same words in older versions: ⌊blocks / groups⌋ · block */
  readonly cacheTokensByBlocks: number;
  /** One request of the longest length fits */
  readonly fits: boolean;
  /** Bytes that such a request takes, and that are there, on the stage that decides */
  readonly neededBytes: number;
  readonly availableBytes: number;
  /** Longest length at which one request fits; 0 when none does */
  readonly longestTokens: number;
  /** Tokens in which prefixes are cached, and the shortest prompt that can hit; null without a prefix cache */
  readonly prefixUnitTokens: number | null;
  readonly smallestCacheablePrompt: number | null;
  readonly steps: readonly CapacityStep[];
}

/**
 * The capacity of a model in vLLM's V1 engine, from the memory that it has for KV.
 *
 * Ignores the estimate for CUDA graphs and what other programs hold; MTP layers must stand in the
 * layout to count.
 *
 * @throws Error when nothing is cached or a kind of layer is not modelled
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py
 * @example vllmPlan({layout: [0], layerKinds: [{mixer: {kind: "attention", nKvHeads: 1, headDim: 2, vHeadDim: 2, window: null, ownsKv: true}}]}, {dtype: "bf16", kvBytes: 1280, maxModelLen: 64, maxBatchedTokens: 64}).cacheTokens // 160
 */
export function vllmPlan(model: LayerPlan, setup: VllmSetup): VllmPlan {
  const {maxModelLen} = setup;
  const pool = isCompressed(model) ? packedPool(model, setup) : evenPool(model, setup);
  const {groups, blockBytes, requestBlockBytes} = pool;
  if (groups.length === 0) throw new Error("no layer of this model caches anything");
  const {stage, nBlocks, availableBytes} = poorestStage(blockBytes, setup);
  const size = {...setup, nTokens: maxModelLen};
  const pageBytes = requestBlockBytes[stage]!;
  const nPages = blocksOfRequest(groups, size);
  const mostPages = Math.floor(availableBytes / pageBytes);
  const blocksPerRequest = Math.ceil(nPages * (pageBytes / blockBytes[stage]!));
  const tokens = sizesOf(groups, {nBlocks, blocksPerRequest, maxModelLen});
  const plan = {
    groups,
    blockBytes,
    nBlocks,
    blocksPerRequest,
    ...tokens,
    ...(isCompressed(model) ? {cacheTokensByBlocks: tokens.cacheTokens} : {}),
    fits: nPages <= mostPages,
    neededBytes: nPages * pageBytes,
    availableBytes,
    longestTokens: longestLength(groups, size, mostPages),
    ...prefixOf(groups, setup.stateMode ?? "none")
  };
  return {...plan, steps: vllmSteps(plan, {maxModelLen, stage, nPages, pageBytes})};
}

function isCompressed({layerKinds}: LayerPlan): boolean {
  return layerKinds.some(({mixer}) => mixer.kind === "compressed");
}

/** Groups whose pages are all as large as the pool's blocks. */
function evenPool(model: LayerPlan, setup: VllmSetup) {
  const groups = layerGroups(layerSpecs(model, setup));
  const blockBytes = blockBytesByStage(groups, {nLayers: nLayers(model), pp: setup.pp ?? 1});
  return {groups, blockBytes, requestBlockBytes: blockBytes};
}

interface BlockCounts {
  readonly nBlocks: number;
  readonly blocksPerRequest: number;
  readonly maxModelLen: number;
}

/** Concurrency, and both meanings of the size; packed pools are younger than the older one. */
function sizesOf(
  groups: readonly LayerGroup[],
  {nBlocks, blocksPerRequest, maxModelLen}: BlockCounts
) {
  const concurrency = nBlocks / blocksPerRequest;
  const smallest = Math.min(...groups.map((group) => group.blockTokens));
  return {
    concurrency,
    cacheTokens: Math.floor(concurrency * maxModelLen),
    cacheTokensByBlocks: Math.floor(nBlocks / groups.length) * smallest
  };
}

/** The pipeline stage with the fewest blocks, which decides. */
function poorestStage(blockBytes: readonly number[], setup: VllmSetup) {
  const available = blockBytes.map((_, stage) => stageBytes(setup, stage));
  const byStage = blockBytes.map((bytes, stage) => stageBlocks(available[stage]!, bytes));
  const nBlocks = Math.min(...byStage);
  const stage = byStage.indexOf(nBlocks);
  return {stage, nBlocks, availableBytes: available[stage]!};
}

function stageBytes({kvBytes}: VllmSetup, stage: number): number {
  return typeof kvBytes === "number" ? kvBytes : (kvBytes[stage] ?? NaN);
}

/** A stage whose layers cache nothing does not limit the others. */
function stageBlocks(availableBytes: number, blockBytes: number): number {
  return blockBytes === 0 ? Infinity : Math.max(0, Math.floor(availableBytes / blockBytes));
}

function longestLength(
  groups: readonly LayerGroup[],
  size: RequestSize,
  mostPages: number
): number {
  const fits = (nTokens: number) => blocksOfRequest(groups, {...size, nTokens}) <= mostPages;
  let [low, high] = [0, size.nTokens];
  if (fits(high)) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** States of mode none are not cached, and then nothing is. */
function prefixOf(groups: readonly LayerGroup[], stateMode: StateMode) {
  const isCached = stateMode !== "none" || groups.every(({kind}) => kind !== "state");
  const unit = isCached ? prefixUnitTokens(groups.map(({blockTokens}) => blockTokens)) : null;
  return {
    prefixUnitTokens: unit,
    smallestCacheablePrompt: unit === null ? null : smallestCacheablePrompt(unit)
  };
}
