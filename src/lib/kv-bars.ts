/** Cache sizes side by side, as data for bars. */

import {withAttention, type BackboneAttention} from "./backbone.js";
import type {KvDtype} from "./dtype.js";
import {headSharing} from "./heads.js";
import {kvBytesPerTokenAt, kvProfile, type KvOptions} from "./kv.js";
import type {ModelSpec} from "./model.js";

export interface KvBar {
  readonly name: string;
  readonly bytes: number;
  /** A thought experiment, not something that ships */
  readonly isHypothetical: boolean;
}

/** Bytes of a token while every window is open: what the shape of attention alone decides. */
function tokenBytes(model: ModelSpec, dtype: KvDtype, options?: KvOptions): number {
  return kvBytesPerTokenAt(kvProfile(model, dtype, options), 0);
}

/**
 * Bytes of a token inside all windows, a bar per model, with the kind of attention.
 *
 * @example perTokenBars([], "bf16") // []
 */
export function perTokenBars(models: readonly ModelSpec[], dtype: KvDtype): readonly KvBar[] {
  return models.map((model) => ({
    name: `${model.name}, ${headSharing(model).kind}`,
    bytes: tokenBytes(model, dtype),
    isHypothetical: false
  }));
}

const backbones: readonly (readonly [kind: BackboneAttention, name: string])[] = [
  ["mha", "MHA"],
  ["gqa-8", "GQA-8"],
  ["gqa-4", "GQA-4"],
  ["mqa", "MQA"],
  ["mla", "MLA"]
];

/**
 * Bytes of a token inside all windows, one and the same backbone under five kinds of attention.
 *
 * @see https://arxiv.org/abs/2405.04434 section 2.1
 * @example backboneBars({layerKinds: [], layout: []}, "bf16").length // 5
 */
export function backboneBars(model: ModelSpec, dtype: KvDtype): readonly KvBar[] {
  const shipped = tokenBytes(model, dtype);
  return backbones.map(([kind, name]) => {
    const bytes = tokenBytes(withAttention(model, kind), dtype);
    return {name, bytes, isHypothetical: bytes !== shipped};
  });
}

/**
 * Bytes of a token in a model with latent attention, as shipped and as an engine without it would
 * keep them: a key and a value for every query head.
 *
 * @see https://github.com/ggml-org/llama.cpp/pull/7118
 * @example expandedBars({layerKinds: [], layout: []}, "bf16").length // 2
 */
export function expandedBars(model: ModelSpec, dtype: KvDtype): readonly KvBar[] {
  const expanded = tokenBytes(model, dtype, {mlaExpanded: true});
  return [
    {name: "as shipped", bytes: tokenBytes(model, dtype), isHypothetical: false},
    {name: "all heads", bytes: expanded, isHypothetical: true}
  ];
}
