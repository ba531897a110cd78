import * as Plot from "npm:@observablehq/plot";
import {axisPercent} from "../lib/format/axis.js";
import {formatPercent} from "../lib/format.js";
import type {AllocatorRun} from "../lib/sim/allocator-runs.js";
import {allocatorLabels} from "../lib/sim/paged-words.js";
import {dashes, series} from "./colors.js";

/** Figure 2 of the PagedAttention paper: memory that holds tokens, by allocator. */
export const published = {max: 0.204, pow2: 0.268, oracle: 0.382, paged: 0.963} as const;

export const fillHeight = 300;

/** Share of KV memory that holds tokens, in time, with the paper's figures at the right edge. */
export function fillChart(
  runs: readonly AllocatorRun[],
  {width = 640, height = fillHeight}: {readonly width?: number; readonly height?: number} = {}
): Element {
  const moments = runs.flatMap(({moments: own}) => own);
  const end = Math.max(...moments.map(({timeSeconds}) => timeSeconds));
  const color = new Map(runs.map(({name}, i) => [name, series[i]!]));
  const labels = runs.map(({name, moments: own}) => ({
    name,
    timeSeconds: end,
    usedFraction: own.at(-1)?.usedFraction ?? 0
  }));
  return Plot.plot({
    width,
    height,
    marginRight: 158,
    marginTop: 24,
    marginBottom: 40,
    x: {label: "time (s)", labelArrow: false, labelAnchor: "center", domain: [0, end * 1.02]},
    y: {
      label: "KV memory that holds tokens (%)",
      labelArrow: false,
      domain: [0, 1],
      tickFormat: axisPercent,
      grid: true
    },
    marks: [
      Plot.ruleY([0]),
      ...runs.map(({name, moments: own}, i) =>
        Plot.lineY(own, {
          x: "timeSeconds",
          y: "usedFraction",
          stroke: color.get(name),
          strokeDasharray: dashes[i],
          strokeWidth: 2
        })
      ),
      Plot.ruleY(Object.entries(published), {
        x1: end,
        x2: end * 1.02,
        y: ([, share]: [string, number]) => share,
        stroke: ([name]: [string, number]) => color.get(name as keyof typeof published),
        strokeWidth: 4
      }),
      Plot.text(spread(labels), {
        x: "timeSeconds",
        y: "at",
        text: ({name}: {name: keyof typeof published}) =>
          `${allocatorLabels[name]} (${formatPercent(published[name])})`,
        fill: ({name}: {name: keyof typeof published}) => color.get(name),
        textAnchor: "start",
        dx: 20,
        fontSize: 11
      }),
      Plot.tip(moments, Plot.pointer({x: "timeSeconds", y: "usedFraction", title: momentText}))
    ]
  });
}

function momentText({
  name,
  timeSeconds,
  usedFraction,
  running,
  waiting
}: AllocatorRun["moments"][number]): string {
  return `${allocatorLabels[name]} at ${timeSeconds.toFixed(1)} s\n${formatPercent(usedFraction)} of memory holds tokens\n${running} running, ${waiting} waiting`;
}

/** Labels pushed apart where lines end close to each other. */
function spread<T extends {readonly usedFraction: number}>(
  labels: readonly T[]
): (T & {at: number})[] {
  const apart = 0.07;
  const placed = [...labels].sort((a, b) => a.usedFraction - b.usedFraction);
  let last = -1;
  return placed.map((label) => {
    last = Math.min(1, Math.max(label.usedFraction, last + apart));
    return {...label, at: last};
  });
}
