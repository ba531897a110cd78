/** The KV cache: bytes a token, bytes for a context, and the context that given bytes hold. */

import type {KvDtype} from "./dtype.js";
import {mixerKv, type LayerKv} from "./kv-mixer.js";
import type {ModelSpec} from "./model.js";

export interface KvShape {
  readonly nLayers: number;
  readonly nKvHeads: number;
  readonly headDim: number;
}

/** Layers that hold only their last tokens, all with the same window. */
export interface KvWindow {
  readonly tokens: number;
  /** Bytes of one token while it is inside the window, all these layers */
  readonly bytesPerToken: number;
}

/** What one sequence keeps on one GPU, as a function of its length: see kvBytes. */
export interface KvProfile {
  /** Bytes that each token adds without end, all layers */
  readonly growingBytesPerToken: number;
  /** Shortest window first */
  readonly windows: readonly KvWindow[];
  /** Bytes per sequence whatever its length: recurrent states */
  readonly stateBytes: number;
}

export interface KvOptions {
  /** GPUs that share each layer */
  readonly tp?: number;
  /** Cache MLA as full heads, as engines without MLA do */
  readonly mlaExpanded?: boolean;
  /** Format of values where it differs from that of keys */
  readonly vDtype?: KvDtype;
  /** Multi-token-prediction layers in use; each caches like the model's last layer */
  readonly nMtpLayers?: number;
}

/**
 * Bytes of KV cache that one token of context occupies, all layers, before sharding.
 *
 * 2 · L · K · H · b: one key and one value vector per layer and KV head.
 * Ignores windows, latents and states (`kvProfile`) and block rounding.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "What about memory?"
 * @example kvBytesPerToken({nLayers: 32, nKvHeads: 8, headDim: 128}, 2) // 131072
 */
export function kvBytesPerToken(
  {nLayers, nKvHeads, headDim}: KvShape,
  bytesPerElement: number
): number {
  return 2 * nLayers * nKvHeads * headDim * bytesPerElement;
}

/**
 * What one sequence keeps on one GPU of a tensor-parallel group: growth, windows and state, bytes.
 *
 * The sum of `mixerKv` over the layers of the layout. For a pipeline stage pass `stageModel`.
 * Ignores block rounding, and the tokens in flight that engines add to a window.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py
 * @example kvProfile({layout: [], layerKinds: []}, "bf16").growingBytesPerToken // 0
 */
export function kvProfile(
  model: Pick<ModelSpec, "layerKinds" | "layout">,
  dtype: KvDtype,
  {tp = 1, mlaExpanded = false, vDtype = dtype, nMtpLayers = 0}: KvOptions = {}
): KvProfile {
  const perKind = model.layerKinds.map(({mixer}) =>
    mixerKv(mixer, {dtype, vDtype, tp, mlaExpanded})
  );
  const last = model.layout.at(-1);
  const counts = perKind.map(
    (_, kind) => model.layout.filter((k) => k === kind).length + (kind === last ? nMtpLayers : 0)
  );
  const total = (pick: (kv: LayerKv) => number): number =>
    perKind.reduce((sum, kv, kind) => sum + (counts[kind] ?? 0) * pick(kv), 0);
  return {
    growingBytesPerToken: total((kv) => kv.growingBytesPerToken),
    windows: windowsOf(perKind, counts),
    stateBytes: total((kv) => kv.stateBytes)
  };
}

function windowsOf(perKind: readonly LayerKv[], counts: readonly number[]): readonly KvWindow[] {
  const byTokens = new Map<number, number>();
  perKind.forEach((kv, kind) => {
    const bytes = (counts[kind] ?? 0) * kv.windowBytesPerToken;
    if (bytes === 0) return;
    byTokens.set(kv.windowTokens, (byTokens.get(kv.windowTokens) ?? 0) + bytes);
  });
  return [...byTokens]
    .map(([tokens, bytesPerToken]) => ({tokens, bytesPerToken}))
    .sort((a, b) => a.tokens - b.tokens);
}

/**
 * Bytes that one sequence of `contextTokens` keeps, with the profile's sharding.
 *
 * state + growth · S + Σ window bytes · min(S, W).
 * A chunked window counts as full: the most it holds up to S.
 *
 * @see https://docs.vllm.ai/en/latest/design/hybrid_kv_cache_manager/ windows and states beside full attention
 * @example kvBytes({growingBytesPerToken: 10, windows: [{tokens: 4, bytesPerToken: 1}], stateBytes: 7}, 6) // 71
 */
export function kvBytes(profile: KvProfile, contextTokens: number): number {
  let bytes = profile.stateBytes + profile.growingBytesPerToken * contextTokens;
  for (const window of profile.windows) {
    bytes += window.bytesPerToken * Math.min(contextTokens, window.tokens);
  }
  return bytes;
}

/**
 * Bytes that the next token adds to a sequence of `contextTokens`.
 *
 * Growth, and the windows that are not yet full.
 *
 * @example kvBytesPerTokenAt({growingBytesPerToken: 10, windows: [{tokens: 4, bytesPerToken: 1}], stateBytes: 7}, 3) // 11
 */
export function kvBytesPerTokenAt(profile: KvProfile, contextTokens: number): number {
  return kvBytes(profile, contextTokens + 1) - kvBytes(profile, contextTokens);
}

/**
 * Bytes that each token adds to a long sequence, all layers, before sharding.
 *
 * Layers with a window or a state add nothing: gpt-oss-20b has 49,152 B a token at the start of a
 * context and grows by 24,576.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "What about memory?"
 * @example kvGrowthBytesPerToken({layout: [], layerKinds: []}, "bf16") // 0
 */
export function kvGrowthBytesPerToken(
  model: Pick<ModelSpec, "layerKinds" | "layout">,
  dtype: KvDtype
): number {
  return kvProfile(model, dtype).growingBytesPerToken;
}

/**
 * The longest context, whole tokens, whose cache is at most `bytes`; the inverse of `kvBytes`.
 *
 * Negative when not even the state fits, Infinity when all windows fit and nothing grows.
 *
 * @example kvTokensWithin({growingBytesPerToken: 10, windows: [{tokens: 4, bytesPerToken: 1}], stateBytes: 7}, 71) // 6
 */
export function kvTokensWithin(profile: KvProfile, bytes: number): number {
  for (const {tokens} of profile.windows) {
    if (kvBytes(profile, tokens) <= bytes) continue;
    return tokensOnSlope(profile, bytes, tokens);
  }
  return tokensOnSlope(profile, bytes, Infinity);
}

/** Solves on the straight piece that ends at `end`: windows that are shorter are full there. */
function tokensOnSlope(profile: KvProfile, bytes: number, end: number): number {
  let slope = profile.growingBytesPerToken;
  let rest = bytes - profile.stateBytes;
  for (const window of profile.windows) {
    if (window.tokens < end) rest -= window.tokens * window.bytesPerToken;
    else slope += window.bytesPerToken;
  }
  return slope === 0 ? (rest < 0 ? -1 : Infinity) : Math.floor(rest / slope);
}
