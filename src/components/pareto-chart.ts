import * as Plot from "npm:@observablehq/plot";
import {axisSeconds, axisUsd} from "../lib/format/axis.js";
import {formatSeconds, formatUsd} from "../lib/format.js";
import {pointName, type CardPoint} from "../lib/planner/cards.js";
import {colors} from "./colors.js";

export const paretoHeight = 360;

/** Cards by monthly cost and time a token; a line joins those that no other beats. */
export function paretoChart(
  points: readonly CardPoint[],
  {
    width = 640,
    limit,
    chosen
  }: {readonly width?: number; readonly limit: number; readonly chosen: string}
): Element {
  const best = points.filter(({isBest}) => isBest);
  const color = ({isBest, isGood}: CardPoint) =>
    !isGood ? colors.bad : isBest ? colors.selfHosted : colors.muted;
  return Plot.plot({
    width,
    height: paretoHeight,
    marginLeft: 60,
    marginRight: 24,
    marginTop: 26,
    marginBottom: 44,
    inset: 24,
    x: {
      type: "log",
      label: "cost (USD a month, log scale)",
      labelArrow: false,
      labelAnchor: "center",
      tickFormat: axisUsd,
      ticks: costTicks(points, width < 520 ? 3 : 6)
    },
    y: {
      type: "log",
      label: "time for a token (log scale)",
      labelArrow: false,
      tickFormat: axisSeconds,
      ticks: 5,
      grid: true
    },
    marks: [
      Plot.ruleY([limit], {stroke: colors.bad, strokeDasharray: "4 3"}),
      Plot.line(best, {
        x: "usdPerMonth",
        y: "tpotSeconds",
        stroke: colors.selfHosted,
        strokeWidth: 1.5,
        curve: "step-after"
      }),
      Plot.dot(points, {
        x: "usdPerMonth",
        y: "tpotSeconds",
        fill: color,
        symbol: ({isGood}: CardPoint) => (isGood ? "circle" : "times"),
        stroke: ({gpuId}: CardPoint) => (gpuId === chosen ? colors.ink : colors.paper),
        strokeWidth: 2,
        r: 5
      }),
      ...labelRows(points, {width, chosen}).map((row, below) =>
        Plot.text(row, {
          x: "usdPerMonth",
          y: "tpotSeconds",
          text: pointName,
          dy: below === 0 ? -12 : 14,
          fontSize: 11,
          fill: colors.ink,
          stroke: colors.paper,
          strokeWidth: 4
        })
      ),
      Plot.tip(points, Plot.pointer({x: "usdPerMonth", y: "tpotSeconds", title: pointText}))
    ]
  });
}

/** Widths of a character and of the chart's margins and inset, pixels. */
const CHARACTER = 7;
const MARGINS = 132;
/** Points closer than this in height may have labels that meet, as a share of the range. */
const SAME_HEIGHT = 0.12;

/** Names to write: those above their points, and those below where two above would meet. */
function labelRows(
  points: readonly CardPoint[],
  {width, chosen}: {readonly width: number; readonly chosen: string}
): readonly [CardPoint[], CardPoint[]] {
  const x = positionIn(points.map(({usdPerMonth}) => usdPerMonth));
  const y = positionIn(points.map(({tpotSeconds}) => tpotSeconds));
  const meets = (a: CardPoint, b: CardPoint) => {
    const apart = Math.abs(x(a.usdPerMonth) - x(b.usdPerMonth)) * (width - MARGINS);
    const room = ((pointName(a).length + pointName(b).length) / 2) * CHARACTER;
    return apart < room && Math.abs(y(a.tpotSeconds) - y(b.tpotSeconds)) < SAME_HEIGHT;
  };
  const rows: [CardPoint[], CardPoint[]] = [[], []];
  for (const point of points.filter(({isBest, gpuId}) => isBest || gpuId === chosen)) {
    const row = rows.find((others) => !others.some((other) => meets(point, other)));
    row?.push(point);
  }
  return rows;
}

/** Where a value stands in the range of all, 0 to 1, on a log scale. */
function positionIn(values: readonly number[]): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) => (high > low ? (Math.log(value) - low) / (high - low) : 0.5);
}

/** Round sums of money within the points' range, not more than asked for. */
function costTicks(points: readonly CardPoint[], most: number): number[] {
  const costs = points.map(({usdPerMonth}) => usdPerMonth);
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const decades = [2, 3, 4, 5, 6].flatMap((n) => [1, 2, 5].map((step) => step * 10 ** n));
  const inside = decades.filter((usd) => usd >= low * 0.9 && usd <= high * 1.1);
  const every = Math.max(1, Math.ceil(inside.length / most));
  return inside.filter((_, i) => i % every === 0);
}

function pointText(point: CardPoint): string {
  const {usdPerMonth, tpotSeconds, ttftSeconds, tp, isGood} = point;
  return [
    `${pointName(point)}, ${tp} to a layer`,
    `${formatUsd(usdPerMonth)} a month`,
    `a token every ${formatSeconds(tpotSeconds)}, the first after ${Number.isNaN(ttftSeconds) ? "an unknown time" : formatSeconds(ttftSeconds)}`,
    isGood ? "within the limits" : "misses a limit"
  ].join("\n");
}
