/** Constant state of layers that keep no growing cache. */

import type {StateMixer} from "./model.js";

/**
 * Elements of recurrent and convolution state of one layer and one sequence, on one GPU.
 *
 * Gated delta: n_v · d_k · d_v + (conv − 1) · (2 · n_k · d_k + n_v · d_v); Mamba:
 * d_inner · d_state + (conv − 1) · (d_inner + 2 · groups · d_state); lightning: n · d².
 * Heads and channels are shared out over tp GPUs, rounded up. Ignores checkpoints of the state
 * that prefix caches keep.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/src/llama-hparams.cpp n_embd_r, n_embd_s
 * @example stateElements({kind: "lightning", nHeads: 64, headDim: 128}, 8) // 131072
 */
export function stateElements(mixer: StateMixer, tp: number): number {
  switch (mixer.kind) {
    case "gated-delta": {
      const nKey = Math.ceil(mixer.nKeyHeads / tp);
      const nValue = Math.ceil(mixer.nValueHeads / tp);
      const channels = 2 * nKey * mixer.keyHeadDim + nValue * mixer.valueHeadDim;
      const state = nValue * mixer.keyHeadDim * mixer.valueHeadDim;
      return state + (mixer.convKernel - 1) * channels;
    }
    case "kimi-delta": {
      const width = Math.ceil(mixer.nHeads / tp) * mixer.headDim;
      return width * mixer.headDim + (mixer.convKernel - 1) * 3 * width;
    }
    case "mamba1": {
      const inner = Math.ceil(mixer.innerSize / tp);
      return inner * mixer.stateSize + (mixer.convKernel - 1) * inner;
    }
    case "mamba2": {
      const inner = Math.ceil(mixer.nHeads / tp) * mixer.headDim;
      const channels = inner + 2 * Math.ceil(mixer.nGroups / tp) * mixer.stateSize;
      return inner * mixer.stateSize + (mixer.convKernel - 1) * channels;
    }
    case "lightning":
      return Math.ceil(mixer.nHeads / tp) * mixer.headDim ** 2;
  }
}
