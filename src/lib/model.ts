/**
 * The shape of a language model, as far as serving it depends on it. One spec describes every
 * family of the catalog: a list of layer kinds, each with a token mixer and its MLPs, and the
 * order in which the kinds follow each other.
 */

/** Attention whose keys and values are cached per KV head: MHA, GQA and MQA. */
export interface AttentionMixer {
  readonly kind: "attention";
  readonly nHeads: number;
  readonly nKvHeads: number;
  /** Width of one query and key head, elements */
  readonly headDim: number;
  /** Width of one value head, elements */
  readonly vHeadDim: number;
  /** The last tokens a layer looks at; null is the whole context */
  readonly window: AttentionWindow | null;
  /** False when the layer reads the cache of an earlier layer and stores nothing */
  readonly ownsKv: boolean;
  readonly qkvBias: boolean;
  readonly outputBias: boolean;
  /** Norms on queries and keys: one of headDim shared by all heads, one over the whole width, one per head */
  readonly qkNorm: "none" | "head" | "width" | "per-head";
  /** One learned sink logit per query head */
  readonly sinks: boolean;
  /** Values reuse the key projection; both are still cached */
  readonly sharedKvProjection: boolean;
  /** A gate as wide as the query output is projected beside the queries */
  readonly outputGate: boolean;
}

export interface AttentionWindow {
  /** sliding: the last n tokens; chunked: the current chunk of n tokens */
  readonly kind: "sliding" | "chunked";
  readonly tokens: number;
}

/** Multi-head latent attention: one compressed vector per token and layer is cached for all heads. */
export interface MlaMixer {
  readonly kind: "mla";
  readonly nHeads: number;
  readonly kvLoraRank: number;
  /** null when queries are projected directly */
  readonly qLoraRank: number | null;
  readonly qkNopeHeadDim: number;
  readonly qkRopeHeadDim: number;
  readonly vHeadDim: number;
  readonly indexer: SparseIndexer | null;
  /** A gate as wide as all value heads is projected beside the queries (Kimi K3) */
  readonly outputGate?: boolean;
}

/** The small scorer of sparse attention: picks topK tokens and caches one key of headDim per token. */
export interface SparseIndexer {
  readonly nHeads: number;
  readonly headDim: number;
  readonly topK: number;
  /** False when the layer reuses the choice of an earlier layer */
  readonly ownsCache: boolean;
}

/** Attention on a cache compressed along the context: one shared vector per compressRatio tokens, beside a short window. */
export interface CompressedMixer {
  readonly kind: "compressed";
  readonly nHeads: number;
  /** Width of the one vector that serves as key and value, elements */
  readonly headDim: number;
  readonly qLoraRank: number;
  readonly oLoraRank: number;
  /** Groups of heads in the output projection; absent when the config does not say */
  readonly oGroups?: number;
  readonly qkRopeHeadDim: number;
  readonly windowTokens: number;
  /** Tokens per compressed entry; 0 keeps the window only */
  readonly compressRatio: number;
  readonly indexer: SparseIndexer | null;
}

/** A layer with a state of constant size per sequence instead of a growing cache. */
export type StateMixer =
  GatedDeltaMixer | KimiDeltaMixer | Mamba1Mixer | Mamba2Mixer | LightningMixer;

export interface GatedDeltaMixer {
  readonly kind: "gated-delta";
  readonly nKeyHeads: number;
  readonly nValueHeads: number;
  readonly keyHeadDim: number;
  readonly valueHeadDim: number;
  readonly convKernel: number;
}

export interface KimiDeltaMixer {
  readonly kind: "kimi-delta";
  readonly nHeads: number;
  readonly headDim: number;
  readonly convKernel: number;
  /** The output gate is one full matrix instead of a bottleneck of headDim (Kimi K3) */
  readonly fullRankGate?: boolean;
}

export interface Mamba1Mixer {
  readonly kind: "mamba1";
  readonly innerSize: number;
  readonly stateSize: number;
  readonly convKernel: number;
  readonly dtRank: number;
}

export interface Mamba2Mixer {
  readonly kind: "mamba2";
  readonly nHeads: number;
  readonly headDim: number;
  readonly stateSize: number;
  readonly nGroups: number;
  readonly convKernel: number;
}

export interface LightningMixer {
  readonly kind: "lightning";
  readonly nHeads: number;
  readonly headDim: number;
}

export type Mixer =
  AttentionMixer | MlaMixer | CompressedMixer | StateMixer | {readonly kind: "none"};

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
