import {compressedParams, indexerParams} from "./sparse-params.js";
import type {
  AttentionMixer,
  GatedDeltaMixer,
  KimiDeltaMixer,
  LightningMixer,
  Mamba1Mixer,
  Mamba2Mixer,
  MlaMixer,
  Mixer
} from "./model.js";

/** Parameters of one layer's token mixer, by what a quantizer does with them. */
export interface MixerParams {
  /** Weight matrices of the projections */
  readonly matrices: number;
  /** Kernels of the short convolutions in front of a state */
  readonly convolutions: number;
  /** Norm weights inside the mixer: on queries, keys, latents, state outputs */
  readonly norms: number;
  /** Biases, sinks and state-space vectors (decay, skip, step) */
  readonly vectors: number;
}

/**
 * Parameters of one token mixer: projections, convolutions, inner norms, vectors.
 *
 * Attention: D·(N + K)·H for queries and keys, D·K·Hv for values, N·Hv·D for the output. Other
 * kinds as their reference code lays them out. The layer's own norms are not counted here.
 *
 * @see https://github.com/huggingface/transformers/tree/main/src/transformers/models
 * @example mixerParams({kind: "lightning", nHeads: 64, headDim: 128}, 6144).matrices // 251658240
 */
export function mixerParams(mixer: Mixer, hiddenSize: number): MixerParams {
  switch (mixer.kind) {
    case "attention":
      return attentionParams(mixer, hiddenSize);
    case "mla":
      return mlaParams(mixer, hiddenSize);
    case "gated-delta":
      return gatedDeltaParams(mixer, hiddenSize);
    case "kimi-delta":
      return kimiDeltaParams(mixer, hiddenSize);
    case "mamba1":
      return mamba1Params(mixer, hiddenSize);
    case "mamba2":
      return mamba2Params(mixer, hiddenSize);
    case "lightning":
      return lightningParams(mixer, hiddenSize);
    case "compressed":
      return compressedParams(mixer, hiddenSize);
    case "none":
      return {matrices: 0, convolutions: 0, norms: 0, vectors: 0};
  }
}

/** The output gate doubles the query projection (Qwen3-Next). */
function attentionParams(mixer: AttentionMixer, hiddenSize: number): MixerParams {
  const queryWidth = mixer.nHeads * mixer.headDim * (mixer.outputGate ? 2 : 1);
  const keyWidth = mixer.nKvHeads * mixer.headDim;
  const valueWidth = mixer.sharedKvProjection ? 0 : mixer.nKvHeads * mixer.vHeadDim;
  const outputWidth = mixer.nHeads * mixer.vHeadDim;
  const own = mixer.ownsKv ? keyWidth + valueWidth : 0;
  return {
    matrices: hiddenSize * (queryWidth + own + outputWidth),
    convolutions: 0,
    norms: qkNormWeights(mixer),
    vectors:
      (mixer.qkvBias ? queryWidth + own : 0) +
      (mixer.outputBias ? hiddenSize : 0) +
      (mixer.sinks ? mixer.nHeads : 0)
  };
}

/** A layer that reads another's cache has no keys, and no norm for them. */
function qkNormWeights({qkNorm, nHeads, nKvHeads, headDim, ownsKv}: AttentionMixer): number {
  if (qkNorm === "none") return 0;
  const width = qkNorm === "head" ? [headDim, headDim] : [nHeads * headDim, nKvHeads * headDim];
  return width[0]! + (ownsKv ? width[1]! : 0);
}

function mlaParams(mixer: MlaMixer, hiddenSize: number): MixerParams {
  const {nHeads, kvLoraRank, qLoraRank, qkNopeHeadDim, qkRopeHeadDim, vHeadDim} = mixer;
  const queryWidth = nHeads * (qkNopeHeadDim + qkRopeHeadDim);
  const query =
    qLoraRank === null ? hiddenSize * queryWidth : qLoraRank * (hiddenSize + queryWidth);
  const latent = hiddenSize * (kvLoraRank + qkRopeHeadDim);
  const expand = kvLoraRank * nHeads * (qkNopeHeadDim + vHeadDim);
  const output = nHeads * vHeadDim * hiddenSize * (mixer.outputGate ? 2 : 1);
  const indexer = indexerParams(mixer.indexer, {hiddenSize, qLoraRank});
  return {
    matrices: query + latent + expand + output + indexer.matrices,
    convolutions: 0,
    norms: (qLoraRank ?? 0) + kvLoraRank + indexer.norms,
    vectors: 0
  };
}

function gatedDeltaParams(mixer: GatedDeltaMixer, hiddenSize: number): MixerParams {
  const keyWidth = mixer.nKeyHeads * mixer.keyHeadDim;
  const valueWidth = mixer.nValueHeads * mixer.valueHeadDim;
  return {
    matrices: hiddenSize * (2 * keyWidth + 3 * valueWidth + 2 * mixer.nValueHeads),
    convolutions: (2 * keyWidth + valueWidth) * mixer.convKernel,
    norms: mixer.valueHeadDim,
    vectors: 2 * mixer.nValueHeads
  };
}

/** The decay passes through a bottleneck of headDim; so does the output gate, unless it is full rank. */
function kimiDeltaParams(mixer: KimiDeltaMixer, hiddenSize: number): MixerParams {
  const {nHeads, headDim, convKernel} = mixer;
  const width = nHeads * headDim;
  const bottleneck = headDim * (hiddenSize + width);
  const gate = mixer.fullRankGate ? hiddenSize * width : bottleneck;
  return {
    matrices: hiddenSize * (4 * width + nHeads) + bottleneck + gate,
    convolutions: 3 * width * convKernel,
    norms: headDim,
    vectors: nHeads + width
  };
}

function mamba1Params(mixer: Mamba1Mixer, hiddenSize: number): MixerParams {
  const {innerSize, stateSize, convKernel, dtRank} = mixer;
  return {
    matrices: innerSize * (3 * hiddenSize + (dtRank + 2 * stateSize) + dtRank),
    convolutions: innerSize * (convKernel + 1),
    norms: dtRank + 2 * stateSize,
    vectors: innerSize * (stateSize + 2)
  };
}

function mamba2Params(mixer: Mamba2Mixer, hiddenSize: number): MixerParams {
  const {nHeads, headDim, stateSize, nGroups, convKernel} = mixer;
  const inner = nHeads * headDim;
  const convWidth = inner + 2 * nGroups * stateSize;
  return {
    matrices: hiddenSize * (inner + convWidth + nHeads + inner),
    convolutions: convWidth * (convKernel + 1),
    norms: inner,
    vectors: 3 * nHeads
  };
}

/** Queries, keys, values, output gate and output, each as wide as all heads. */
function lightningParams({nHeads, headDim}: LightningMixer, hiddenSize: number): MixerParams {
  const width = nHeads * headDim;
  return {matrices: 5 * hiddenSize * width, convolutions: 0, norms: width, vectors: 0};
}
