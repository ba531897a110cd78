import type {AttentionMixer, LayerKind, Mixer, ModelSpec} from "./model.js";

/** One layer by itself: what a layer kind says about each of its layers. */
export type LayerShape = Omit<LayerKind, "count">;

/** Layer kinds and the order in which they follow each other. */
export type LayerPlan = Pick<ModelSpec, "layerKinds" | "layout">;

/**
 * Layers gathered into kinds of equal layers, in order of first appearance, with their layout.
 *
 * @example groupLayers([{mixer: {kind: "none"}, mlps: [], nNorms: 1}, {mixer: {kind: "none"}, mlps: [], nNorms: 1}]).layout // [0, 0]
 */
export function groupLayers(layers: readonly LayerShape[]): LayerPlan {
  const kinds = new Map<string, {index: number; count: number; layer: LayerShape}>();
  const layout = layers.map((layer) => {
    const key = JSON.stringify(layer);
    const kind = kinds.get(key) ?? {index: kinds.size, count: 0, layer};
    kind.count += 1;
    kinds.set(key, kind);
    return kind.index;
  });
  return {layerKinds: [...kinds.values()].map(({count, layer}) => ({count, ...layer})), layout};
}

/**
 * The mixer of every layer, first layer first: (nLayers).
 *
 * @example mixersOf({layerKinds: [{count: 2, mixer: {kind: "none"}}], layout: [0, 0]}).length // 2
 */
export function mixersOf({layerKinds, layout}: LayerPlan): Mixer[] {
  return layout.map((kind) => layerKinds[kind]!.mixer);
}

/**
 * The first plain attention mixer of a model: full-context layers before windowed ones; null in a
 * model without one (MLA throughout, or no attention at all).
 *
 * @example mainAttention({layerKinds: [{count: 1, mixer: {kind: "none"}}]}) // null
 */
export function mainAttention({layerKinds}: Pick<ModelSpec, "layerKinds">): AttentionMixer | null {
  const mixers = layerKinds.flatMap(({mixer}) => (mixer.kind === "attention" ? [mixer] : []));
  return mixers.find((mixer) => mixer.window === null) ?? mixers[0] ?? null;
}
