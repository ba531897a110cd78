import {svg} from "./dom.js";

export interface LegendItem {
  readonly text: string;
  /** Fill of the swatch */
  readonly fill: string;
}

export interface LegendBox {
  readonly left: number;
  readonly top: number;
  /** Where a row breaks, pixels */
  readonly width: number;
}

const ROW = 20;
const SWATCH = 12;
/** Width of a character of 12 pixel sans-serif text, generously. */
const CHARACTER = 6.7;

interface Placed extends LegendItem {
  readonly x: number;
  readonly y: number;
}

/** A legend inside a chart's own picture, so that downloads keep it; rows break like words. */
export function legend(items: readonly LegendItem[], box: LegendBox): SVGGElement {
  const entry = ({text, fill, x, y}: Placed): SVGGElement =>
    svg(
      "g",
      {transform: `translate(${x},${y})`},
      svg("rect", {width: SWATCH, height: SWATCH, style: `fill:${fill}`, stroke: "currentColor"}),
      svg("text", {x: SWATCH + 6, y: SWATCH - 2, fill: "currentColor"}, text)
    );
  return svg(
    "g",
    {"font-size": 12, "stroke-width": 0.5, "text-anchor": "start"},
    place(items, box).map(entry)
  );
}

/** Height that the rows of a legend take, pixels. */
export function legendHeight(items: readonly LegendItem[], width: number): number {
  const last = place(items, {left: 0, top: 0, width}).at(-1);
  return last ? last.y + ROW : 0;
}

function place(items: readonly LegendItem[], {left, top, width}: LegendBox): readonly Placed[] {
  let x = left;
  let y = top;
  return items.map((item) => {
    const size = SWATCH + 6 + item.text.length * CHARACTER + 14;
    if (x > left && x + size > left + width) {
      x = left;
      y += ROW;
    }
    const placed = {...item, x, y};
    x += size;
    return placed;
  });
}
