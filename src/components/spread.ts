/**
 * Positions moved apart so that neighbours keep a distance, in the order of the given ones; the
 * whole stays within bounds where it can.
 */
export function spread(
  positions: readonly number[],
  {gap, min, max}: {readonly gap: number; readonly min: number; readonly max: number}
): number[] {
  const order = positions
    .map((position, i) => ({position, i}))
    .sort((a, b) => a.position - b.position);
  const moved = order.map(({position}) => position);
  for (let i = 1; i < moved.length; i++)
    moved[i] = Math.max(moved[i] ?? 0, (moved[i - 1] ?? 0) + gap);
  let ceiling = max;
  for (let i = moved.length - 1; i >= 0; i--) {
    moved[i] = Math.max(min, Math.min(moved[i] ?? 0, ceiling));
    ceiling = (moved[i] ?? 0) - gap;
  }
  const result: number[] = [];
  order.forEach(({i}, rank) => (result[i] = moved[rank] ?? 0));
  return result;
}
