/** Token mixers: what a layer does between tokens, as far as its cache and its weights depend on it. */

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
