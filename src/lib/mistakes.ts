/** Calculations that went wrong in public, on a model of the reader's choice, beside the right ones. */

import {billMistakes} from "./mistakes/bills.js";
import {cacheMistakes} from "./mistakes/cache.js";
import {weightMistakes} from "./mistakes/weights.js";
import type {ModelSpec} from "./model.js";

/** One wrong calculation and what it gives. */
export interface Mistake {
  /** What was done wrong, in a few words */
  readonly name: string;
  readonly wrong: number;
  readonly right: number;
  /** What both figures are of: bytes, parameters, USD */
  readonly unit: "bytes" | "GiB" | "parameters" | "USD";
  /** The wrong line */
  readonly wrongFormula: string;
  /** The right one */
  readonly rightFormula: string;
  /** Where it happened */
  readonly source: string;
  readonly about: "cache" | "weights" | "bill";
  /** How the wrong figure stands to the right one; 1 where the model has nothing to get wrong */
  readonly ratio: number;
}

/** A mistake before it is placed and its ratio taken. */
export type MistakeFigures = Omit<Mistake, "ratio" | "about">;

export interface MistakeOptions {
  /** Length of the one sequence that cache figures are for, tokens */
  readonly contextTokens: number;
  /** GPUs of the tensor-parallel group that the sharding mistakes are made on */
  readonly tp?: number;
}

/**
 * Every known mistake on one model: first the cache, then weights, then bills (which no model
 * changes). Where a model has nothing to get wrong the two figures are equal.
 *
 * @see https://github.com/hahnyuan/LLM-Viewer/issues/12 and the source of each row
 * @example mistakes({name: "X", hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {contextTokens: 8}).at(-1).name // "long-context price not applied to the whole request"
 */
export function mistakes(
  model: ModelSpec,
  {contextTokens, tp = 16}: MistakeOptions
): readonly Mistake[] {
  const placed = (about: Mistake["about"], figures: readonly MistakeFigures[]) =>
    figures.map((figure): Mistake => ({...figure, about, ratio: ratioOf(figure)}));
  return [
    ...placed("cache", cacheMistakes(model, {contextTokens, tp})),
    ...placed("weights", weightMistakes(model)),
    ...placed("bill", billMistakes())
  ];
}

/** Nothing wrong about nothing: a model without a cache. */
function ratioOf({wrong, right}: MistakeFigures): number {
  return wrong === right ? 1 : wrong / right;
}
