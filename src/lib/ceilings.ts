/** The bandwidth bound of every model in several formats: points on one line. */

import type {WeightDtype} from "./dtype.js";
import type {ModelSpec} from "./model.js";
import {decodeWeightBytes, weightParts} from "./weights.js";

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
