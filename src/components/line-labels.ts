/** Names at the ends of lines, moved apart where the ends are close. */

export interface LineEnd {
  readonly name: string;
  /** Where the line ends, pixels from the top */
  readonly top: number;
}

export interface PlacedLabel extends LineEnd {
  /** How far the label moves from its end, pixels */
  readonly dy: number;
}

/** Labels in the order of their ends, at least `gap` pixels apart, none below `bottom`. */
export function spreadLabels(
  ends: readonly LineEnd[],
  {gap = 14, bottom = Infinity}: {readonly gap?: number; readonly bottom?: number} = {}
): readonly PlacedLabel[] {
  const sorted = [...ends].sort((a, b) => a.top - b.top);
  const tops: number[] = [];
  for (const {top} of sorted) tops.push(Math.max(top, (tops.at(-1) ?? -Infinity) + gap));
  for (let i = tops.length - 1, limit = bottom; i >= 0; i--, limit -= gap)
    tops[i] = Math.min(tops[i] ?? 0, limit);
  return sorted.map((end, i) => ({...end, dy: (tops[i] ?? end.top) - end.top}));
}

/** Powers of two from one value to another, `step` octaves apart, ends rounded inwards. */
export function octaveTicks(min: number, max: number, step = 1): readonly number[] {
  const first = Math.ceil(Math.log2(min) / step) * step;
  const n = Math.floor((Math.log2(max) - first) / step);
  return Array.from({length: Math.max(0, n + 1)}, (_, i) => 2 ** (first + i * step));
}
