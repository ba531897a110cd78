/** Bytes of weights: in all, on one GPU, and read by one decode pass. */

import {weightDtypes, type WeightDtype} from "./dtype.js";
import {expertFractionTouched} from "./experts.js";
import type {ModelSpec} from "./model.js";
import {paramCount, totalParams, type ParamCount} from "./params.js";
import {replicatedParams, stageLayerCounts, stageModel} from "./pipeline.js";

/** Bytes of the parts of a model in one format. */
export interface WeightParts {
  /** Tables that a token takes one row of: embedding (unless tied), positions */
  readonly lookup: number;
  /** Output head, or the embedding that serves as one */
  readonly head: number;
  /** Mixers, dense MLPs and shared experts, and what is published but not modelled */
  readonly matrices: number;
  /** All routed experts */
  readonly experts: number;
  /** Norms, biases, routers and short convolutions */
  readonly vectors: number;
  /** A vision tower; not read when text is decoded */
  readonly vision: number;
}

/** How the GPUs of one replica share a model. */
export interface Parallelism {
  /** GPUs that share each layer */
  readonly tp?: number;
  /** Stages of consecutive layers */
  readonly pp?: number;
}

/**
 * Bytes of a model's weights by part, in one format.
 *
 * Quantized formats leave embedding, head, norms, biases and routers as wide as engines keep
 * them. Where a part is not modelled, the published total fills the gap as plain matrices.
 *
 * @see https://arxiv.org/abs/2412.19437 section 3.3.1 (what stays in 16 bits)
 * @example weightParts({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16").head // 40
 */
export function weightParts(model: ModelSpec, dtype: WeightDtype): WeightParts {
  return partsOf(model, dtype, missingParams(model));
}

function partsOf(model: ModelSpec, dtype: WeightDtype, missing: number): WeightParts {
  const {expertBits, embeddingBits, vectorBits} = weightDtypes[dtype];
  const n = knownCounts(model);
  const isTied = n.head === 0;
  const linear = n.attention + n.denseMlp + n.sharedExperts + n.residual + missing;
  const tables = n.position + n.perLayerTable + (isTied ? 0 : n.embedding);
  return {
    lookup: (tables * embeddingBits) / 8,
    head: ((isTied ? n.embedding : n.head) * embeddingBits) / 8,
    matrices: (linear * linearBits(model, dtype)) / 8,
    experts: (n.experts * expertBits) / 8,
    vectors: ((n.norms + n.biases + n.router + n.convolutions) * vectorBits) / 8,
    vision: (n.vision * embeddingBits) / 8
  };
}

/** Formats that touch routed experts alone mean all layers where there are none. */
function linearBits({layerKinds}: ModelSpec, dtype: WeightDtype): number {
  const {matrixBits, expertBits} = weightDtypes[dtype];
  const isMoe = layerKinds.some(({mlps}) => mlps.some(({kind}) => kind === "moe"));
  return isMoe ? matrixBits : Math.min(matrixBits, expertBits);
}

/** The roles of `ParamCount` that add up to its total. */
const roles = [
  "embedding",
  "head",
  "position",
  "attention",
  "denseMlp",
  "experts",
  "sharedExperts",
  "router",
  "norms",
  "biases",
  "convolutions",
  "residual",
  "perLayerTable",
  "vision"
] as const satisfies readonly (keyof ParamCount)[];

/** Counts by role; a role without a formula is 0 where the model says that it is not modelled. */
function knownCounts(model: ModelSpec): Readonly<Record<(typeof roles)[number], number>> {
  const counts = paramCount(model);
  const isComplete = model.notModelled.length === 0;
  const known = roles.map((role) => {
    const n = counts[role];
    return [role, isComplete || !Number.isNaN(n) ? n : 0] as const;
  });
  return Object.fromEntries(known) as Record<(typeof roles)[number], number>;
}

/** Parameters that the published total has beyond those with a formula. */
function missingParams(model: ModelSpec): number {
  if (model.notModelled.length === 0) return 0;
  return totalParams(model).value - sum(knownCounts(model));
}

function sum(parts: object): number {
  return Object.values(parts).reduce((total: number, part: number) => total + part, 0);
}

/**
 * Bytes of all weights of a model in one format: every expert, embeddings, vision tower.
 *
 * Σ parts · bits / 8. Multi-token-prediction layers apart.
 *
 * @see https://arxiv.org/abs/2306.00978 (group scales), ggml-common.h (block types)
 * @example weightBytes({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16") // 84
 */
export function weightBytes(model: ModelSpec, dtype: WeightDtype): number {
  return sum(weightParts(model, dtype));
}

/**
 * Bytes of weights on one GPU of each pipeline stage, first stage first.
 *
 * (matrices + experts + tables) / tp, norms and routers whole, plus what tp cannot cut.
 * Ignores padding of odd sizes.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/distributed/utils.py get_pp_indices
 * @example weightBytesByStage({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16", {tp: 2}) // [44]
 */
export function weightBytesByStage(
  model: ModelSpec,
  dtype: WeightDtype,
  {tp = 1, pp = 1}: Parallelism = {}
): readonly number[] {
  const missing = missingParams(model);
  return stageLayerCounts(model.layout.length, pp).map((nStageLayers, stage) => {
    const part = stageModel(model, {stage, pp});
    const share = pp === 1 ? 1 : nStageLayers / model.layout.length;
    const parts = partsOf(part, dtype, missing * share);
    const replicated = (replicatedParams(part, tp) * linearBits(model, dtype)) / 8;
    return (sum(parts) - parts.vectors) / tp + parts.vectors + replicated;
  });
}

/**
 * Bytes of weights on the fullest GPU of one replica.
 *
 * max over stages of `weightBytesByStage`.
 *
 * @see https://arxiv.org/abs/1909.08053 (tensor parallel shards)
 * @example weightBytesPerGpu({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16", {tp: 2}) // 44
 */
export function weightBytesPerGpu(
  model: ModelSpec,
  dtype: WeightDtype,
  parallelism: Parallelism = {}
): number {
  return Math.max(...weightBytesByStage(model, dtype, parallelism));
}

/**
 * Bytes of weights that one decode pass reads, all GPUs together.
 *
 * Everything but lookup tables and vision; of the routed experts the share that `batchSize`
 * tokens touch. Ignores the row that each token takes of the embedding.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/
 * @example decodeWeightBytes({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16") // 44
 */
export function decodeWeightBytes(
  model: ModelSpec,
  dtype: WeightDtype,
  {batchSize = 1}: {readonly batchSize?: number} = {}
): number {
  const {head, matrices, experts, vectors} = weightParts(model, dtype);
  return head + matrices + vectors + experts * expertFractionTouched(model, batchSize);
}
