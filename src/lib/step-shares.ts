/** A decode step taken apart, batch by batch. */

import type {ModelSpec} from "./model.js";
import {decodeStep, type DecodeOptions, type PassTime} from "./roofline.js";

/** Batches that the page takes apart. */
export const STEP_BATCHES: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

export type StepPart = "weights" | "compute" | "kv" | "interconnect" | "overhead";

/** One part of a step, as a stretch of the whole: from and to in [0, 1]. */
export interface StepShare {
  readonly batchSize: number;
  readonly part: StepPart;
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  /** Hidden behind a longer part: drawn as an outline over it, adds no time */
  readonly isHidden: boolean;
}

export interface StepBreakdown extends PassTime {
  readonly batchSize: number;
  readonly tokensPerSecondPerReader: number;
  readonly tokensPerSecond: number;
  readonly shares: readonly StepShare[];
}

/**
 * Decode steps of growing batches, each split into the parts that its time consists of.
 *
 * The longer of weights and compute, then cache, links and overhead; the shorter one is hidden
 * behind the longer. The shares that are not hidden sum to 1.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example stepBreakdowns({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 1000}}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1}, [1, 2]).map(({shares}) => shares.length) // [2, 2]
 */
export function stepBreakdowns(
  model: ModelSpec,
  options: Omit<DecodeOptions, "batchSize">,
  batchSizes: readonly number[]
): StepBreakdown[] {
  return batchSizes.map((batchSize) => {
    const step = decodeStep(model, {...options, batchSize});
    const tokensPerSecondPerReader = 1 / step.seconds;
    return {
      ...step,
      batchSize,
      tokensPerSecondPerReader,
      tokensPerSecond: batchSize * tokensPerSecondPerReader,
      shares: sharesOf(step, batchSize)
    };
  });
}

function sharesOf(step: PassTime, batchSize: number): StepShare[] {
  const parts: readonly (readonly [StepPart, number])[] = [
    ["weights", step.weightSeconds],
    ["compute", step.computeSeconds],
    ["kv", step.kvSeconds],
    ["interconnect", step.interconnectSeconds],
    ["overhead", step.overheadSeconds]
  ];
  const hidden: StepPart = step.weightSeconds >= step.computeSeconds ? "compute" : "weights";
  let top = 0;
  return parts
    .filter(([, seconds]) => seconds > 0)
    .map(([part, seconds]) => {
      const isHidden = part === hidden;
      const from = isHidden ? 0 : top;
      const to = from + seconds / step.seconds;
      if (!isHidden) top = to;
      return {batchSize, part, from, to, seconds, isHidden};
    });
}
