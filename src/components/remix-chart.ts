import * as Plot from "npm:@observablehq/plot";
import type {CrossingRow, RemixPoint} from "../lib/cost/remix-sweep.js";
import {axisUsd} from "../lib/format/axis.js";
import {formatCount, formatUsd} from "../lib/format.js";
import {colors} from "./colors.js";
import {formatQuantity} from "./quantity.js";
import {ruledChart} from "./ruled-chart.js";
import {spread} from "./spread.js";
import {tierColor} from "./tiers.js";

export interface RemixChartOptions {
  readonly width?: number;
  /** Where the reader is now */
  readonly remixRate?: number;
  readonly crossings?: readonly CrossingRow[];
  /** What stands at a crossing: its rate and the day it is reached */
  readonly crossingText?: (row: CrossingRow) => string;
}

const HEIGHT = 400;
const MARGIN = {top: 26, bottom: 40, right: 84, left: 46};
const TICKS = [1 / 1000, 1 / 300, 1 / 100, 1 / 30, 1 / 10, 1 / 3];

/** The bill against the remix rate, both on log axes: API tiers are lines, rented cards a staircase. */
export function remixChart(
  points: readonly RemixPoint[],
  {width = 640, remixRate, crossings = [], crossingText = rateText}: RemixChartOptions = {}
): Element {
  const marks = crossings.map((row) => ({...row, text: crossingText(row)}));
  const draw = () => remixLines(points, {width, marks});
  return ruledChart({id: "remix", data: [width, points, marks], draw, x: remixRate});
}

interface Mark extends CrossingRow {
  readonly text: string;
}

function remixLines(
  points: readonly RemixPoint[],
  {width, marks}: {readonly width: number; readonly marks: readonly Mark[]}
) {
  const ends = points.filter((p, i) => p.tier !== points[i + 1]?.tier);
  const marked = marks.filter(
    (row) => row === marks.find(({tier}) => tier === row.tier) || row.cheaperAbove !== "api"
  );
  const rate = (value: number) => formatQuantity(value, "rate");
  return Plot.plot({
    width,
    height: HEIGHT,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {
      type: "log",
      label: "remixes per daily user and day (log) →",
      ticks: width < 500 ? TICKS.filter((_, i) => i !== 1 && i !== 3) : TICKS,
      tickFormat: rate
    },
    y: {type: "log", label: "↑ USD a month (log)", grid: true, tickFormat: axisUsd, ticks: 5},
    marks: [
      Plot.line(points, {
        x: "remixRate",
        y: "usd",
        z: "tier",
        stroke: (p: RemixPoint) => tierColor[p.tier],
        strokeWidth: 2.5,
        title: (p: RemixPoint) =>
          `${p.name} at ${rate(p.remixRate)}: ${formatUsd(p.usd)}, ${formatCount(Math.round(p.generations))} generations`,
        tip: true
      }),
      ...crossingMarks(marked),
      Plot.text(endLabels(ends, points), {
        x: "remixRate",
        y: "at",
        text: "tier",
        fill: (p: EndLabel) => tierColor[p.tier],
        fontWeight: 600,
        textAnchor: "start",
        dx: 6
      })
    ]
  });
}

/** Rings; their words by turns above to the left and below to the right, so that neighbours do not meet. */
function crossingMarks(rows: readonly Mark[]): Plot.Markish[] {
  const common = {
    x: "remixRate",
    y: "usd",
    text: "text",
    fill: "currentColor",
    stroke: colors.paper,
    strokeWidth: 5
  };
  const upper = rows.filter((_, i) => i % 2 === 0);
  const lower = rows.filter((_, i) => i % 2 === 1);
  return [
    Plot.dot(rows, {
      x: "remixRate",
      y: "usd",
      r: 5,
      fill: colors.paper,
      stroke: "currentColor",
      strokeWidth: 2
    }),
    Plot.text(upper, {...common, textAnchor: "end", lineAnchor: "bottom", dx: -8, dy: -5}),
    Plot.text(lower, {...common, textAnchor: "start", lineAnchor: "top", dx: 8, dy: 6})
  ];
}

function rateText({remixRate}: CrossingRow): string {
  return formatQuantity(remixRate, "rate");
}

interface EndLabel extends RemixPoint {
  readonly at: number;
}

/** Names at the ends of the lines, pushed apart on the log axis. */
function endLabels(ends: readonly RemixPoint[], points: readonly RemixPoint[]): EndLabel[] {
  const logs = points.map(({usd}) => Math.log(usd));
  const [min, max] = [Math.min(...logs), Math.max(...logs)];
  const perPixel = (max - min) / (HEIGHT - MARGIN.top - MARGIN.bottom);
  const places = spread(
    ends.map(({usd}) => Math.log(usd)),
    {gap: 15 * perPixel, min, max}
  );
  return ends.map((end, i) => ({...end, at: Math.exp(places[i] ?? 0)}));
}
