/** A published figure about a model's cache, and how the lab comes to it. */

import {checkRow, type CheckRow} from "../check-row.js";
import type {KvDtype} from "../dtype.js";
import {kvBytes, kvGrowthBytesPerToken, kvProfile, type KvOptions} from "../kv.js";
import type {ModelSpec} from "../model.js";

export interface KvFigure {
  /** Catalog id of the model */
  readonly id: string;
  readonly name: string;
  readonly expected: number;
  readonly ours: (model: ModelSpec) => number;
  readonly unit: string;
  readonly tolerance?: number;
  readonly source: string;
}

export const KIB = 1024;
export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;

/**
 * The rows of figures whose model is in the list; a figure of another model is left out.
 *
 * @example figureRows([{id: "x", name: "X", expected: 1, ours: () => 1, unit: "B", source: "s"}], [{id: "x"}]).length // 1
 */
export function figureRows(
  figures: readonly KvFigure[],
  models: readonly ModelSpec[]
): readonly CheckRow[] {
  return figures.flatMap(({id, ours, ...row}) => {
    const model = models.find((candidate) => candidate.id === id);
    return model ? [checkRow({...row, ours: ours(model)})] : [];
  });
}

/**
 * A reading of a model: bytes that a token adds to a long context, in units of `unitBytes`.
 *
 * @example growthIn(1)({layerKinds: [], layout: []}) // 0
 */
export function growthIn(unitBytes: number, dtype: KvDtype = "bf16"): KvFigure["ours"] {
  return (model) => kvGrowthBytesPerToken(model, dtype) / unitBytes;
}

/**
 * A reading of a model: the cache of one context, in units of `unitBytes`.
 *
 * @example cacheIn(1, 1024)({layerKinds: [], layout: []}) // 0
 */
export function cacheIn(
  unitBytes: number,
  contextTokens: number,
  {dtype = "bf16", ...options}: KvOptions & {readonly dtype?: KvDtype} = {}
): KvFigure["ours"] {
  return (model) => kvBytes(kvProfile(model, dtype, options), contextTokens) / unitBytes;
}
