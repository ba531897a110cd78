/** Where rows of data come from, counted: what a page says of the ground its numbers stand on. */

export interface Sourced {
  readonly source: string;
  /** Day the source was read, ISO */
  readonly retrieved: string;
  /** Day the fact was published or last checked by its source; null: not known; absent: never dated */
  readonly asOf?: string | null;
  readonly verified: boolean;
}

export interface Provenance {
  readonly nRows: number;
  /** Rows of which every field was read in the named source */
  readonly nVerified: number;
  /** Rows with a date of their own */
  readonly nDated: number;
  /** Latest day a source was read, ISO */
  readonly retrieved: string;
  /** Earliest and latest of the rows' own dates; null where none has one */
  readonly dates: readonly [string, string] | null;
}

/**
 * Counts and dates of rows of data.
 *
 * @throws RangeError when there are no rows
 * @example provenance([{source: "s", retrieved: "2026-11-29", asOf: null, verified: true}]).nVerified // 1
 */
export function provenance(rows: readonly Sourced[]): Provenance {
  const retrieved = rows.map((row) => row.retrieved).sort();
  const dates = rows.flatMap(({asOf}) => (asOf ? [asOf] : [])).sort();
  const [last, first, latest] = [retrieved.at(-1), dates[0], dates.at(-1)];
  if (last === undefined) throw new RangeError(`no rows: ${rows.length}`);
  return {
    nRows: rows.length,
    nVerified: rows.filter(({verified}) => verified).length,
    nDated: dates.length,
    retrieved: last,
    dates: first !== undefined && latest !== undefined ? [first, latest] : null
  };
}
