/**
 * The shape of a language model, as far as serving it depends on it. One spec describes every
 * family of the catalog: a list of layer kinds, each with a token mixer and its MLPs, and the
 * order in which the kinds follow each other.
 */

import type {Mixer} from "./mixer.js";

export type {
  AttentionMixer,
  AttentionWindow,
  MlaMixer,
  SparseIndexer,
  CompressedMixer,
  StateMixer,
  GatedDeltaMixer,
  KimiDeltaMixer,
  Mamba1Mixer,
  Mamba2Mixer,
  LightningMixer,
  Mixer
} from "./mixer.js";

export interface DenseMlp {
  readonly kind: "dense";
  readonly intermediateSize: number;
  /** Three matrices (gate, up, down) instead of two */
  readonly gated: boolean;
  readonly bias: boolean;
}

export interface MoeMlp {
  readonly kind: "moe";
  readonly nExperts: number;
  readonly nExpertsPerToken: number;
  /** Width of one routed expert */
  readonly expertIntermediateSize: number;
  readonly gated: boolean;
  /** Width of all shared experts together; 0 without them */
  readonly sharedIntermediateSize: number;
  /** A hiddenSize vector that gates the shared expert */
  readonly sharedGate: boolean;
  /** Width of the tokens that routed experts see, when it is not hiddenSize */
  readonly latentSize: number | null;
  /** A norm over latentSize in front of the projection back to hiddenSize */
  readonly latentNorm?: boolean;
  /** Biases of routed experts and of the router's projection */
  readonly expertBias: boolean;
  /** One bias per expert that only steers the choice (auxiliary-loss-free balancing), or the router's own */
  readonly routerBias: boolean;
}

export type Mlp = DenseMlp | MoeMlp;

/** Layers that are alike. */
export interface LayerKind {
  /** How many layers of the model are of this kind */
  readonly count: number;
  readonly mixer: Mixer;
  /** Usually one; none in single-block hybrids, two where a dense MLP runs beside experts */
  readonly mlps: readonly Mlp[];
  /** Norm weight vectors of hiddenSize in one layer (qk norms apart) */
  readonly nNorms: number;
}

export interface ModelSpec {
  readonly id: string;
  readonly name: string;
  readonly hiddenSize: number;
  readonly vocabSize: number;
  /** Longest context in tokens; null when not published */
  readonly maxModelLen: number | null;
  /** One matrix serves as embedding and output head */
  readonly tiedEmbeddings: boolean;
  readonly layerKinds: readonly LayerKind[];
  /** (nLayers): index into layerKinds, first layer first */
  readonly layout: readonly number[];
  /** Norms carry a bias beside the weight */
  readonly normBias: boolean;
  /** Norms have no weight at all (OLMo 1 style); false in every common model */
  readonly finalNorm: boolean;
  /** Rows of a learned position table of hiddenSize; 0 without one */
  readonly nPositions: number;
  /** The output head has a bias of vocabSize */
  readonly headBias: boolean;
  /** Multi-token-prediction layers shipped beside the main ones (not in the layout) */
  readonly nMtpLayers: number;
  /** The checkpoint's own weight format */
  readonly nativeDtype: string;
  /** Parts of the parameter count for which no sourced formula is at hand, by field name */
  readonly notModelled: readonly string[];
  readonly published: PublishedParams | null;
  /** The vision tower whose parameters ship with the model; absent in text models */
  readonly vision?: VisionTower;
  /** What replaces the plain residual addition; absent where the sum is plain */
  readonly residual?: ResidualMixing;
  /** A second embedding that feeds every layer; absent without one */
  readonly perLayerEmbedding?: PerLayerEmbedding;
}

/**
 * hyper-connections: nStreams parallel residual streams, mixed before and after each block
 * (DeepSeek-V4); attention-residual: each block attends over earlier residuals (Kimi K3).
 */
export type ResidualMixing =
  | {readonly kind: "hyper-connections"; readonly nStreams: number}
  | {readonly kind: "attention-residual"};

/** One vector of `size` per token and layer, looked up and projected into each layer (Gemma 4 E2B, E4B). */
export interface PerLayerEmbedding {
  readonly vocabSize: number;
  readonly size: number;
}

/** A vision transformer and the MLP that merges its patches into the width of the language model. */
export interface VisionTower {
  readonly nLayers: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  /** Width of the language model, elements */
  readonly outHiddenSize: number;
  /** Values in one patch: channels, frames, rows, columns */
  readonly patchElements: number;
  /** Rows of the learned position table */
  readonly nPositions: number;
  /** Patches merged into one token */
  readonly mergedPatches: number;
}

/** What the vendor or a registry prints about the size, kept beside our own count. */
export interface PublishedParams {
  readonly totalParams: number | null;
  /** exact: to the last digit; rounded: a name, a card, a blog */
  readonly totalKind: "exact" | "rounded" | "none";
  readonly activeParams: number | null;
  readonly source: string;
}

/** Number of layers of a model. @example nLayers({layout: [0, 0, 1]}) // 3 */
export function nLayers(model: Pick<ModelSpec, "layout">): number {
  return model.layout.length;
}
