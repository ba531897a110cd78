/** Rates along which pages follow a stream. */

/**
 * Rates around one: from an eighth of it to eight times it.
 *
 * @example ratesAround(8) // [1, 2, 4, 5.66, 8, 11.3, 16, 32, 64]
 */
export function ratesAround(requestsPerSecond: number): number[] {
  const steps = [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3];
  return steps.map((step) => Number((requestsPerSecond * 2 ** step).toPrecision(3)));
}
