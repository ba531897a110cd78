/** Arithmetic of the token mixers on what they remember: scores, weighted sums, state updates. */

import type {CompressedMixer, Mixer, MlaMixer, StateMixer} from "./model.js";

/** Reads of the state by key and by query, and one rank-1 update: three multiply-adds an element. */
const STATE_FLOPS_PER_ELEMENT = 6;

/** How MLA is computed: against the latent (decode) or against keys and values rebuilt from it (prefill). */
export interface MlaForm {
  readonly mlaAbsorbed?: boolean;
}

/**
 * FLOPs of one layer's mixer for one new token that sees `contextTokens`, projections apart.
 *
 * Attention: 2 · N · (H + Hv) · S, S capped by a window; MLA absorbed: 2 · N · (2 · rank + rope) · S;
 * sparse attention: the topK tokens it picks and its indexer over all of them; states: a constant.
 * Ignores softmax, norms, rotary embedding; a chunked window counts as full.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example mixerFlopsPerToken({kind: "attention", nHeads: 64, headDim: 128, vHeadDim: 128, window: null}, 1000) // 32768000
 */
export function mixerFlopsPerToken(
  mixer: Mixer,
  contextTokens: number,
  form: MlaForm = {}
): number {
  return mixerFlops(mixer, (cap) => Math.min(contextTokens, cap), form);
}

/**
 * FLOPs of one layer's mixer for a whole prompt, causal: token t sees t tokens.
 *
 * As mixerFlopsPerToken with S replaced by 1 + 2 + … + S, each term capped by the window.
 * MLA runs on keys and values rebuilt from the latent unless told otherwise.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example mixerPromptFlops({kind: "attention", nHeads: 1, headDim: 1, vHeadDim: 1, window: null}, 3) // 24
 */
export function mixerPromptFlops(mixer: Mixer, promptTokens: number, form: MlaForm = {}): number {
  const isChunked = mixer.kind === "attention" && mixer.window?.kind === "chunked";
  const seen = isChunked ? chunkedPairs : cappedPairs;
  return mixerFlops(mixer, (cap) => seen(promptTokens, cap), {
    mlaAbsorbed: form.mlaAbsorbed ?? false,
    nTokens: promptTokens
  });
}

/**
 * Pairs of a token and a token it sees, when each sees itself and at most `cap − 1` before it.
 *
 * S(S + 1)/2 up to the cap, then cap more for every token.
 *
 * @example cappedPairs(4, 2) // 7
 */
export function cappedPairs(nTokens: number, cap: number): number {
  const ramp = Math.min(nTokens, cap);
  return (ramp * (ramp + 1)) / 2 + (cap === Infinity ? 0 : (nTokens - ramp) * cap);
}

/**
 * Pairs of a token and a token it sees, when the sequence is cut into chunks that do not see each other.
 *
 * @example chunkedPairs(4, 2) // 6
 */
export function chunkedPairs(nTokens: number, cap: number): number {
  const nChunks = Math.floor(nTokens / cap);
  return nChunks * cappedPairs(cap, Infinity) + cappedPairs(nTokens - nChunks * cap, Infinity);
}

export interface FlopsForm extends MlaForm {
  /** New tokens that pass; a state is updated once for each */
  readonly nTokens?: number;
}

/**
 * FLOPs of one layer's mixer for any set of passes, projections apart.
 *
 * `seen(cap)` counts the pairs of a new token and a token it sees, at most cap for each new token.
 *
 * @see https://jax-ml.github.io/scaling-book/transformers/ "Global FLOPs and Params Calculation"
 * @example mixerFlops({kind: "attention", nHeads: 1, headDim: 1, vHeadDim: 1, window: null}, () => 6, {}) // 24
 */
export function mixerFlops(mixer: Mixer, seen: (cap: number) => number, form: FlopsForm): number {
  switch (mixer.kind) {
    case "none":
      return 0;
    case "attention":
      return (
        2 * mixer.nHeads * (mixer.headDim + mixer.vHeadDim) * seen(mixer.window?.tokens ?? Infinity)
      );
    case "mla":
      return mlaFlops(mixer, seen, form.mlaAbsorbed ?? true);
    case "compressed":
      return compressedFlops(mixer, seen);
    default:
      return (form.nTokens ?? 1) * STATE_FLOPS_PER_ELEMENT * squareState(mixer);
  }
}

function mlaFlops(mixer: MlaMixer, seen: (cap: number) => number, isAbsorbed: boolean): number {
  const {nHeads, kvLoraRank, qkNopeHeadDim, qkRopeHeadDim, vHeadDim, indexer} = mixer;
  const width = isAbsorbed
    ? 2 * kvLoraRank + qkRopeHeadDim
    : qkNopeHeadDim + qkRopeHeadDim + vHeadDim;
  const scorer = indexer?.ownsCache ? 2 * indexer.nHeads * indexer.headDim * seen(Infinity) : 0;
  return 2 * nHeads * width * seen(indexer?.topK ?? Infinity) + scorer;
}

function compressedFlops(mixer: CompressedMixer, seen: (cap: number) => number): number {
  const {nHeads, headDim, windowTokens, compressRatio, indexer} = mixer;
  const perEntry = 4 * nHeads * headDim;
  const window = perEntry * seen(windowTokens);
  if (compressRatio === 0) return window;
  const entries = seen((indexer?.topK ?? Infinity) * compressRatio) / compressRatio;
  const scored = indexer === null ? 0 : seen(Infinity) / compressRatio;
  return (
    window + perEntry * entries + 2 * (indexer?.nHeads ?? 0) * (indexer?.headDim ?? 0) * scored
  );
}

/** Elements of the recurrent state that each new token reads and updates, convolution apart. */
function squareState(mixer: StateMixer): number {
  switch (mixer.kind) {
    case "gated-delta":
      return mixer.nValueHeads * mixer.keyHeadDim * mixer.valueHeadDim;
    case "kimi-delta":
    case "lightning":
      return mixer.nHeads * mixer.headDim ** 2;
    case "mamba1":
      return mixer.innerSize * mixer.stateSize;
    case "mamba2":
      return mixer.nHeads * mixer.headDim * mixer.stateSize;
  }
}
