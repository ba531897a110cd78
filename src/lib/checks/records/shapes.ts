/** The layers that a record is about: of its catalog model, or built from its inputs. */

import {kvDtypes, type KvDtype} from "../../dtype.js";
import type {KvFactor} from "../../kv-term.js";
import {kvTerms} from "../../kv-terms.js";
import {groupLayers, type LayerPlan} from "../../layers.js";
import type {AttentionMixer, AttentionWindow} from "../../model.js";
import {exact, type CheckRecord} from "./record.js";

export interface AttentionShape {
  readonly nLayers: number;
  readonly nKvHeads: number;
  readonly headDim: number;
  readonly vHeadDim?: number;
  readonly window?: AttentionWindow | null;
}

/**
 * Layers of plain attention alone: all that a cache depends on.
 *
 * @example attentionPlan([{nLayers: 2, nKvHeads: 8, headDim: 64}]).layout // [0, 0]
 */
export function attentionPlan(shapes: readonly AttentionShape[]): LayerPlan {
  const layers = shapes.flatMap(({nLayers, nKvHeads, headDim, vHeadDim, window}) => {
    const mixer: AttentionMixer = {
      kind: "attention",
      nHeads: nKvHeads,
      nKvHeads,
      headDim,
      vHeadDim: vHeadDim ?? headDim,
      window: window ?? null,
      ownsKv: true,
      qkvBias: false,
      outputBias: false,
      qkNorm: "none",
      sinks: false,
      sharedKvProjection: false,
      outputGate: false
    };
    return Array.from({length: nLayers}, () => ({mixer, mlps: [], nNorms: 0}));
  });
  return groupLayers(layers);
}

/**
 * The same layers with another number of KV heads.
 *
 * @example withKvHeads({layout: [], layerKinds: []}, 16).layout // []
 */
export function withKvHeads(model: LayerPlan, nKvHeads: number): LayerPlan {
  const layerKinds = model.layerKinds.map((kind) =>
    kind.mixer.kind === "attention" ? {...kind, mixer: {...kind.mixer, nKvHeads}} : kind
  );
  return {layerKinds, layout: model.layout};
}

/**
 * A record's cache format by the lab's name; ggml's f16 and bytes of 2 are bf16 here.
 *
 * @throws for a format that the lab does not have
 * @example kvDtypeOf("f16") // "bf16"
 */
export function kvDtypeOf(name: unknown): KvDtype {
  if (name === "f16" || name === 2) return "bf16";
  if (name === 1) return "fp8";
  if (typeof name === "string" && Object.hasOwn(kvDtypes, name)) return name as KvDtype;
  throw new Error(`unknown cache format: ${String(name)}`);
}

/**
 * Bytes a token of a model's cache as its factors: "2 · 32 layers · 8 KV heads …".
 *
 * @example shapeText({layout: [], layerKinds: []}, "bf16") // ""
 */
export function shapeText(model: LayerPlan, dtype: KvDtype): string {
  return kvTerms(model, dtype)
    .map(({factors}) => factors.map(factorText).join(" · "))
    .join(" + ");
}

/** A constant is its own letter. */
function factorText({letter, value}: KvFactor): string {
  return letter === String(value) ? letter : `${letter} ${exact(value)}`;
}

/**
 * True when a record's inputs give a key a value.
 *
 * @example hasInput({inputs: {window: 128}}, "window") // true
 */
export function hasInput({inputs}: Pick<CheckRecord, "inputs">, key: string): boolean {
  return inputs[key] != null;
}
