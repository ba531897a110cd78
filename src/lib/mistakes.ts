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
  /** How the wrong figure stands to the right one; 1 where the model has nothing to get wrong */
  readonly ratio: number;
}

/** A mistake before its ratio is taken. */
export type MistakeFigures = Omit<Mistake, "ratio">;

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
 * @example mistakes({name: "X", hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {contextTokens: 8}).length // 17
 */
export function mistakes(
  model: ModelSpec,
  {contextTokens, tp = 16}: MistakeOptions
): readonly Mistake[] {
  const figures = [
    ...cacheMistakes(model, {contextTokens, tp}),
    ...weightMistakes(model),
    ...billMistakes()
  ];
  return figures.map((figure) => ({...figure, ratio: ratioOf(figure)}));
}

/** Nothing wrong about nothing: a model without a cache. */
function ratioOf({wrong, right}: MistakeFigures): number {
  return wrong === right ? 1 : wrong / right;
}
