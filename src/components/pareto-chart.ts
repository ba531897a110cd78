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
      ticks: width < 520 ? 2 : 5
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
      Plot.text(
        points.filter(({isBest, gpuId}) => isBest || gpuId === chosen),
        {
          x: "usdPerMonth",
          y: "tpotSeconds",
          text: pointName,
          dy: -12,
          fontSize: 11,
          fill: colors.ink,
          stroke: colors.paper,
          strokeWidth: 4
        }
      ),
      Plot.tip(points, Plot.pointer({x: "usdPerMonth", y: "tpotSeconds", title: pointText}))
    ]
  });
}

function pointText(point: CardPoint): string {
  const {usdPerMonth, tpotSeconds, ttftSeconds, tp, isGood} = point;
  return [
    `${pointName(point)}, ${tp} to a layer`,
    `${formatUsd(usdPerMonth)} a month`,
    `a token every ${formatSeconds(tpotSeconds)}, the first after ${formatSeconds(ttftSeconds)}`,
    isGood ? "within the limits" : "misses a limit"
  ].join("\n");
}
