/** One published figure beside the lab's own, with the verdict. */
export interface CheckRow {
  readonly name: string;
  readonly expected: number;
  readonly ours: number;
  readonly unit: string;
  /** Largest relative difference that passes; 0 asks for the same number */
  readonly tolerance: number;
  readonly source: string;
  readonly pass: boolean;
}

/**
 * A check row with its verdict filled in: passes when |ours − expected| ≤ tolerance · |expected|.
 *
 * A NaN or infinite `ours` never passes. The default tolerance is 0: equal to the last digit.
 *
 * @example checkRow({name: "a", expected: 100, ours: 101, unit: "B", tolerance: 0.01, source: "s"}).pass // true
 */
export function checkRow({
  tolerance = 0,
  ...row
}: Omit<CheckRow, "pass" | "tolerance"> & {readonly tolerance?: number}): CheckRow {
  const pass = Math.abs(row.ours - row.expected) <= tolerance * Math.abs(row.expected);
  return {...row, tolerance, pass};
}
