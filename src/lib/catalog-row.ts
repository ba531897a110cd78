/** One row of src/data/raw/models.json, field for field, in the units of its sources. */
export interface CatalogRow {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly totalParams: number | null;
  /** exact…, computed…, nominal… or rounded…, with a remark */
  readonly totalParamsKind: string | null;
  readonly totalParamsSource: string | null;
  readonly activeParams: number | null;
  readonly activeParamsKind: string | null;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  /** null when values are as wide as keys */
  readonly headDimV: number | null;
  /** Width of the dense MLP; null in a model without one */
  readonly intermediate: number | null;
  readonly vocab: number;
  readonly tiedEmbeddings: boolean;
  readonly maxContext: number | null;
  readonly attention: CatalogAttention;
  readonly moe: CatalogMoe | null;
  readonly mlp: string;
  readonly qkvBias: boolean;
  readonly qkNorm: boolean;
  readonly nativeDtype: string;
  readonly source: string;
  readonly verified: boolean;
  readonly notes: readonly string[];
  readonly unverifiedFields: readonly string[];
  readonly retrieved: string;
  readonly details: CatalogDetails;
}

export interface CatalogAttention {
  readonly kind: string;
  readonly mla: CatalogMla | null;
  readonly sliding: CatalogSliding | null;
  readonly linear: CatalogLinear | null;
  readonly kvSharing: {readonly sharedLayers: number; readonly note: string} | null;
  readonly chunked: {readonly chunk: number} | null;
  readonly sparse: CatalogSparse | null;
  readonly kvLayers: number;
}

export interface CatalogMla {
  readonly kvLoraRank: number;
  readonly qkRopeHeadDim: number;
  readonly qkNopeHeadDim: number;
  readonly vHeadDim: number;
  readonly qLoraRank: number | null;
}

/** Windowed layers, and the geometry of the layers that differ from the row's own. */
export interface CatalogSliding {
  readonly window: number;
  readonly globalKvHeads?: number;
  readonly globalHeadDim?: number;
  readonly slidingKvHeads?: number;
  readonly slidingHeadDim?: number;
  readonly slidingHeadDimV?: number;
}

export interface CatalogLinear {
  readonly type: string;
  readonly keyHeads?: number;
  readonly valueHeads?: number;
  readonly keyHeadDim?: number;
  readonly valueHeadDim?: number;
  readonly convKernel?: number | null;
  /** Mamba-1 */
  readonly dState?: number;
  readonly dConv?: number;
  readonly expand?: number;
  readonly dtRank?: number;
  /** Mamba-2 */
  readonly heads?: number;
  readonly headDim?: number;
  readonly groups?: number;
}

export interface CatalogSparse {
  readonly type: string;
  readonly indexHeadDim?: number;
  readonly indexHeads?: number;
  readonly indexTopk?: number;
  readonly qLoraRank?: number;
  readonly oLoraRank?: number;
  readonly qkRopeHeadDim?: number;
}

export interface CatalogMoe {
  readonly experts: number;
  readonly topK: number;
  readonly expertIntermediate: number;
  readonly sharedExperts: number;
  /** Width of all shared experts; null is sharedExperts times the routed width */
  readonly sharedIntermediate: number | null;
  readonly firstDenseLayers: number;
  /** One layer in so many has experts */
  readonly everyNthLayer?: number;
  /** Which layer of a group it is; the last when absent */
  readonly offset?: number;
  /** Width of the dense layers between; the row's intermediate when absent */
  readonly denseIntermediate?: number;
}

/** What the parameter count needs beyond the usual fields, read from the reference code in `source`. */
export interface CatalogDetails {
  /** Norm vectors of hiddenSize in a layer, and anything else of that shape */
  readonly norms: number;
  readonly source: string;
  /** One letter a layer, repeated: F full, S sliding, C chunked, L linear; M, E, * and - as Nemotron-H */
  readonly layout?: string;
  readonly normBias?: boolean;
  readonly mlpBias?: boolean;
  readonly outputBias?: boolean;
  readonly headBias?: boolean;
  readonly positions?: number;
  readonly routerBias?: boolean;
  readonly expertBias?: boolean;
  readonly sharedGate?: boolean;
  readonly outputGate?: boolean;
  readonly fullRankGate?: boolean;
  readonly sinks?: "all" | "sliding";
  readonly qkNorm?: "none" | "head" | "width" | "per-head";
  /** Full-context layers project keys and values with one matrix */
  readonly sharedKvProjection?: boolean;
  /** A dense MLP runs beside the experts of each layer */
  readonly denseBesideExperts?: boolean;
  /** Factor on the MLP width of layers that share another layer's cache */
  readonly sharedIntermediateFactor?: number;
  readonly latent?: number;
  readonly latentNorm?: boolean;
  /** One letter a layer: I owns an indexer, S reuses an earlier choice */
  readonly indexer?: string;
  readonly compressRatios?: readonly number[];
  readonly oGroups?: number;
  /** First layers that route by a fixed table, without a router bias */
  readonly hashLayers?: number;
  readonly streams?: number;
  readonly attentionResidual?: boolean;
  readonly perLayerEmbedding?: {readonly vocab: number; readonly size: number};
  readonly vision?: CatalogVision;
  readonly mtpLayers?: number;
  readonly notModelled?: readonly string[];
}

export interface CatalogVision {
  readonly layers: number;
  readonly hidden: number;
  readonly intermediate: number;
  readonly outHidden: number;
  readonly patchElements: number;
  readonly positions: number;
  readonly mergedPatches: number;
}
