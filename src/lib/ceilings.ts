/** The bandwidth bound of every model in several formats: points on one line. */

import type {WeightDtype} from "./dtype.js";
import type {GpuSpec} from "./gpu.js";
import {measuredMbu, type MeasuredDecode} from "./measured.js";
import type {ModelSpec} from "./model.js";
import {cardsInWords, shortDtype, shortGpuName} from "./names.js";
import {decodeCeiling} from "./roofline.js";
import {decodeWeightBytes, weightParts} from "./weights.js";

/** Formats in which the page shows each model. */
export const CEILING_DTYPES: readonly WeightDtype[] = ["bf16", "fp8", "int4-g128"];

/** A model in one format, and the bytes that one token moves. */
export interface CeilingPoint {
  readonly modelId: string;
  readonly name: string;
  readonly weightDtype: WeightDtype;
  readonly bytes: number;
}

/**
 * Bytes that one token of one reader moves by the chapter's count: all weights that it passes,
 * the input embedding in full.
 *
 * For a dense model these are all weights; of a mixture the experts that one token passes.
 * Ignores the cache. decodeWeightBytes leaves out the embedding, of which one row is read.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example chapterBytes({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, "bf16") // 84
 */
export function chapterBytes(model: ModelSpec, weightDtype: WeightDtype): number {
  return decodeWeightBytes(model, weightDtype) + weightParts(model, weightDtype).lookup;
}

/**
 * Models times formats, with the bytes that one token moves.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example ceilingPoints([], ["bf16"]) // []
 */
export function ceilingPoints(
  models: readonly ModelSpec[],
  weightDtypes: readonly WeightDtype[]
): CeilingPoint[] {
  return models.flatMap((model) =>
    weightDtypes.map((weightDtype) => ({
      modelId: model.id,
      name: model.name,
      weightDtype,
      bytes: chapterBytes(model, weightDtype)
    }))
  );
}

/** A model in one format under the bound of the chosen cards. */
export interface CeilingDot {
  readonly name: string;
  /** bf16, FP8, INT4 */
  readonly format: string;
  readonly bytes: number;
  readonly tokensPerSecond: number;
  readonly isChosen: boolean;
}

/** A measured speed, to stand under the bound of the card it was measured on. */
export interface MeasuredDot {
  readonly name: string;
  readonly gpu: string;
  readonly bytes: number;
  readonly tokensPerSecond: number;
  readonly mbu: number;
  /** Which bytes the source counts */
  readonly counts: string;
  readonly source: string;
}

/** The bound of one set of cards: tokens/s = bytesPerSecond / bytes. */
export interface CeilingLine {
  readonly name: string;
  readonly bytesPerSecond: number;
}

export interface CeilingPicture {
  readonly dots: readonly CeilingDot[];
  readonly measured: readonly MeasuredDot[];
  /** The chosen cards first, then each card with a measured speed */
  readonly lines: readonly CeilingLine[];
}

export interface CeilingPictureOptions {
  readonly gpu: GpuSpec;
  readonly nGpus: number;
  readonly modelId: string;
  readonly measured: readonly MeasuredDecode[];
  /** Cards of the catalog, to find those of the measured speeds */
  readonly gpus: readonly GpuSpec[];
}

/**
 * The bound of the chosen cards for every model and format, and measured speeds under the bounds of
 * their own cards.
 *
 * BW · n / bytes. Measured points whose card is not in the catalog are left out.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example ceilingPicture([{modelId: "a", name: "A", weightDtype: "bf16", bytes: 10}], {gpu: {id: "x", name: "X", hbmBytesPerSecond: 100}, nGpus: 2, modelId: "a", measured: [], gpus: []}).dots[0].tokensPerSecond // 20
 */
export function ceilingPicture(
  points: readonly CeilingPoint[],
  {gpu, nGpus, modelId, measured, gpus}: CeilingPictureOptions
): CeilingPicture {
  const hbmBytesPerSecond = gpu.hbmBytesPerSecond * nGpus;
  const others = gpus.filter(
    ({id}) => (id !== gpu.id || nGpus > 1) && measured.some(({gpuId}) => gpuId === id)
  );
  return {
    dots: points.map(({name, weightDtype, bytes, modelId: id}) => ({
      name,
      format: shortDtype(weightDtype),
      bytes,
      tokensPerSecond: decodeCeiling({hbmBytesPerSecond, bytes}),
      isChosen: id === modelId
    })),
    measured: measured.flatMap((point) => measuredDot(point, gpus)),
    lines: [
      {name: cardsInWords(gpu.name, nGpus).replace(/^an? /, ""), bytesPerSecond: hbmBytesPerSecond},
      ...others.map((card) => ({
        name: shortGpuName(card.name),
        bytesPerSecond: card.hbmBytesPerSecond
      }))
    ]
  };
}

function measuredDot(point: MeasuredDecode, gpus: readonly GpuSpec[]): MeasuredDot[] {
  const gpu = gpus.find(({id}) => id === point.gpuId);
  if (!gpu || point.bytesPerToken === null) return [];
  const {modelId, weightDtype, tokensPerSecond, bytesPerToken, counts, source} = point;
  return [
    {
      name: `${modelId} ${shortDtype(weightDtype)}`,
      gpu: shortGpuName(gpu.name),
      bytes: bytesPerToken,
      tokensPerSecond,
      mbu: measuredMbu(point, gpu),
      counts,
      source
    }
  ];
}
