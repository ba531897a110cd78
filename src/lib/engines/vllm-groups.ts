/** Layers of vLLM gathered into groups that share one pool of equal pages. */

import {stageLayerCounts} from "../pipeline.js";
import type {LayerSpec, StateMode} from "./vllm-specs.js";

/** Layers whose blocks are handed out together, one table for all. */
export interface LayerGroup {
  readonly kind: LayerSpec["kind"];
  readonly layers: readonly number[];
  readonly blockTokens: number;
  readonly windowTokens: number | null;
  /** Bytes of a block in one layer, padding included */
  readonly pageBytes: number;
}

/**
 * Groups as vLLM forms them. Layers that all see the whole context are one group, whatever their
 * widths. Else pages are made equal, by more tokens a block where the ratio is whole and by padding
 * where it is not, and layers of each kind are dealt out to groups of equal size: the smallest count
 * of a kind, or the largest where that pads less than a quarter.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py
 * @example layerGroups(["full", "sliding", "sliding"].map((kind, layer) => ({kind, layer, blockTokens: 16, pageBytes: 8, windowTokens: kind === "full" ? null : 128}))).map(({layers}) => layers) // [[0], [1], [2]]
 */
export function layerGroups(specs: readonly LayerSpec[]): LayerGroup[] {
  const [first] = specs;
  if (!first) return [];
  if (specs.every(({kind}) => kind === "full" || kind === "mla")) return [wholeGroup(specs, first)];
  const pageBytes = Math.max(...specs.map((spec) => spec.pageBytes));
  const kinds = alikeSpecs(specs);
  const size = groupSize(kinds.map(({length}) => length));
  return kinds.flatMap((alike) => {
    const {kind, windowTokens, ...spec} = alike[0]!;
    const ratio = pageBytes / spec.pageBytes;
    const stretch = kind !== "state" && Number.isInteger(ratio) ? ratio : 1;
    const blockTokens = spec.blockTokens * stretch;
    const nGroups = Math.ceil(alike.length / size);
    return Array.from({length: nGroups}, (_, g) => {
      const layers = alike.filter((_, i) => i % nGroups === g).map(({layer}) => layer);
      return {kind, layers, blockTokens, windowTokens, pageBytes};
    });
  });
}

function wholeGroup(specs: readonly LayerSpec[], {kind, blockTokens}: LayerSpec): LayerGroup {
  const total = specs.reduce((sum, spec) => sum + spec.pageBytes, 0);
  const layers = specs.map(({layer}) => layer);
  return {kind, layers, blockTokens, windowTokens: null, pageBytes: total / specs.length};
}

/** Specifications by what they have in common, in order of first appearance. */
function alikeSpecs(specs: readonly LayerSpec[]): LayerSpec[][] {
  const kinds = new Map<string, LayerSpec[]>();
  for (const spec of specs) {
    const key = `${spec.kind} ${spec.pageBytes} ${spec.windowTokens}`;
    kinds.set(key, [...(kinds.get(key) ?? []), spec]);
  }
  return [...kinds.values()];
}

function groupSize(counts: readonly number[]): number {
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  return most < 1.25 * least ? most : least;
}

/**
 * Bytes of one block of the pool on each pipeline stage: its page in as many layers as the largest
 * group has there.
 *
 * @see https://github.com/vllm-project/vllm/issues/34076 (capacity is the minimum over stages)
 * @example blockBytesByStage([{layers: [0, 1, 2], pageBytes: 10}], {nLayers: 4, pp: 2}) // [20, 10]
 */
export function blockBytesByStage(
  groups: readonly Pick<LayerGroup, "layers" | "pageBytes">[],
  {nLayers, pp}: {readonly nLayers: number; readonly pp: number}
): number[] {
  let first = 0;
  return stageLayerCounts(nLayers, pp).map((count) => {
    const [from, to] = [first, first + count];
    first = to;
    const own = groups.map(({layers, pageBytes}) => {
      return pageBytes * layers.filter((layer) => layer >= from && layer < to).length;
    });
    return Math.max(0, ...own);
  });
}

export interface RequestSize {
  /** Tokens of the request */
  readonly nTokens: number;
  /** --max-num-batched-tokens: a window also holds the tokens of the step in flight */
  readonly maxBatchedTokens: number;
  readonly stateMode?: StateMode;
  /** Tokens drafted ahead: a state is kept for each */
  readonly nSpeculativeTokens?: number;
}

/**
 * Blocks that one request takes in one group.
 *
 * Full and MLA ⌈n/b⌉; sliding ⌈min(w − 1 + batched, n)/b⌉ + 1; chunked ⌈min(c + batched, n)/b⌉;
 * state 1, 2 where aligned blocks are cached, ⌈n/b⌉ where all are, and one per drafted token.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py max_memory_usage_bytes
 * @example blocksOfGroup({kind: "sliding", blockTokens: 16, windowTokens: 1024}, {nTokens: 32768, maxBatchedTokens: 8192}) // 577
 */
export function blocksOfGroup(
  {kind, blockTokens, windowTokens}: Pick<LayerGroup, "kind" | "blockTokens" | "windowTokens">,
  {nTokens, maxBatchedTokens, stateMode = "none", nSpeculativeTokens = 0}: RequestSize
): number {
  const whole = Math.ceil(nTokens / blockTokens);
  const within = (tokens: number) => Math.ceil(Math.min(tokens, nTokens) / blockTokens);
  switch (kind) {
    case "full":
    case "mla":
      return whole;
    case "sliding":
      return within(windowTokens! - 1 + maxBatchedTokens) + 1;
    case "chunked":
      return within(windowTokens! + maxBatchedTokens);
    case "state":
      if (stateMode === "all") return whole;
      return (stateMode === "align" ? 2 : 1) + nSpeculativeTokens;
  }
}

/**
 * Blocks that one request takes in all groups.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/core/kv_cache_utils.py get_max_concurrency_for_kv_cache_config
 * @example blocksOfRequest([{kind: "full", blockTokens: 16}, {kind: "state", blockTokens: 16}], {nTokens: 32, maxBatchedTokens: 8}) // 3
 */
export function blocksOfRequest(
  groups: readonly Pick<LayerGroup, "kind" | "blockTokens" | "windowTokens">[],
  request: RequestSize
): number {
  return groups.reduce((sum, group) => sum + blocksOfGroup(group, request), 0);
}
