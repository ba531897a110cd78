/** Why a page cannot serve its stream, in one sentence: empty where it can. */

import {cardsToHold} from "../answers/two-phases.js";
import {memoryFit} from "../fit.js";
import {formatBytes, formatCount} from "../format.js";
import type {KvDtype, WeightDtype} from "../dtype.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import {cardsInWords} from "../names.js";
import {slotsWithin} from "./stream.js";

export interface Holding {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  readonly tp: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
}

/**
 * Why the cards hold no token beside the weights, and how many would.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example holdingStop({gpu: {name: "Apple M5", hbmBytes: null}}) // "No memory size is published for Apple M5, so nothing can be said to fit."
 */
export function holdingStop({model, gpu, tp, ...dtypes}: Holding): string {
  if (gpu.hbmBytes === null) {
    return `No memory size is published for ${gpu.name}, so nothing can be said to fit.`;
  }
  const options = {gpu, ...dtypes, contextTokens: 1};
  const fit = memoryFit(model, {...options, nGpus: tp, tp});
  if (fit.maxContextTokens >= 1) return "";
  const needed = cardsToHold(model, options);
  const more = needed === null ? "64 do not either" : `it takes ${needed}: set Tensor parallel`;
  const weights = formatBytes(tp * fit.weightBytesPerGpu, {unit: "GB"});
  return `${model.name} does not fit on ${cardsInWords(gpu.name, tp)}: ${weights} of weights leave no room for a cache; ${more}.`;
}

export interface Paging {
  readonly model: Pick<ModelSpec, "name" | "layout" | "layerKinds">;
  /** Bytes for KV */
  readonly kvBytes: number;
  readonly maxModelLen: number;
}

/**
 * Why a KV memory holds not even one request of the longest length.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example pagingStop({model: {name: "Toy", layout: [], layerKinds: []}, kvBytes: 1000, maxModelLen: 8}) // "Toy keeps no cache that grows: there is nothing to page."
 */
export function pagingStop({model, kvBytes, maxModelLen}: Paging): string {
  const slots = slotsWithin(model, kvBytes);
  if (slots === Infinity)
    return `${model.name} keeps no cache that grows: there is nothing to page.`;
  if (slots >= maxModelLen) return "";
  return `${formatBytes(kvBytes)} hold ${formatCount(slots)} tokens of ${model.name}, less than one request of the longest length, ${formatCount(maxModelLen)} tokens: take more memory for KV, or a shorter longest length.`;
}
