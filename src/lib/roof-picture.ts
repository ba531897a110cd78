/** Everything that the roofline chart of a set-up shows. */

import type {WeightDtype} from "./dtype.js";
import type {ModelSpec} from "./model.js";
import {decodePoint, prefillPoint, rooflineOf, type PhasePoint, type Roofline} from "./phases.js";
import type {StepOptions} from "./roofline.js";
import {tokensPerPass} from "./ways-out.js";

/** Batches and prompts that are drawn beside the chosen ones: powers of two. */
export const PICTURE_BATCHES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
export const PICTURE_PROMPTS: readonly number[] = [
  16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192
];

export interface PictureOptions extends StepOptions {
  readonly batchSize: number;
  readonly promptTokens: number;
  readonly contextTokens: number;
  /** Tokens drafted for each sequence and verified in the same pass */
  readonly nDrafted: number;
  readonly acceptance: number;
  /** Format of the weights before any way out is taken */
  readonly plainDtype: WeightDtype;
}

export interface RoofPicture {
  readonly roofline: Roofline;
  readonly mfu: number;
  readonly mbu: number;
  readonly decode: readonly PhasePoint[];
  readonly prefill: readonly PhasePoint[];
  /** The chosen set-up: decode, then prefill */
  readonly current: readonly [decode: PhasePoint, prefill: PhasePoint];
  /** One reader in the plain format without drafts; null when that is the chosen set-up */
  readonly start: PhasePoint | null;
}

/**
 * The roof of a set-up and both phases under it: a row of batches, a row of prompts, the chosen ones,
 * and where decode would stand with one reader in the plain format.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example roofPicture({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "X", hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 1000}}, weightDtype: "bf16", kvDtype: "bf16", batchSize: 1, promptTokens: 1, contextTokens: 1, nDrafted: 0, acceptance: 0, plainDtype: "bf16"}).start // null
 */
export function roofPicture(model: ModelSpec, options: PictureOptions): RoofPicture {
  const {promptTokens, nDrafted, plainDtype, ...setUp} = options;
  const {mfu = 0.5, mbu = 0.65, batchSize, weightDtype} = setUp;
  const isPlain = batchSize === 1 && weightDtype === plainDtype && nDrafted === 0;
  return {
    roofline: rooflineOf(setUp),
    mfu,
    mbu,
    decode: PICTURE_BATCHES.map((n) => decodePoint(model, {...setUp, batchSize: n})),
    prefill: PICTURE_PROMPTS.map((n) => prefillPoint(model, {...setUp, promptTokens: n})),
    current: [
      withDrafts(decodePoint(model, {...setUp, tokensPerSequence: 1 + nDrafted}), options),
      prefillPoint(model, {...setUp, promptTokens})
    ],
    start: isPlain ? null : decodePoint(model, {...setUp, batchSize: 1, weightDtype: plainDtype})
  };
}

/** A verifying pass yields more than one token for each sequence. */
function withDrafts(
  point: PhasePoint,
  {nDrafted, acceptance}: Pick<PictureOptions, "nDrafted" | "acceptance">
): PhasePoint {
  const kept = tokensPerPass({nDrafted, acceptance});
  return {...point, tokensPerSecond: point.tokensPerSecond * kept};
}
