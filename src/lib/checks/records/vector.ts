/** Vectors: inputs with one or more figures that formulas must give. */

import type {Lab} from "./record.js";

type Figures = Readonly<Record<string, number | readonly number[]>>;

/** One record of src/data/raw/vectors.json. */
export interface VectorRecord {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly expect: number | Figures;
  readonly unit: string;
  readonly source: string;
  /** Relative tolerance, with a remark; absent is exact for whole numbers, else half the last digit */
  readonly tol?: string;
  /** Digits after the point that the source prints, where a JSON number cannot show them */
  readonly decimals?: number;
}

/** The lab's figures for a vector, by the names of its expectation. */
export interface VectorEvaluation {
  readonly ours: number | Figures;
  readonly formula: string;
  readonly unfolded: string;
}

export type VectorEvaluator = (vector: VectorRecord, lab: Lab) => VectorEvaluation;

/**
 * A number among the inputs of a vector, at a path of keys.
 *
 * @throws when the input is missing or not a number
 * @example vectorInput({id: "x", inputs: {sliding: {kv: 8}}}, "sliding", "kv") // 8
 */
export function vectorInput(
  {id, inputs}: Pick<VectorRecord, "id" | "inputs">,
  ...path: readonly string[]
): number {
  const value = path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key],
    inputs
  );
  if (typeof value === "number") return value;
  throw new TypeError(`invalid input ${path.join(".")} of vector ${id}: ${JSON.stringify(value)}`);
}

/** One figure of a vector: its name ("" when there is one) and its value. */
export type NamedFigure = readonly [name: string, value: number];

/**
 * The figures of an expectation or an answer, one by one; lists count their entries.
 *
 * @example namedFigures({keep: [0, 1]}) // [["keep 1", 0], ["keep 2", 1]]
 */
export function namedFigures(figures: number | Figures): NamedFigure[] {
  if (typeof figures === "number") return [["", figures]];
  return Object.entries(figures).flatMap(([name, value]): NamedFigure[] =>
    typeof value === "number"
      ? [[name, value]]
      : value.map((entry, index): NamedFigure => [`${name} ${index + 1}`, entry])
  );
}

/**
 * The largest absolute difference that a vector's figure allows: its own tolerance, nothing for
 * a whole number, else half of the last digit printed.
 *
 * @example allowedDifference({}, 71.16) // 0.005
 */
export function allowedDifference(
  {tol, decimals}: Pick<VectorRecord, "tol" | "decimals">,
  expected: number
): number {
  if (tol !== undefined) return Number.parseFloat(tol) * Math.abs(expected);
  const printed = decimals ?? String(expected).split(".")[1]?.length ?? 0;
  if (printed === 0) return 0;
  return 0.5 * 10 ** -printed;
}

const unitOfName: Readonly<Record<string, string>> = {
  num_blocks: "blocks",
  blocks_per_request: "blocks",
  tokens: "tokens",
  concurrency: "x",
  swa_cells: "cells",
  swa_mib: "MiB",
  swa_full_mib: "MiB",
  global_mib: "MiB",
  cost_usd_day: "USD/day",
  revenue_usd_day: "USD/day",
  llamacpp_keep: "token",
  llamacpp_p: "probability",
  temp_first_keep: "token",
  temp_first_p: "probability"
};

/**
 * Unit of one figure of a vector: the vector's own, or by the figure's name.
 *
 * @example figureUnit("", "swa_mib") // "MiB"
 */
export function figureUnit(unit: string, name: string): string {
  const [word = ""] = name.split(" ");
  return unit || (Object.hasOwn(unitOfName, word) ? unitOfName[word]! : "");
}
