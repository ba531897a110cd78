/** A line of an engine's arithmetic, for a page to unfold. */

export interface CapacityStep {
  /** What it is, in the engine's own word where it has one */
  readonly label: string;
  /** The rule, with names */
  readonly formula: string;
  /** The rule, with numbers */
  readonly unfolded: string;
  readonly value: number;
  readonly unit: "bytes" | "tokens" | "blocks" | "cells" | "times" | "layers" | "sequences";
}

/**
 * A number as it stands in a line of arithmetic: all digits of a whole one, six of another.
 *
 * @example plainNumber(262144) // "262144"
 */
export function plainNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}
