/** Caches of unlike pages packed into the blocks of one pool, as vLLM does for DeepSeek-V4. */

import type {KvDtype} from "../dtype.js";
import type {LayerPlan} from "../layers.js";
import {stageLayerCounts} from "../pipeline.js";
import {compressedCaches, type CompressedCache} from "./vllm-compressed.js";
import type {LayerGroup} from "./vllm-groups.js";

/** A pool, and what a request is reckoned with. */
export interface PackedPool {
  readonly groups: readonly LayerGroup[];
  /** Bytes of a block of the pool, by pipeline stage */
  readonly blockBytes: readonly number[];
  /** Bytes that each page of a request counts for, by pipeline stage: a little more than a block */
  readonly requestBlockBytes: readonly number[];
}

export interface PackedOptions {
  readonly dtype: KvDtype;
  readonly pp?: number;
}

type Group = readonly CompressedCache[];

/**
 * The pool of a model with compressed attention.
 *
 * What grows is one group; windows are grouped by block and window, padded to the next page of the
 * growing group, and dealt out to groups of about equal size (22 of the 43 windows of V4-Flash).
 * block = Σ over page sizes of size · most caches of that size in a group; a request's page counts as
 * groups' size · Σ page sizes, as the engine's own check has it. From the versions up to 0.26.
 *
 * @throws Error for a cache that is not FP8, or another kind of layer beside
 * @see https://github.com/vllm-project/vllm/issues/51041
 * @example packedPool({layout: [], layerKinds: []}, {dtype: "fp8"}).groups // []
 */
export function packedPool(model: LayerPlan, {dtype, pp = 1}: PackedOptions): PackedPool {
  const caches = compressedCaches(model, dtype);
  const grows = caches.filter(({kind}) => kind === "mla");
  const groups = [grows, ...windowGroups(caches, grows)].filter(({length}) => length > 0);
  const stages = stageRanges(model.layout.length, pp).map((isIn) =>
    groups.map((group) => group.filter(({layer}) => isIn(layer)))
  );
  return {
    groups: groups.map(layerGroup),
    blockBytes: stages.map(packedBytes),
    requestBlockBytes: stages.map((own) => {
      const sizes = pageSizes(own[0] ?? []);
      return Math.max(...own.map(tuples)) * sizes.reduce((sum, size) => sum + size, 0);
    })
  };
}

function stageRanges(nLayers: number, pp: number): ((layer: number) => boolean)[] {
  let first = 0;
  return stageLayerCounts(nLayers, pp).map((count) => {
    const [from, to] = [first, first + count];
    first = to;
    return (layer) => layer >= from && layer < to;
  });
}

/** Windowed caches by block and window, split to the size that pads least. */
function windowGroups(caches: Group, grows: Group): Group[] {
  const alike = new Map<string, CompressedCache[]>();
  for (const cache of caches) {
    if (cache.kind !== "sliding") continue;
    const key = `${cache.blockTokens} ${cache.windowTokens}`;
    alike.set(key, [...(alike.get(key) ?? []), cache]);
  }
  const kinds = [...alike.values()];
  const size = leastPadding([grows, ...kinds].map(tuples));
  return kinds.flatMap((kind) => split(padded(kind, pageSizes(grows)), size));
}

/** The group size, from the first count up, at which rounding all counts up costs least. */
function leastPadding([least = 1, ...others]: readonly number[]): number {
  const counts = [least, ...others];
  const padding = (size: number) =>
    counts.reduce((sum, n) => sum + ((size - (n % size)) % size), 0);
  let best = Math.max(1, least);
  for (let size = best + 1; size <= Math.max(...counts); size++) {
    if (padding(size) <= padding(best)) best = size;
  }
  return best;
}

function padded(caches: Group, sizes: readonly number[]): Group {
  return caches.map((cache) => {
    const larger = sizes.filter((size) => size >= cache.pageBytes);
    return {...cache, pageBytes: larger.length > 0 ? Math.min(...larger) : cache.pageBytes};
  });
}

/** A layer's caches stay together; layers are dealt out one by one. */
function split(caches: Group, size: number): Group[] {
  const layers = [...new Set(caches.map(({layer}) => layer))];
  const nGroups = Math.ceil(layers.length / size);
  const place = new Map(layers.map((layer, i) => [layer, i % nGroups]));
  return Array.from({length: nGroups}, (_, g) =>
    caches.filter(({layer}) => place.get(layer) === g)
  );
}

function pageSizes(group: Group): number[] {
  return [...new Set(group.map(({pageBytes}) => pageBytes))];
}

function countOfSize(group: Group, size: number): number {
  return group.filter(({pageBytes}) => pageBytes === size).length;
}

/** Caches of the most frequent page size. */
function tuples(group: Group): number {
  return Math.max(0, ...pageSizes(group).map((size) => countOfSize(group, size)));
}

function packedBytes(groups: readonly Group[]): number {
  const sizes = pageSizes(groups.flat());
  return sizes.reduce(
    (sum, size) => sum + size * Math.max(...groups.map((group) => countOfSize(group, size))),
    0
  );
}

function layerGroup(caches: Group): LayerGroup {
  const {kind, blockTokens, windowTokens} = caches[0]!;
  const total = caches.reduce((sum, {pageBytes}) => sum + pageBytes, 0);
  const layers = caches.map(({layer}) => layer);
  return {kind, blockTokens, windowTokens, layers, pageBytes: total / caches.length};
}
