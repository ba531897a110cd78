/** KV memory, blocks and concurrency as vLLM's V1 engine computes them. */

import type {KvDtype} from "../dtype.js";
import {mixerKv} from "../kv-mixer.js";
import {mixersOf, type LayerPlan} from "../layers.js";

export interface VllmBudget {
  /** Memory that the driver reports, bytes */
  readonly totalBytes: number;
  /** --gpu-memory-utilization; 0.9 by default, 0.92 in newer versions */
  readonly utilizationFraction: number;
  /** "model weights take …" */
  readonly weightBytes: number;
  /** Peak activations of the profile run */
  readonly activationBytes: number;
  /** Memory outside of PyTorch: NCCL, graphs */
  readonly nonTorchBytes: number;
}

/**
 * Bytes left for the KV cache on one GPU; negative when the model does not fit.
 *
 * total · utilization − weights − activations − non-torch.
 * Ignores the estimate for CUDA graphs that newer versions take off as well.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/worker/gpu_worker.py determine_available_memory
 * @example vllmKvBytes({totalBytes: 100, utilizationFraction: 0.9, weightBytes: 50, activationBytes: 10, nonTorchBytes: 1}) // 29
 */
export function vllmKvBytes(budget: VllmBudget): number {
  const {totalBytes, utilizationFraction, weightBytes, activationBytes, nonTorchBytes} = budget;
  return totalBytes * utilizationFraction - weightBytes - activationBytes - nonTorchBytes;
}

/** Layers that cache alike: one entry of the engine's KV cache spec. */
export interface VllmLayers {
  readonly nLayers: number;
  /** One layer, one token, one GPU */
  readonly bytesPerToken: number;
  /** null for the whole context */
  readonly windowTokens: number | null;
}

/**
 * The layers of a model that cache tokens, gathered by what a token takes and by window.
 *
 * Ignores recurrent states, which share the pool in hybrid models, and compressed attention.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py
 * @example vllmLayers({layout: [], layerKinds: []}, "bf16") // []
 */
export function vllmLayers(
  model: LayerPlan,
  dtype: KvDtype,
  {tp = 1}: {readonly tp?: number} = {}
): VllmLayers[] {
  const groups = new Map<string, VllmLayers>();
  for (const mixer of mixersOf(model)) {
    const kv = mixerKv(mixer, {dtype, vDtype: dtype, tp, mlaExpanded: false});
    const isWindow = kv.windowBytesPerToken > 0;
    const bytesPerToken = isWindow ? kv.windowBytesPerToken : kv.growingBytesPerToken;
    if (bytesPerToken === 0) continue;
    const windowTokens = isWindow ? kv.windowTokens : null;
    const key = `${bytesPerToken} ${windowTokens}`;
    const nLayers = (groups.get(key)?.nLayers ?? 0) + 1;
    groups.set(key, {nLayers, bytesPerToken, windowTokens});
  }
  return [...groups.values()];
}

/** Groups of equally many layers that take blocks from one pool of equal pages. */
export interface VllmPool {
  readonly nBlocks: number;
  /** One block of one group: its page in each of the group's layers */
  readonly blockBytes: number;
  readonly groups: readonly VllmGroup[];
}

export interface VllmGroup {
  /** Tokens of one block */
  readonly blockTokens: number;
  readonly windowTokens: number | null;
}

export interface VllmPoolOptions {
  /** Bytes for KV cache on one GPU */
  readonly kvBytes: number;
  /** --block-size */
  readonly blockTokens?: number;
}

/**
 * The block pool that a KV memory makes: pages unified to the largest, layers in equal groups.
 *
 * A smaller layer gets more tokens a block when the ratio of pages is a whole number, and padding
 * when it is not. blocks = ⌊memory / (layers a group · page)⌋.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py
 * @example vllmPool([{nLayers: 2, bytesPerToken: 8, windowTokens: null}], {kvBytes: 1000, blockTokens: 16}).nBlocks // 3
 */
export function vllmPool(
  layers: readonly VllmLayers[],
  {kvBytes, blockTokens = 16}: VllmPoolOptions
): VllmPool {
  const pageBytes = Math.max(...layers.map((l) => l.bytesPerToken)) * blockTokens;
  const groupLayers = layersPerGroup(layers.map((l) => l.nLayers));
  const groups = layers.flatMap(({nLayers, bytesPerToken, windowTokens}) => {
    const ratio = pageBytes / (bytesPerToken * blockTokens);
    const group = {blockTokens: blockTokens * (Number.isInteger(ratio) ? ratio : 1), windowTokens};
    return Array.from({length: Math.ceil(nLayers / groupLayers)}, () => group);
  });
  const blockBytes = groupLayers * pageBytes;
  return {nBlocks: Math.floor(kvBytes / blockBytes), blockBytes, groups};
}

/** The smallest count, or the largest where that pads less than a quarter. */
function layersPerGroup(counts: readonly number[]): number {
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  return most < 1.25 * least ? most : least;
}

export interface VllmRequest {
  /** --max-model-len */
  readonly maxModelLen: number;
  /** --max-num-batched-tokens: a window also holds the tokens of the step in flight */
  readonly maxBatchedTokens: number;
}

/**
 * Blocks that one request of the longest allowed length takes, all groups.
 *
 * Full: ⌈len / block⌉; window: ⌈min(window − 1 + batched, len) / block⌉ + 1.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py max_memory_usage_bytes
 * @example vllmBlocksPerRequest([{blockTokens: 16, windowTokens: 1024}], {maxModelLen: 32768, maxBatchedTokens: 8192}) // 577
 */
export function vllmBlocksPerRequest(
  groups: readonly VllmGroup[],
  {maxModelLen, maxBatchedTokens}: VllmRequest
): number {
  return groups.reduce((blocks, {blockTokens, windowTokens}) => {
    if (windowTokens === null) return blocks + Math.ceil(maxModelLen / blockTokens);
    const tokens = Math.min(windowTokens - 1 + maxBatchedTokens, maxModelLen);
    return blocks + Math.ceil(tokens / blockTokens) + 1;
  }, 0);
}

/** What vLLM prints about a pool when it starts. */
export interface VllmCapacity {
  readonly blocksPerRequest: number;
  /** "Maximum concurrency for … tokens per request" */
  readonly concurrency: number;
  /** "GPU KV cache size", newer versions: ⌊concurrency · maxModelLen⌋ */
  readonly cacheTokens: number;
  /** The same words in older versions: ⌊blocks / groups⌋ · block */
  readonly cacheTokensByBlocks: number;
}

/**
 * Concurrency and the two meanings of "GPU KV cache size" for a pool.
 *
 * concurrency = blocks / blocks of the longest request.
 *
 * @see https://github.com/vllm-project/vllm/issues/40691
 * @example vllmCapacity({nBlocks: 1952, groups: [{blockTokens: 16, windowTokens: null}]}, {maxModelLen: 20000, maxBatchedTokens: 2048}).concurrency // 1.5616
 */
export function vllmCapacity(
  {nBlocks, groups}: Pick<VllmPool, "nBlocks" | "groups">,
  request: VllmRequest
): VllmCapacity {
  const blocksPerRequest = vllmBlocksPerRequest(groups, request);
  const concurrency = nBlocks / blocksPerRequest;
  const blockTokens = Math.min(...groups.map((group) => group.blockTokens));
  return {
    blocksPerRequest,
    concurrency,
    cacheTokens: Math.floor(concurrency * request.maxModelLen),
    cacheTokensByBlocks: Math.floor(nBlocks / groups.length) * blockTokens
  };
}
