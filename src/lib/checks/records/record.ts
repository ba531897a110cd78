/** A published figure with the inputs it was published for, and how the lab's answer is told. */

import {fixed, significant, trimmed} from "../../format/digits.js";
import type {ModelSpec} from "../../model.js";

/** One record of src/data/raw/checks.json. */
export interface CheckRecord {
  readonly id: string;
  readonly kind: string;
  readonly model: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly published: {
    readonly value: number;
    readonly unit: string;
    /** The words of the source where they differ from value and unit */
    readonly asPrinted: string | null;
  };
  readonly formula: string;
  /** Relative; 0 asks for the same number */
  readonly tolerance: number;
  /** False where the publication contradicts itself; `note` says how */
  readonly agrees: boolean;
  readonly note: string | null;
  /** What the source does not print though the figure depends on it */
  readonly missing?: string;
  readonly source: string;
  readonly verified: boolean;
}

/** The lab's own answer to a record. */
export interface Evaluation {
  /** In the unit of the publication */
  readonly ours: number;
  /** The formula with its values */
  readonly unfolded: string;
}

/** What evaluators may look things up in. */
export interface Lab {
  /** A model of the catalog by id; throws when there is none */
  readonly model: (id: string) => ModelSpec;
  /** Ids of all models of the catalog */
  readonly ids: readonly string[];
}

export type Evaluator = (record: CheckRecord, lab: Lab) => Evaluation;

/**
 * A number among the inputs of a record.
 *
 * @throws when the input is missing or not a number
 * @example input({id: "x", inputs: {tokens: 5}}, "tokens") // 5
 */
export function input(
  {id, inputs}: {readonly id: string; readonly inputs: Readonly<Record<string, unknown>>},
  key: string
): number {
  const value = inputs[key];
  if (typeof value === "number") return value;
  throw new TypeError(`invalid input ${key} of record ${id}: ${JSON.stringify(value)}`);
}

/** Bytes of the units that sources print. */
const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  bytes: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  GB: 1e9
};

/**
 * Bytes as an evaluation in the unit of a publication; the unit's first word counts.
 *
 * @throws for a unit that is not one of bytes
 * @example inBytes(2 ** 30, {unit: "GiB (K only)", unfolded: "2^30 B"}).ours // 1
 */
export function inBytes(
  bytes: number,
  {unit, unfolded}: {readonly unit: string; readonly unfolded: string}
): Evaluation {
  const word = unit.split(/[ /]/)[0]!;
  const size = Object.hasOwn(unitBytes, word) ? unitBytes[word]! : NaN;
  if (Number.isNaN(size)) throw new Error(`unknown unit: ${unit}`);
  const ours = bytes / size;
  const total = size === 1 ? `${exact(bytes)} B` : `${exact(bytes)} B = ${exact(ours)} ${word}`;
  return {ours, unfolded: `${unfolded} = ${total}`};
}

/**
 * A plain number as an evaluation, its formula unfolded in front.
 *
 * @example inUnit(2.5, {unit: "x", unfolded: "5 / 2"}).unfolded // "5 / 2 = 2.5 x"
 */
export function inUnit(
  ours: number,
  {unit, unfolded}: {readonly unit: string; readonly unfolded: string}
): Evaluation {
  return {ours, unfolded: `${unfolded} = ${exact(ours)} ${unit}`.trimEnd()};
}

/**
 * A number in full: every digit of a whole one, seven digits of another.
 *
 * @example exact(8030261248) // "8,030,261,248"
 */
export function exact(value: number): string {
  return Number.isInteger(value) ? trimmed(fixed(value, 0)) : significant(value, 7);
}
