import * as Plot from "npm:@observablehq/plot";
import {axisCount} from "../lib/format/axis.js";
import {formatCount, formatPercent, formatRate, formatSeconds} from "../lib/format.js";
import type {WatermarkPoint} from "../lib/sim/curves.js";
import {colors} from "./colors.js";

export const watermarkHeight = 240;

/** Sequences thrown out, or tokens a second, by the share of blocks that must stay free. */
export function watermarkChart(
  points: readonly WatermarkPoint[],
  {
    width = 640,
    measure
  }: {readonly width?: number; readonly measure: "preemptions" | "outputTokensPerSecond"}
): Element {
  const label = measure === "preemptions" ? "thrown out (requests)" : "output (tokens/s)";
  const name = ({watermarkFraction}: WatermarkPoint) => formatPercent(watermarkFraction);
  return Plot.plot({
    width,
    height: watermarkHeight,
    marginLeft: 60,
    marginTop: 26,
    marginBottom: 42,
    x: {
      domain: points.map(name),
      label: "blocks that stay free when a request is let in (%)",
      labelAnchor: "center",
      labelArrow: false,
      tickSize: 0
    },
    y: {label, labelArrow: false, zero: true, grid: true, ticks: 4, tickFormat: axisCount},
    marks: [
      Plot.barY(points, {
        x: name,
        y: measure,
        fill: measure === "preemptions" ? colors.bad : colors.decode,
        title: pointText,
        tip: true
      }),
      Plot.text(points, {
        x: name,
        y: measure,
        text: (point: WatermarkPoint) => formatCount(Math.round(point[measure])),
        dy: -7,
        fontSize: 11
      }),
      Plot.ruleY([0])
    ]
  });
}

function pointText(point: WatermarkPoint): string {
  return [
    `${formatPercent(point.watermarkFraction)} kept free`,
    `${formatCount(point.preemptions)} thrown out, ${formatCount(point.recomputedTokens)} tokens read again`,
    formatRate(point.outputTokensPerSecond, "tokens/s"),
    `first token ${formatSeconds(point.ttftP50Seconds)} median`
  ].join("\n");
}
