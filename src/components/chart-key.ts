import {svg} from "./dom.js";

export interface KeyItem {
  readonly label: string;
  /** A colour or a pattern */
  readonly fill: string;
}

const CHAR = 6.6;
const SWATCH = 18;
const GAP = 16;
const LINE = 20;

/** What the fills of a chart mean: swatches and words in lines, drawn so that a picture keeps them. */
export function chartKey(items: readonly KeyItem[], {width}: {readonly width: number}): SVGElement {
  let [x, line] = [0, 0];
  const marks = items.map(({label, fill}) => {
    const length = SWATCH + label.length * CHAR + GAP;
    if (x > 0 && x + length - GAP > width) [x, line] = [0, line + 1];
    const at = {x, y: line * LINE};
    x += length;
    return svg(
      "g",
      {transform: `translate(${at.x},${at.y})`},
      svg("rect", {y: 3, width: 12, height: 12, style: `fill:${fill}`}),
      svg("text", {x: SWATCH, y: 13, style: "font-size:12px;fill:currentColor"}, label)
    );
  });
  const height = (line + 1) * LINE;
  return svg(
    "svg",
    {width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
    marks
  );
}

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
