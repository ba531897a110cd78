import * as Plot from "npm:@observablehq/plot";
import type {Overlay, OverlayPoint} from "../lib/scenario/overlay.js";
import {significant} from "../lib/format/digits.js";
import {series} from "./colors.js";

export interface OverlayOptions {
  readonly width: number;
  /** Names of the scenarios, in order */
  readonly names: readonly string[];
}

const dashes = ["", "6,3", "2,2", "8,3,2,3"];
/** Names on the vertical axis of bars that stay readable. */
const MAX_BARS = 24;

const short = (value: number) => {
  if (value === 0) return "0";
  const step = Math.floor(Math.log10(Math.abs(value)) / 3);
  const unit = ["", "k", "M", "G", "T", "P"][step];
  return unit === undefined
    ? value.toExponential(1)
    : `${significant(value / 1000 ** step, 3)}${unit}`;
};

/** The same chart of several scenarios in one: a colour and a dash each. */
export function overlayChart(overlay: Overlay, {width, names}: OverlayOptions): Element {
  const points = overlay.points.map((point) => ({...point, from: names[point.scenario] ?? ""}));
  return overlay.kind === "lines"
    ? lines(points, overlay, {width, names})
    : bars(points, overlay, {width, names});
}

type Point = OverlayPoint & {readonly from: string};

const color = (names: readonly string[]) => ({
  domain: [...names],
  range: names.map((_, i) => series[i] ?? "currentColor")
});

function lines(points: readonly Point[], overlay: Overlay, {width, names}: OverlayOptions) {
  const {isXLog, isYLog, xLabel, yLabel} = overlay;
  const mark = (i: number) =>
    Plot.line(
      points.filter(({scenario}) => scenario === i),
      {x: "x", y: "y", z: "name", stroke: "from", strokeDasharray: dashes[i], strokeWidth: 2}
    );
  return Plot.plot({
    width,
    height: 320,
    marginLeft: 64,
    marginBottom: 44,
    color: color(names),
    x: {label: xLabel, labelOffset: 40, tickFormat: short, ...(isXLog ? {type: "log"} : {})},
    y: {label: yLabel, grid: true, tickFormat: short, ...(isYLog ? {type: "log"} : {zero: true})},
    marks: [...names.keys()].map(mark)
  });
}

function bars(points: readonly Point[], overlay: Overlay, {width, names}: OverlayOptions) {
  const rows = [...new Set(points.map(({name}) => name))].slice(0, MAX_BARS);
  const shown = points.filter(({name}) => rows.includes(name));
  return Plot.plot({
    width,
    marginLeft: Math.min(240, 16 + 7 * Math.max(0, ...rows.map((name) => name.length))),
    height: 60 + rows.length * (10 * names.length + 10),
    color: color(names),
    fy: {domain: rows, label: null},
    y: {domain: [...names], axis: null},
    marginBottom: 44,
    x: {
      label: overlay.yLabel,
      labelOffset: 40,
      ticks: width / 90,
      tickFormat: short,
      grid: true,
      zero: true
    },
    marks: [
      Plot.barX(shown, {x: "y", y: "from", fy: "name", fill: "from", insetTop: 1, insetBottom: 1}),
      Plot.ruleX([0])
    ]
  });
}
