import * as Plot from "npm:@observablehq/plot";
import {formatRatio} from "../lib/format.js";
import type {SpreadPoint} from "../lib/sim/batching-study.js";
import {colors} from "./colors.js";

export const spreadHeight = 300;

/** Gain of continuous batches along the spread of answers; the band is the chapter's 2 to 4 times. */
export function spreadChart(
  points: readonly SpreadPoint[],
  {width = 640}: {readonly width?: number} = {}
): Element {
  const last = points.at(-1);
  return Plot.plot({
    width,
    height: spreadHeight,
    marginLeft: 46,
    marginRight: 150,
    marginTop: 26,
    marginBottom: 42,
    x: {
      label: "spread of answers (deviation / mean)",
      labelArrow: false,
      labelAnchor: "center",
      ticks: 6
    },
    y: {
      label: "tokens/s, continuous over static (×)",
      labelArrow: false,
      domain: [0, Math.max(5, ...points.map(({longestOverMean}) => longestOverMean))],
      grid: true,
      ticks: 6,
      tickFormat: (ratio: number) => `${ratio}×`
    },
    marks: [
      Plot.rect([0], {
        x1: 0,
        x2: last?.cv ?? 1,
        y1: 2,
        y2: 4,
        fill: colors.good,
        fillOpacity: 0.15
      }),
      Plot.lineY(points, {
        x: "cv",
        y: "longestOverMean",
        stroke: colors.muted,
        strokeDasharray: "5 3"
      }),
      Plot.lineY(points, {x: "cv", y: "gain", stroke: colors.decode, strokeWidth: 2, marker: true}),
      ...(last
        ? [
            Plot.text([last], {
              x: "cv",
              y: "gain",
              text: () => "gain",
              ...label,
              fill: colors.decode
            }),
            Plot.text([last], {
              x: "cv",
              y: "longestOverMean",
              text: () => "longest / mean answer\nof a batch",
              ...label,
              fill: colors.muted
            })
          ]
        : []),
      Plot.text([0], {
        x: 0.02,
        y: 3.8,
        text: () => "2 to 4 times",
        textAnchor: "start",
        fontSize: 11,
        fill: colors.ink
      }),
      Plot.ruleY([1]),
      Plot.tip(
        points,
        Plot.pointerX({
          x: "cv",
          y: "gain",
          title: ({cv, gain, longestOverMean}: SpreadPoint) =>
            `spread ${cv}: ${formatRatio(gain)}\nlongest over mean ${formatRatio(longestOverMean)}`
        })
      )
    ]
  });
}

const label = {textAnchor: "start", dx: 8, fontSize: 12} as const;
