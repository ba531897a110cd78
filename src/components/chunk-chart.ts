import * as Plot from "npm:@observablehq/plot";
import {axisSeconds} from "../lib/format/axis.js";
import {formatSeconds} from "../lib/format.js";
import type {ChunkPicture, GapPoint} from "../lib/sim/chunk-picture.js";
import {colors} from "./colors.js";

export const chunkHeight = 280;

/** Each token of the running readers by when it came, and how long it was waited for. */
export function chunkChart(
  pictures: readonly ChunkPicture[],
  {width = 640}: {readonly width?: number} = {}
): Element {
  const points = pictures.flatMap((picture) => picture.points);
  const color = ({isChunked}: GapPoint) => (isChunked ? colors.decode : colors.prefill);
  const name = (isChunked: boolean) => (isChunked ? "prompt in pieces" : "prompt whole");
  const highest = pictures.map(({points: own}) =>
    own.reduce((a, b) => (b.gapSeconds > a.gapSeconds ? b : a))
  );
  return Plot.plot({
    width,
    height: chunkHeight,
    marginLeft: 60,
    marginRight: 84,
    marginTop: 26,
    marginBottom: 42,
    x: {
      label: "time since the long prompt came",
      labelArrow: false,
      labelAnchor: "center",
      tickFormat: axisSeconds,
      ticks: 6
    },
    y: {
      type: "log",
      label: "wait for a token (log scale)",
      labelArrow: false,
      tickFormat: axisSeconds,
      ticks: 4,
      grid: true
    },
    marks: [
      Plot.lineY(points, {
        x: "timeSeconds",
        y: "gapSeconds",
        z: "isChunked",
        stroke: color,
        strokeWidth: 1
      }),
      Plot.dot(points, {
        x: "timeSeconds",
        y: "gapSeconds",
        fill: color,
        symbol: ({isChunked}: GapPoint) => (isChunked ? "circle" : "square"),
        r: 3.5
      }),
      Plot.text(highest, {
        x: "timeSeconds",
        y: "gapSeconds",
        text: ({isChunked, gapSeconds}: GapPoint) =>
          `${name(isChunked)}: ${formatSeconds(gapSeconds)}`,
        dy: -12,
        textAnchor: "middle",
        fill: color,
        fontSize: 12
      }),
      Plot.tip(
        points,
        Plot.pointer({
          x: "timeSeconds",
          y: "gapSeconds",
          title: ({isChunked, gapSeconds, timeSeconds}: GapPoint) =>
            `${name(isChunked)}\n${formatSeconds(gapSeconds)} at ${formatSeconds(timeSeconds)}`
        })
      )
    ]
  });
}
