/** Both phases as points under one roofline. */

import type {WeightDtype} from "./dtype.js";
import type {ComputeDtype, GpuSpec} from "./gpu.js";
import {peakRate} from "./peak.js";
import type {ModelSpec} from "./model.js";
import {
  decodeStep,
  prefillPass,
  type DecodeOptions,
  type PassTime,
  type PrefillOptions,
  type StepOptions
} from "./roofline.js";

/** A pass as a point: where it stands under the roof, and what it gives. */
export interface PhasePoint extends PassTime {
  readonly phase: "prefill" | "decode";
  /** Prompt tokens in prefill, sequences in decode */
  readonly nTokens: number;
  /** Tokens read or written per second, all sequences together */
  readonly tokensPerSecond: number;
}

/**
 * Prefill of one prompt as a point under the roof.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example prefillPoint({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, mbu: 1}).intensity // 1
 */
export function prefillPoint(model: ModelSpec, options: PrefillOptions): PhasePoint {
  const pass = prefillPass(model, options);
  const {promptTokens} = options;
  const tokensPerSecond = promptTokens / pass.seconds;
  return {...pass, phase: "prefill", nTokens: promptTokens, tokensPerSecond};
}

/**
 * One decode step as a point under the roof; each sequence gets one token a step.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example decodePoint({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1, batchSize: 3, mbu: 1}).intensity // 3
 */
export function decodePoint(model: ModelSpec, options: DecodeOptions): PhasePoint {
  const step = decodeStep(model, options);
  const {batchSize = 1} = options;
  const tokensPerSecond = batchSize / step.seconds;
  return {...step, phase: "decode", nTokens: batchSize, tokensPerSecond};
}

/** A roof that a card has: the arithmetic and its peak, all cards together. */
export interface Roof {
  /** One arithmetic, or several that share a peak: fp8, int8 */
  readonly dtypes: readonly ComputeDtype[];
  readonly flopsPerSecond: number;
}

export interface Roofline {
  /** The slope: bytes moved a second, all cards together */
  readonly bytesPerSecond: number;
  /** The flat part for the chosen weights; null where no peak is published */
  readonly roof: Roof | null;
  /** Roofs of the card's other arithmetic */
  readonly others: readonly Roof[];
  /** FLOPs per byte at which slope and roof meet; NaN without a roof */
  readonly ridge: number;
  /** Why the arithmetic is wider than the weights, in one sentence; or empty */
  readonly note: string;
}

/**
 * The roofline of a group of cards for weights of a format, from published peaks.
 *
 * FLOP/s = min(F, I · BW) for I FLOPs per byte; the ridge is F/BW.
 *
 * @see https://jax-ml.github.io/scaling-book/roofline/
 * @example rooflineOf({gpu: {name: "X", hbmBytesPerSecond: 2e12, flopsPerSecond: {bf16: 3e14}}, weightDtype: "bf16"}).ridge // 150
 */
export function rooflineOf({
  gpu,
  nGpus = 1,
  weightDtype
}: {
  readonly gpu: GpuSpec;
  readonly nGpus?: number;
  readonly weightDtype: WeightDtype;
}): Roofline {
  const {flopsPerSecond, dtype, note} = peakRate(gpu, weightDtype);
  const bytesPerSecond = gpu.hbmBytesPerSecond * nGpus;
  const roof =
    flopsPerSecond === null
      ? null
      : {dtypes: [dtype, ...alike(gpu, dtype)], flopsPerSecond: flopsPerSecond * nGpus};
  return {
    bytesPerSecond,
    roof,
    others: otherRoofs(gpu, dtype).map((other) => ({
      ...other,
      flopsPerSecond: other.flopsPerSecond * nGpus
    })),
    ridge: (roof?.flopsPerSecond ?? NaN) / bytesPerSecond,
    note
  };
}

/** Other arithmetic with the same peak. */
function alike({flopsPerSecond}: GpuSpec, dtype: ComputeDtype): ComputeDtype[] {
  const dtypes = Object.keys(flopsPerSecond) as ComputeDtype[];
  return dtypes.filter((d) => d !== dtype && flopsPerSecond[d] === flopsPerSecond[dtype]);
}

/** Peaks other than the one of `dtype`, each with all arithmetic that has it. */
function otherRoofs({flopsPerSecond}: GpuSpec, dtype: ComputeDtype): Roof[] {
  const dtypesOf = new Map<number, ComputeDtype[]>();
  for (const [other, peak] of Object.entries(flopsPerSecond) as [ComputeDtype, number | null][])
    if (peak !== null && peak !== flopsPerSecond[dtype])
      dtypesOf.set(peak, [...(dtypesOf.get(peak) ?? []), other]);
  return [...dtypesOf].map(([peak, dtypes]) => ({dtypes, flopsPerSecond: peak}));
}

/** Efficiencies of a bound that no software reaches. */
export const PEAKS = {mfu: 1, mbu: 1} as const;

/** Batches beyond this count as never. */
const MAX_LOG2_BATCH = 24;

/**
 * Sequences that must be decoded together before multiplying takes as long as reading the weights.
 *
 * Solves 2 · B · P/F = W(B)/BW; W grows with B in a mixture of experts. For a dense model in 16 bits
 * it is criticalBatchSize. Infinity where it is never reached or no peak is published.
 * Ignores the cache: its time comes on top of either.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "critical batch size"
 * @example crossoverBatch({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", mfu: 1, mbu: 1}) // 10.0000
 */
export function crossoverBatch(model: ModelSpec, options: StepOptions): number {
  const isComputeBound = (batchSize: number): boolean => {
    const step = decodeStep(model, {...options, contextTokens: 0, batchSize});
    return step.computeSeconds >= step.weightSeconds;
  };
  let [low, high] = [0, MAX_LOG2_BATCH];
  if (!isComputeBound(2 ** high)) return Infinity;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (isComputeBound(2 ** middle)) high = middle;
    else low = middle;
  }
  return 2 ** high;
}
