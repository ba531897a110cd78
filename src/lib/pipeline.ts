/** A model cut for several GPUs: pipeline stages, and what tensor parallelism cannot cut. */

import {kvHeadsPerGpu} from "./kv-mixer.js";
import type {LayerKind, Mixer, ModelSpec} from "./model.js";
import {compressorParams} from "./sparse-params.js";

/**
 * Layers of each pipeline stage, first stage first, as vLLM cuts them.
 *
 * An even share each; what is left over goes one by one to the stages before the last, which
 * carries the output head.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/distributed/utils.py get_pp_indices
 * @example stageLayerCounts(61, 4) // [15, 15, 16, 15]
 */
export function stageLayerCounts(nLayers: number, pp: number): number[] {
  const share = Math.floor(nLayers / pp);
  const left = nLayers % pp;
  return Array.from({length: pp}, (_, stage) => {
    const fromEnd = pp - 1 - stage;
    return share + (fromEnd >= 1 && fromEnd <= left ? 1 : 0);
  });
}

/**
 * One pipeline stage as a model of its own: its layers, the embedding on the first stage, the
 * output head (a copy of a tied embedding too) and the final norm on the last.
 *
 * @throws RangeError when the stage does not exist
 * @example stageModel({layout: [0, 0], layerKinds: [{count: 2}], vocabSize: 5}, {stage: 1, pp: 2}).layout // [0]
 */
export function stageModel(
  model: ModelSpec,
  {stage, pp}: {readonly stage: number; readonly pp: number}
): ModelSpec {
  if (pp === 1 && stage === 0) return model;
  const counts = stageLayerCounts(model.layout.length, pp);
  const length = counts[stage];
  if (length === undefined) throw new RangeError(`invalid stage: ${stage} of ${pp}`);
  const first = counts.slice(0, stage).reduce((a, b) => a + b, 0);
  const layout = model.layout.slice(first, first + length);
  const isFirst = stage === 0;
  const isLast = stage === pp - 1;
  return {
    ...model,
    layout,
    layerKinds: model.layerKinds.map((kind, k) => ({
      ...kind,
      count: layout.filter((index) => index === k).length
    })),
    vocabSize: isFirst || isLast ? model.vocabSize : 0,
    tiedEmbeddings: true,
    nPositions: isFirst ? model.nPositions : 0,
    vision: isFirst ? model.vision : undefined,
    finalNorm: isLast && model.finalNorm,
    headBias: isLast && model.headBias,
    nMtpLayers: isLast ? model.nMtpLayers : 0
  };
}

/**
 * Elements of projections that each GPU holds beyond its 1/tp share, all layers.
 *
 * K and V projections of replicated heads, and the down-projections of latent attention, which
 * every GPU needs whole; with compressed attention its compressors and indexers too.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/models/deepseek_v2.py fused_qkv_a_proj
 * @example replicatedParams({hiddenSize: 4096, layerKinds: []}, 8) // 0
 */
export function replicatedParams(
  {hiddenSize, layerKinds}: Pick<ModelSpec, "hiddenSize" | "layerKinds">,
  tp: number
): number {
  const extra = ({mixer, count}: LayerKind): number => count * replicated(mixer, {hiddenSize, tp});
  return layerKinds.reduce((sum, kind) => sum + extra(kind), 0);
}

function replicated(
  mixer: Mixer,
  {hiddenSize, tp}: {readonly hiddenSize: number; readonly tp: number}
): number {
  const beyondShare = 1 - 1 / tp;
  switch (mixer.kind) {
    case "attention": {
      const heads = kvHeadsPerGpu(mixer.nKvHeads, tp) - mixer.nKvHeads / tp;
      return hiddenSize * heads * (mixer.headDim + (mixer.sharedKvProjection ? 0 : mixer.vHeadDim));
    }
    case "mla": {
      const width = (mixer.qLoraRank ?? 0) + mixer.kvLoraRank + mixer.qkRopeHeadDim;
      return hiddenSize * width * beyondShare;
    }
    case "compressed": {
      const down = hiddenSize * (mixer.qLoraRank + mixer.headDim);
      return (down + compressorParams(mixer, hiddenSize).matrices) * beyondShare;
    }
    default:
      return 0;
  }
}
