import * as Plot from "npm:@observablehq/plot";
import {axisCount, axisSeconds} from "../lib/format/axis.js";
import {formatPercent, formatRate, formatSeconds} from "../lib/format.js";
import type {RatePoint} from "../lib/sim/curves.js";
import type {SplitPoint} from "../lib/sim/split.js";
import {colors} from "./colors.js";

export const rateHeight = 300;

export type RateMeasure =
  "outputTokensPerSecond" | "ttftP99Seconds" | "tpotP99Seconds" | "goodRequestsPerSecond";

const labels: Readonly<Record<RateMeasure, string>> = {
  outputTokensPerSecond: "output (tokens/s)",
  ttftP99Seconds: "first token, 99 % within (log scale)",
  tpotP99Seconds: "each further token, 99 % within (log scale)",
  goodRequestsPerSecond: "answers in time (requests/s)"
};

type Point = RatePoint | SplitPoint;

/** The two lines of a chart: schedulers, or ways to use the cards. */
const lineColors: Readonly<Record<string, string>> = {
  static: colors.idle,
  continuous: colors.decode,
  together: colors.idle,
  apart: colors.decode
};

const lineOf = (point: Point) => ("way" in point ? point.way : point.batching);
const colorOf = (point: Point) => lineColors[lineOf(point)] ?? colors.ink;

const medians: Readonly<Partial<Record<RateMeasure, keyof RatePoint & keyof SplitPoint>>> = {
  ttftP99Seconds: "ttftP50Seconds",
  tpotP99Seconds: "tpotP50Seconds"
};

/** A figure of both lines along the rate of arrivals; a thin line is the median, a rule the limit. */
export function rateChart(
  points: readonly Point[],
  {
    width = 640,
    measure,
    limit
  }: {readonly width?: number; readonly measure: RateMeasure; readonly limit?: number}
): Element {
  const isTime = measure.endsWith("Seconds") && measure !== "goodRequestsPerSecond";
  const median = medians[measure];
  const names = [...new Set(points.map(lineOf))];
  const pointsOf = (name: string) => points.filter((point) => lineOf(point) === name);
  const line = (y: string, strokeWidth: number, strokeDasharray?: string) =>
    names.map((name) =>
      Plot.lineY(pointsOf(name), {
        x: "requestsPerSecond",
        y,
        stroke: colorOf,
        strokeWidth,
        strokeDasharray,
        marker: strokeWidth > 1
      })
    );
  return Plot.plot({
    width,
    height: rateHeight,
    marginLeft: 60,
    marginRight: 92,
    marginTop: 26,
    marginBottom: 42,
    x: {
      type: "log",
      label: "arrivals (requests/s, log scale)",
      labelArrow: false,
      labelAnchor: "center",
      tickFormat: String,
      ticks: 5
    },
    y: {
      type: isTime ? "log" : "linear",
      label: labels[measure],
      labelArrow: false,
      tickFormat: isTime ? axisSeconds : axisCount,
      ticks: 5,
      grid: true,
      zero: !isTime
    },
    marks: [
      ...(limit ? [Plot.ruleY([limit], {stroke: colors.bad, strokeDasharray: "4 3"})] : []),
      ...(median ? line(median, 1, "2 3") : []),
      ...line(measure, 2),
      Plot.text(
        names.flatMap((name) => pointsOf(name).at(-1) ?? []),
        {
          x: "requestsPerSecond",
          y: measure,
          text: lineOf,
          textAnchor: "start",
          dx: 10,
          fill: colorOf,
          fontSize: 12
        }
      ),
      Plot.tip(points, Plot.pointer({x: "requestsPerSecond", y: measure, title: pointText}))
    ]
  });
}

function pointText(point: Point): string {
  return [
    `${lineOf(point)} at ${formatRate(point.requestsPerSecond, "requests/s")}`,
    formatRate(point.outputTokensPerSecond, "tokens/s"),
    `first token ${formatSeconds(point.ttftP50Seconds)} median, ${formatSeconds(point.ttftP99Seconds)} p99`,
    `each further ${formatSeconds(point.tpotP50Seconds)} median, ${formatSeconds(point.tpotP99Seconds)} p99`,
    `${formatPercent(point.goodFraction)} in time`
  ].join("\n");
}
