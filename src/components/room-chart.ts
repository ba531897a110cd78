import * as Plot from "npm:@observablehq/plot";
import {axisCount} from "../lib/format/axis.js";
import {formatCount} from "../lib/format.js";
import type {AllocatorSummary} from "../lib/sim/allocator-runs.js";
import {allocatorLabels} from "../lib/sim/paged-words.js";
import {colors} from "./colors.js";

export const roomHeight = 190;

/** Requests at once, or tokens a second, by allocator. */
export function roomChart(
  runs: readonly AllocatorSummary[],
  {
    width = 640,
    measure
  }: {readonly width?: number; readonly measure: "meanRunning" | "outputTokensPerSecond"}
): Element {
  const label = measure === "meanRunning" ? "requests at once, mean" : "output (tokens/s)";
  const name = ({name: id}: AllocatorSummary) => allocatorLabels[id];
  return Plot.plot({
    width,
    height: roomHeight,
    marginLeft: 104,
    marginRight: 60,
    marginBottom: 40,
    x: {
      label,
      labelArrow: false,
      labelAnchor: "center",
      zero: true,
      tickFormat: axisCount,
      ticks: 5
    },
    y: {domain: runs.map(name), label: null, tickSize: 0},
    marks: [
      Plot.barX(runs, {
        y: name,
        x: measure,
        fill: measure === "meanRunning" ? colors.kv : colors.decode
      }),
      Plot.text(runs, {
        y: name,
        x: measure,
        text: (run: AllocatorSummary) => formatCount(Number(run[measure].toPrecision(3))),
        textAnchor: "start",
        dx: 5,
        fontSize: 12
      }),
      Plot.ruleX([0])
    ]
  });
}
