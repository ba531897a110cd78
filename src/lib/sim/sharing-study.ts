/** What several answers to one prompt save by sharing its blocks. */

import type {StreamSetup} from "./allocator-runs.js";
import {allocators} from "./allocator-study.js";
import {requestLaws, type RequestLaw} from "./lengths.js";
import {simulateServing} from "./simulate.js";
import {stepModel, type StepModel} from "./step.js";
import {savedFraction} from "./totals.js";
import {requestsOf} from "./workload.js";

export interface SharingStudy {
  readonly capacityTokens: number;
  readonly maxModelLen: number;
  readonly lengths: RequestLaw;
  readonly step: StepModel;
  readonly seed: number;
  readonly nRequests?: number;
  /** Prompts a second: few, for who is thrown out of a full memory comes back to share nothing */
  readonly promptsPerSecond?: number;
  /** Beams of one search instead of samples */
  readonly beams?: boolean;
}

/** Saving at one number of samples or beams. */
export interface SharingPoint {
  readonly samples: number;
  /** Blocks saved, of the blocks that as many sequences on their own would hold */
  readonly savedFraction: number;
}

/** Numbers of samples in the paper's figure 15. */
export const SAMPLE_COUNTS = [2, 4, 6] as const;

/**
 * Share of KV blocks that parallel sampling or beam search saves, by number of samples or beams, in a
 * memory that is not full.
 *
 * The samples share the full blocks of their prompt; the partly written one is copied. Only the
 * prompt is shared, so less is saved the longer the answers are; each ends at a length of its own.
 * Beams share whatever their last common ancestor had written; all end together.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.3, figure 15
 * @example sharingPoints({capacityTokens: 4096, maxModelLen: 64, lengths: {prompt: {kind: "fixed", tokens: 32}, output: {kind: "fixed", tokens: 1}}, nRequests: 4, seed: 1, step: {kinks: [0], bytesSlopes: [0], flopsSlopes: [0], kvBytes: () => 0, kvFlops: () => 0, promptFlops: () => 0, passSeconds: () => 1}}, [2]) // [{"samples": 2, "savedFraction": 0}]
 */
export function sharingPoints(
  {nRequests = 600, promptsPerSecond = 0.1, ...study}: SharingStudy,
  counts: readonly number[] = SAMPLE_COUNTS
): SharingPoint[] {
  const {capacityTokens, maxModelLen, lengths, step, seed, beams} = study;
  const scheduler = {
    batching: "continuous",
    maxSequences: 256,
    maxBatchedTokens: Math.max(2560, maxModelLen),
    chunkedPrefill: false
  } as const;
  const config = {memory: allocators.paged, capacityTokens, maxModelLen, scheduler};
  const arrivals = {kind: "poisson", requestsPerSecond: promptsPerSecond} as const;
  return counts.map((samples) => {
    const requests = requestsOf({nRequests, arrivals, lengths, maxModelLen, samples, beams}, seed);
    const {totals} = simulateServing(config, requests, {step});
    return {samples, savedFraction: savedFraction(totals)};
  });
}

/** Ours beside the paper's, for one kind of lengths. */
export interface SharingRow extends SharingPoint {
  readonly lengths: "instructions" | "chats";
  readonly way: "samples" | "beams";
  /** What the paper prints for its smallest and its largest number; null between them */
  readonly publishedFraction: number | null;
}

/** Least and most of figure 15, for 2 and 6 samples or beams. */
const PUBLISHED = {
  samples: {alpaca: [0.061, 0.098], sharegpt: [0.162, 0.305]},
  beams: {alpaca: [0.376, 0.552], sharegpt: [0.443, 0.663]}
} as const;

/**
 * What parallel sampling and beam search save in the paper's setting, for both kinds of lengths.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.3, figure 15
 * @example sharingRows({capacityTokens: 4096, maxModelLen: 64, seed: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}})[11].publishedFraction // 0.663
 */
export function sharingRows(setup: StreamSetup): SharingRow[] {
  const step = stepModel(setup.model, {gpu: setup.gpu, weightDtype: "bf16", kvDtype: "bf16"});
  const {capacityTokens, maxModelLen, seed} = setup;
  const study = {capacityTokens, maxModelLen, seed, step};
  return (["samples", "beams"] as const).flatMap((way) =>
    (["alpaca", "sharegpt"] as const).flatMap((law) =>
      sharingPoints({...study, lengths: requestLaws[law], beams: way === "beams"}).map(
        (point, i) => ({
          ...point,
          way,
          lengths: law === "alpaca" ? "instructions" : "chats",
          publishedFraction: i === 1 ? null : PUBLISHED[way][law][i === 0 ? 0 : 1]
        })
      )
    )
  );
}
