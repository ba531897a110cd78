/** The arithmetic behind the kv-cache page's tasks. */

import {memoryFit, type FitOptions} from "./fit.js";
import type {GpuSpec} from "./gpu.js";
import type {ModelSpec} from "./model.js";

/** Readers of 32,768 tokens that fit, in four ways. */
export interface SixteenReaders {
  readonly asIs: number;
  readonly fp8Cache: number;
  readonly int4Weights: number;
  readonly secondCard: number;
}

/**
 * How many readers of 32K fit: all in bf16 on one card, then with the cache in FP8, the weights
 * in INT4, or on two cards that share each layer.
 *
 * @example sixteenReaders({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {name: "toy", hbmBytes: 0}).asIs // 0
 */
export function sixteenReaders(
  model: ModelSpec,
  gpu: Pick<GpuSpec, "name" | "hbmBytes">
): SixteenReaders {
  const readers = (change: Partial<FitOptions>): number =>
    memoryFit(model, {
      gpu,
      weightDtype: "bf16",
      kvDtype: "bf16",
      contextTokens: 32768,
      ...change
    }).maxReaders;
  return {
    asIs: readers({}),
    fp8Cache: readers({kvDtype: "fp8"}),
    int4Weights: readers({weightDtype: "int4-g128"}),
    secondCard: readers({nGpus: 2, tp: 2})
  };
}
