import type {
  AttentionMixer,
  MlaMixer,
  Mixer,
  ModelSpec,
  SparseIndexer
} from "../../src/lib/model.js";

/** Attention of one shape, full unless told otherwise. */
export function attention(
  nKvHeads: number,
  headDim: number,
  options: Partial<AttentionMixer> = {}
): AttentionMixer {
  return {
    kind: "attention",
    nHeads: nKvHeads,
    nKvHeads,
    headDim,
    vHeadDim: headDim,
    window: null,
    ownsKv: true,
    qkvBias: false,
    outputBias: false,
    qkNorm: "none",
    sinks: false,
    sharedKvProjection: false,
    outputGate: false,
    ...options
  };
}

/** DeepSeek-V2 and V3: latent of 512, rope key of 64, 128 heads. */
export function deepSeekMla(indexer: SparseIndexer | null = null): MlaMixer {
  return {
    kind: "mla",
    nHeads: 128,
    kvLoraRank: 512,
    qLoraRank: 1536,
    qkNopeHeadDim: 128,
    qkRopeHeadDim: 64,
    vHeadDim: 128,
    indexer
  };
}

/** A model of nothing but mixers, the kinds one after the other. */
export function bareModel(kinds: readonly (readonly [count: number, mixer: Mixer])[]): ModelSpec {
  return {
    id: "bare",
    name: "bare",
    hiddenSize: 4096,
    vocabSize: 32000,
    maxModelLen: null,
    tiedEmbeddings: false,
    layerKinds: kinds.map(([count, mixer]) => ({count, mixer, mlps: [], nNorms: 2})),
    layout: kinds.flatMap(([count], kind) => Array<number>(count).fill(kind)),
    normBias: false,
    finalNorm: true,
    nPositions: 0,
    headBias: false,
    nMtpLayers: 0,
    nativeDtype: "bf16",
    notModelled: [],
    published: null
  };
}
