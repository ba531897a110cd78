import {svg} from "./dom.js";

export interface LegendItem {
  readonly label: string;
  /** A colour or a pattern */
  readonly fill: string;
}

/** Width of a character of 12 pixel sans-serif text, generously. */
const CHAR = 6.7;
const SWATCH = 18;
const GAP = 16;
const LINE = 20;

/** What the fills of a chart mean, as a picture of its own below or above the chart. */
export function legend(
  items: readonly LegendItem[],
  {width}: {readonly width: number}
): SVGSVGElement {
  const height = legendHeight(items, width);
  const size = {width, height, viewBox: `0 0 ${width} ${height}`};
  return svg("svg", {...size, "aria-hidden": "true"}, legendMarks(items, width));
}

/** Swatches with their words, in lines that break like text; for the inside of a chart. */
export function legendMarks(items: readonly LegendItem[], width: number): SVGGElement {
  const entries = places(items, width).map(({label, fill, x, y}) =>
    svg(
      "g",
      {transform: `translate(${x},${y})`},
      svg("rect", {y: 3, width: 12, height: 12, style: `fill:${fill}`}),
      svg("text", {x: SWATCH, y: 13, style: "font-size:12px;fill:currentColor"}, label)
    )
  );
  return svg("g", {"text-anchor": "start"}, entries);
}

/** Height of the lines of a legend, pixels. */
export function legendHeight(items: readonly LegendItem[], width: number): number {
  return (places(items, width).at(-1)?.y ?? 0) + LINE;
}

function places(items: readonly LegendItem[], width: number) {
  let [x, y] = [0, 0];
  return items.map((item) => {
    const length = SWATCH + item.label.length * CHAR;
    if (x > 0 && x + length > width) [x, y] = [0, y + LINE];
    const place = {...item, x, y};
    x += length + GAP;
    return place;
  });
}
