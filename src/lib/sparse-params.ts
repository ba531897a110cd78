import type {MixerParams} from "./mixer-params.js";
import type {CompressedMixer, SparseIndexer} from "./model.js";

/** Widths that an indexer's projections start from. */
export interface IndexerInputs {
  readonly hiddenSize: number;
  /** null projects the indexer's queries from the hidden state */
  readonly qLoraRank: number | null;
}

/**
 * Parameters of one layer's sparse-attention indexer: queries from the query latent, one key and
 * one weight per head from the hidden state, a LayerNorm on the key. Nothing when shared.
 *
 * @see https://github.com/deepseek-ai/DeepSeek-V3.2-Exp/blob/main/inference/model.py class Indexer
 * @example indexerParams({nHeads: 2, headDim: 4, topK: 1, ownsCache: true}, {hiddenSize: 8, qLoraRank: 3}).matrices // 72
 */
export function indexerParams(
  indexer: SparseIndexer | null,
  {hiddenSize, qLoraRank}: IndexerInputs
): Pick<MixerParams, "matrices" | "norms"> {
  if (indexer === null || !indexer.ownsCache) return {matrices: 0, norms: 0};
  const {nHeads, headDim} = indexer;
  const queries = (qLoraRank ?? hiddenSize) * nHeads * headDim;
  return {matrices: queries + hiddenSize * (headDim + nHeads), norms: 2 * headDim};
}

/**
 * Parameters of one compressed-attention mixer (DeepSeek-V4): low-rank queries, one shared
 * key-value vector, an output projection in groups of heads, sinks, and the compressor with its
 * indexer. NaN when the number of output groups is not known.
 *
 * @see https://github.com/huggingface/transformers/blob/main/src/transformers/models/deepseek_v4/modular_deepseek_v4.py
 * @example compressedParams({nHeads: 2, headDim: 4, qLoraRank: 3, oLoraRank: 5, oGroups: 2, compressRatio: 0}, 8).matrices // 200
 */
export function compressedParams(mixer: CompressedMixer, hiddenSize: number): MixerParams {
  const {nHeads, headDim, qLoraRank, oLoraRank} = mixer;
  const nGroups = mixer.oGroups ?? NaN;
  const query = qLoraRank * (hiddenSize + nHeads * headDim);
  const output = nHeads * headDim * oLoraRank + nGroups * oLoraRank * hiddenSize;
  const compressor = compressorParams(mixer, hiddenSize);
  return {
    matrices: query + hiddenSize * headDim + output + compressor.matrices,
    convolutions: 0,
    norms: qLoraRank + headDim + compressor.norms,
    vectors: nHeads + compressor.vectors
  };
}

/**
 * Parameters of the compressor of one layer and of the indexer that chooses among its entries.
 *
 * Layers with an indexer pool over windows that overlap, which doubles the width of the pool.
 *
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/models/deepseek_v4/compressor.py (whole on every GPU)
 * @example compressorParams({headDim: 4, qLoraRank: 3, compressRatio: 8, indexer: null}, 16).matrices // 128
 */
export function compressorParams(
  mixer: Pick<CompressedMixer, "headDim" | "qLoraRank" | "compressRatio" | "indexer">,
  hiddenSize: number
): Omit<MixerParams, "convolutions"> {
  if (mixer.compressRatio === 0) return {matrices: 0, norms: 0, vectors: 0};
  const {headDim, qLoraRank, compressRatio, indexer} = mixer;
  const overlap = indexer === null ? 1 : 2;
  const pool = {
    matrices: 2 * hiddenSize * overlap * headDim,
    norms: headDim,
    vectors: compressRatio * overlap * headDim
  };
  if (indexer === null) return pool;
  const {nHeads, headDim: keyDim} = indexer;
  const score = qLoraRank * nHeads * keyDim + hiddenSize * nHeads;
  return {
    matrices: pool.matrices + 4 * hiddenSize * keyDim + score,
    norms: pool.norms + keyDim,
    vectors: pool.vectors + compressRatio * 2 * keyDim
  };
}
