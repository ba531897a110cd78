/** Where the dots of a strip stand: near their value, beside each other instead of on top. */

import type {CheckedFigure} from "./figure.js";

export interface StripDot {
  readonly figure: CheckedFigure;
  /** Column of the strip; 0 is no difference */
  readonly column: number;
  /** Row above the line of its topic, from 0 */
  readonly row: number;
}

export interface StripOptions {
  /** Columns from no difference to a difference of one precision */
  readonly columnsPerPrecision: number;
  /** The outermost columns, where everything farther out stands */
  readonly maxColumn: number;
  /** Dots above each other at most */
  readonly maxRows: number;
}

/**
 * A column and a row for every figure of one topic: the column of its difference, or the nearest
 * one that has room.
 *
 * @example stripDots([{precisions: 0}, {precisions: 0}], {columnsPerPrecision: 10, maxColumn: 15, maxRows: 1}).map((dot) => dot.column) // [0, 1]
 */
export function stripDots(
  figures: readonly CheckedFigure[],
  {columnsPerPrecision, maxColumn, maxRows}: StripOptions
): StripDot[] {
  const heights = new Map<number, number>();
  const wanted = (precisions: number) =>
    Math.max(-maxColumn, Math.min(maxColumn, Math.round(precisions * columnsPerPrecision)));
  const ordered = figures
    .map((figure) => ({figure, want: wanted(figure.precisions || 0)}))
    .sort((a, b) => Math.abs(a.want) - Math.abs(b.want));
  return ordered.map(({figure, want}) => {
    const column = nearestFree(want, (candidate) => (heights.get(candidate) ?? 0) < maxRows);
    const row = heights.get(column) ?? 0;
    heights.set(column, row + 1);
    return {figure, column, row};
  });
}

/** The column itself, then its neighbours, right before left. */
function nearestFree(column: number, isFree: (column: number) => boolean): number {
  for (let distance = 0; ; distance += 1) {
    if (isFree(column + distance)) return column + distance;
    if (isFree(column - distance)) return column - distance;
  }
}
