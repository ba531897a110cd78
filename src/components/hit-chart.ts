import * as Plot from "npm:@observablehq/plot";
import type {HitPoint} from "../lib/cost/hit-sweep.js";
import {axisPercent, axisUsd} from "../lib/format/axis.js";
import {formatPercent, formatUsd} from "../lib/format.js";
import {colors, patterned} from "./colors.js";
import {ruledChart} from "./ruled-chart.js";
import {spread} from "./spread.js";
import {textRoom} from "./text-room.js";
import {tierColor} from "./tiers.js";

export interface HitChartOptions {
  readonly width?: number;
  /** Where the reader is now */
  readonly hitFraction?: number;
}

const HEIGHT = 340;
const MARGIN = {top: 24, bottom: 38, right: 136, left: 46};
const NARROW = {below: 500, right: 88};

/** The bill against the hit rate, a line for each tier; what output keeps of the dearest is shaded. */
export function hitChart(
  points: readonly HitPoint[],
  {width = 640, hitFraction}: HitChartOptions = {}
): Element {
  const draw = () => hitLines(points, width);
  return ruledChart({id: "hit", data: [width, points], draw, x: hitFraction});
}

function hitLines(points: readonly HitPoint[], width: number) {
  const shown = points.filter(({usd}) => Number.isFinite(usd));
  const top = Math.max(...shown.map(({usd}) => usd), 1);
  const ends = shown.filter((p, i) => p.tier !== shown[i + 1]?.tier);
  const shaded = shown.filter(({tier, outputUsd}) => tier === shown[0]?.tier && outputUsd !== null);
  const labels = endLabels(ends, {top});
  const isNarrow = width < NARROW.below;
  const labelOf = (p: HitPoint) => (isNarrow ? p.tier : `${p.tier} ${formatUsd(p.usd)}`);
  return Plot.plot({
    width,
    height: HEIGHT,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    marginRight: textRoom(ends.map(labelOf), isNarrow ? NARROW.right : MARGIN.right),
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {label: "cache hit rate →", tickFormat: axisPercent, ticks: isNarrow ? 4 : 8},
    y: {label: "↑ USD a month", domain: [0, top], grid: true, tickFormat: axisUsd, ticks: 6},
    marks: [
      ...outputMarks(shaded),
      Plot.ruleY([0]),
      Plot.lineY(shown, {
        x: "hitFraction",
        y: "usd",
        z: "tier",
        stroke: (p: HitPoint) => tierColor[p.tier],
        strokeWidth: 2.5,
        title: (p: HitPoint) =>
          `${p.name} at ${formatPercent(p.hitFraction)} hits: ${formatUsd(p.usd)}`,
        tip: true
      }),
      Plot.text(labels, {
        x: "hitFraction",
        y: "at",
        text: labelOf,
        fill: (p: EndLabel) => tierColor[p.tier],
        fontWeight: 600,
        textAnchor: "start",
        dx: 6
      })
    ]
  });
}

/** What of a tier's bill no hit can lower. */
function outputMarks(shaded: readonly HitPoint[]) {
  const output = shaded[0]?.outputUsd ?? 0;
  return [
    Plot.areaY(shaded, {
      x: "hitFraction",
      y: "outputUsd",
      fill: patterned("output"),
      fillOpacity: 0.45
    }),
    Plot.text([shaded[0]], {
      x: 0,
      y: output,
      text: () => `${shaded[0]?.tier} output, ${formatUsd(output)}: no hit touches it`,
      textAnchor: "start",
      dx: 6,
      dy: 12,
      stroke: colors.paper,
      strokeWidth: 5,
      fill: "currentColor"
    })
  ];
}

interface EndLabel extends HitPoint {
  readonly at: number;
}

/** Labels at the ends of the lines, pushed apart where lines end close together. */
function endLabels(ends: readonly HitPoint[], {top}: {readonly top: number}): EndLabel[] {
  const usdPerPixel = top / (HEIGHT - MARGIN.top - MARGIN.bottom);
  const places = spread(
    ends.map(({usd}) => usd),
    {gap: 15 * usdPerPixel, min: 6 * usdPerPixel, max: top}
  );
  return ends.map((end, i) => ({...end, at: places[i] ?? end.usd}));
}
