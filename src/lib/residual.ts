import type {ModelSpec, PerLayerEmbedding, ResidualMixing} from "./model.js";

/** What the formulas below need of a model. */
export type ResidualShape = Pick<
  ModelSpec,
  "hiddenSize" | "layout" | "residual" | "perLayerEmbedding"
>;

/**
 * Parameters beside mixers and MLPs: what mixes residual streams, and the projections of a
 * per-layer embedding (its table apart). 0 in a plain transformer.
 *
 * Hyper-connections with S streams: two sites a layer of (2 + S)·S rows over S·D, and a head.
 * Attention residuals: two norms and two score vectors of D a layer, one of each at the end.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/deepseek_v4/modular_deepseek_v4.py
 * @example residualParams({hiddenSize: 10, layout: [0, 0]}) // 0
 */
export function residualParams(model: ResidualShape): number {
  const {residual, perLayerEmbedding} = model;
  return (
    (residual ? mixingParams(residual, model) : 0) +
    (perLayerEmbedding ? perLayerProjections(perLayerEmbedding, model) : 0)
  );
}

function mixingParams(residual: ResidualMixing, {hiddenSize, layout}: ResidualShape): number {
  if (residual.kind === "attention-residual") return hiddenSize * (4 * layout.length + 2);
  const {nStreams} = residual;
  const nMixes = (2 + nStreams) * nStreams;
  const site = nMixes * (nStreams * hiddenSize + 1) + 3;
  const head = nStreams * (nStreams * hiddenSize + 1) + 1;
  return 2 * layout.length * site + head;
}

/** One projection from the hidden state for all layers with its norm, and a gate and a projection per layer. */
function perLayerProjections(
  {size}: PerLayerEmbedding,
  {hiddenSize, layout}: ResidualShape
): number {
  return 3 * hiddenSize * layout.length * size + size;
}

/**
 * Rows times width of the per-layer embedding table; 0 without one. A token reads one row of it.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/gemma4/modular_gemma4.py
 * @example perLayerTableParams({layout: [0, 0], perLayerEmbedding: {vocabSize: 100, size: 3}}) // 600
 */
export function perLayerTableParams({
  layout,
  perLayerEmbedding
}: Pick<ModelSpec, "layout" | "perLayerEmbedding">): number {
  if (!perLayerEmbedding) return 0;
  return perLayerEmbedding.vocabSize * perLayerEmbedding.size * layout.length;
}
