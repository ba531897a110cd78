/** What a column of numbers is like. */

/**
 * The arithmetic mean; NaN for no values.
 *
 * Σx / n
 *
 * @see https://en.wikipedia.org/wiki/Arithmetic_mean
 * @example mean([1, 2, 6]) // 3
 */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/**
 * Standard deviation over mean, of all values (not of a sample); NaN for no values.
 *
 * √(Σ(x − x̄)² / n) / x̄
 *
 * @see https://en.wikipedia.org/wiki/Coefficient_of_variation
 * @example coefficientOfVariation([1, 3]) // 0.5
 */
export function coefficientOfVariation(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - centre) ** 2;
  return Math.sqrt(sum / values.length) / centre;
}

/**
 * The value below which the share `p` of ascending values lies, between neighbours in a straight
 * line; NaN for no values.
 *
 * x[(n − 1)p], the rule of R-7, d3 and NumPy.
 *
 * @see https://en.wikipedia.org/wiki/Quantile#Estimating_quantiles_from_a_sample
 * @example quantile([10, 20, 30, 40], 0.5) // 25
 */
export function quantile(ascending: ArrayLike<number>, p: number): number {
  const n = ascending.length;
  if (n === 0 || Number.isNaN(p)) return NaN;
  const position = Math.min(Math.max(p, 0), 1) * (n - 1);
  const below = Math.floor(position);
  const low = ascending[below]!;
  const high = ascending[Math.min(below + 1, n - 1)]!;
  return low + (high - low) * (position - below);
}

/**
 * Ascending copy of the finite values of a column.
 *
 * @see https://tc39.es/ecma262/#sec-%typedarray%.prototype.sort
 * @example ascendingFinite([3, NaN, 1]).length // 2
 */
export function ascendingFinite(values: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) kept[n++] = values[i]!;
  }
  return kept.subarray(0, n).sort();
}
