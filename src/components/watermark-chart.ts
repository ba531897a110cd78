import * as Plot from "npm:@observablehq/plot";
import {axisCount} from "../lib/format/axis.js";
import {formatCount, formatPercent, formatRate} from "../lib/format.js";
import {significant} from "../lib/format/digits.js";
import type {WatermarkPoint} from "../lib/sim/curves.js";
import {colors} from "./colors.js";

export const watermarkHeight = 240;

/** Sequences thrown out, or tokens a second, by the share of blocks that must stay free. */
export function watermarkChart(
  points: readonly WatermarkPoint[],
  {
    width = 640,
    measure
  }: {readonly width?: number; readonly measure: "preemptionsPerAnswer" | "outputTokensPerSecond"}
): Element {
  const isRate = measure === "outputTokensPerSecond";
  const label = isRate ? "output (tokens/s)" : "thrown out (times in 100 answers)";
  const valueOf = (point: WatermarkPoint) => (isRate ? point[measure] : 100 * point[measure]);
  const text = (value: number) => (isRate ? formatCount(Math.round(value)) : significant(value, 2));
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
        y: valueOf,
        fill: isRate ? colors.decode : colors.bad,
        title: pointText,
        tip: true
      }),
      Plot.text(points, {
        x: name,
        y: valueOf,
        text: (point: WatermarkPoint) => text(valueOf(point)),
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
    `thrown out ${significant(100 * point.preemptionsPerAnswer, 2)} times in 100 answers`,
    `${significant(point.recomputedPerAnswer, 2)} tokens read again for each answer`,
    formatRate(point.outputTokensPerSecond, "tokens/s")
  ].join("\n");
}
