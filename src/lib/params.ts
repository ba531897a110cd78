import {mixerParams} from "./mixer-params.js";
import {mlpParams, type MlpParams} from "./mlp-params.js";
import type {LayerKind, ModelSpec} from "./model.js";
import {perLayerTableParams, residualParams} from "./residual.js";
import {visionParams} from "./vision.js";

/** Parameters of a model by role; `total` is the sum of the parts, multi-token-prediction layers apart. */
export interface ParamCount {
  /** Input embedding; also the output head when the two are tied */
  readonly embedding: number;
  /** Output head; 0 when tied to the embedding */
  readonly head: number;
  /** Learned position table */
  readonly position: number;
  /** Projection matrices of all token mixers */
  readonly attention: number;
  /** Matrices of MLPs that every token passes */
  readonly denseMlp: number;
  /** Matrices of all routed experts */
  readonly experts: number;
  /** Matrices of shared experts, and of projections around routed experts of another width */
  readonly sharedExperts: number;
  readonly router: number;
  /** Norm weights and their biases, the final norm included */
  readonly norms: number;
  /** Vectors kept in 16 bit: biases, sinks, decay and skip terms of states */
  readonly biases: number;
  /** Kernels of the short convolutions before a state */
  readonly convolutions: number;
  /** Parts beside mixers and MLPs: hyper-connections, attention residuals, per-layer projections */
  readonly residual: number;
  /** Table of a second embedding that feeds every layer */
  readonly perLayerTable: number;
  /** The vision tower of a multimodal model, where its shape is known */
  readonly vision: number;
  readonly total: number;
  /** Used for one token: all but the experts that it does not pass, and the vision tower */
  readonly active: number;
  /** `active` without the input lookup: tables that only give one row to a token */
  readonly activeWithoutEmbedding: number;
}

/** What the layers add up to; `inactive` are the expert parameters that one token does not pass. */
type LayerSum = Pick<
  ParamCount,
  | "attention"
  | "denseMlp"
  | "experts"
  | "sharedExperts"
  | "router"
  | "norms"
  | "biases"
  | "convolutions"
> & {readonly inactive: number};

const empty: LayerSum = {
  attention: 0,
  denseMlp: 0,
  experts: 0,
  sharedExperts: 0,
  router: 0,
  norms: 0,
  biases: 0,
  convolutions: 0,
  inactive: 0
};

/**
 * Parameters of a model by role, in all and active for one token.
 *
 * V·D embedding (twice when untied) + L layers of mixer, MLP and norms + final norm. NaN where a
 * part has no formula: `totalParams` then falls back to the published figure.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Counting parameters"
 * @example paramCount({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0}).total // 22
 */
export function paramCount(model: ModelSpec): ParamCount {
  const {hiddenSize, vocabSize, layerKinds} = model;
  const {inactive, ...layers} = layerKinds.reduce((s, k) => plusLayers(s, k, model), empty);
  const embedding = vocabSize * hiddenSize;
  const parts = {
    ...layers,
    embedding,
    head: model.tiedEmbeddings ? 0 : embedding,
    position: model.nPositions * hiddenSize,
    norms: layers.norms + (model.finalNorm ? normWidth(model) : 0),
    biases: layers.biases + (model.headBias ? vocabSize : 0),
    residual: residualParams(model),
    perLayerTable: perLayerTableParams(model),
    vision: model.vision ? visionParams(model.vision) : 0
  };
  const total = Object.values(parts).reduce((a, b) => a + b, 0);
  const active = total - parts.vision - inactive;
  const lookup = parts.position + parts.perLayerTable + (model.tiedEmbeddings ? 0 : embedding);
  return {...parts, total, active, activeWithoutEmbedding: active - lookup};
}

/** A norm has a weight per element, and a bias too where the model says so. */
function normWidth({hiddenSize, normBias}: ModelSpec): number {
  return hiddenSize * (normBias ? 2 : 1);
}

function plusLayers(sum: LayerSum, kind: LayerKind, model: ModelSpec): LayerSum {
  const mixer = mixerParams(kind.mixer, model.hiddenSize);
  const mlps = kind.mlps.map((mlp) => mlpParams(mlp, model.hiddenSize));
  const mlpSum = (part: keyof MlpParams) => mlps.reduce((s, mlp) => s + mlp[part], 0);
  const inactiveExperts = mlpSum("experts") - mlpSum("activeExperts");
  const {count} = kind;
  return {
    attention: sum.attention + count * mixer.matrices,
    denseMlp: sum.denseMlp + count * mlpSum("dense"),
    experts: sum.experts + count * mlpSum("experts"),
    sharedExperts: sum.sharedExperts + count * mlpSum("shared"),
    router: sum.router + count * mlpSum("router"),
    norms: sum.norms + count * (kind.nNorms * normWidth(model) + mixer.norms + mlpSum("norms")),
    biases: sum.biases + count * (mixer.vectors + mlpSum("biases")),
    convolutions: sum.convolutions + count * mixer.convolutions,
    inactive: sum.inactive + count * (inactiveExperts + mlpSum("biases") - mlpSum("activeBiases"))
  };
}

/** A parameter count and where it comes from. */
export interface SourcedCount {
  readonly value: number;
  /** formula: counted from the shape; published: the vendor's figure, because a part is not modelled */
  readonly kind: "formula" | "published";
}

/**
 * Parameters of the whole model: counted from the shape, or the published figure when a part of
 * the shape has no sourced formula (`notModelled`). NaN when neither is known.
 *
 * @example totalParams({notModelled: ["indexer"], published: {totalParams: 284e9}}).value // 284000000000
 */
export function totalParams(model: ModelSpec): SourcedCount {
  if (model.notModelled.length === 0) return {value: paramCount(model).total, kind: "formula"};
  return {value: model.published?.totalParams ?? NaN, kind: "published"};
}

/**
 * Parameters that one token passes, the output head included and the input lookup too: counted
 * from the shape, or published when a part is not modelled. NaN when neither is known.
 *
 * @example activeParams({notModelled: ["indexer"], published: {activeParams: 13e9}}).value // 13000000000
 */
export function activeParams(model: ModelSpec): SourcedCount {
  if (model.notModelled.length === 0) return {value: paramCount(model).active, kind: "formula"};
  const {activeParams: active, totalParams: total} = model.published ?? {};
  return {value: active ?? (isDense(model) ? total : null) ?? NaN, kind: "published"};
}

function isDense({layerKinds}: Pick<ModelSpec, "layerKinds">): boolean {
  return layerKinds.every(({mlps}) => mlps.every(({kind}) => kind === "dense"));
}
