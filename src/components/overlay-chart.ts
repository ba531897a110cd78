import * as Plot from "npm:@observablehq/plot";
import type {Overlay, OverlayPoint} from "../lib/scenario/overlay.js";
import {significant} from "../lib/format/digits.js";
import {dashes, series} from "./colors.js";
import {spread} from "./spread.js";

export interface OverlayOptions {
  readonly width: number;
  /** Names of the scenarios, in order */
  readonly names: readonly string[];
}

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

/** Names that still stand apart at the ends of lines; more are told by the tip only. */
const MAX_LABELS = 14;
const HEIGHT = 320;
const TOP = 24;
const BOTTOM = 44;
/** Pixels of a letter at the end of a line. */
const LETTER = 6.5;

function lines(points: readonly Point[], overlay: Overlay, {width, names}: OverlayOptions) {
  const {isXLog, isYLog, xLabel, yLabel} = overlay;
  const mark = (i: number) =>
    Plot.line(
      points.filter(({scenario}) => scenario === i),
      {x: "x", y: "y", z: "name", stroke: "from", strokeDasharray: dashes[i], strokeWidth: 2}
    );
  const ends = endsOf(points);
  const isNamed = labelRoom(ends) < width / 3 && ends.length > 1 && ends.length <= MAX_LABELS;
  const plot = (marks: readonly Plot.Markish[]) =>
    Plot.plot({
      width,
      height: HEIGHT,
      marginLeft: 64,
      marginRight: isNamed ? labelRoom(ends) : 16,
      marginTop: TOP,
      marginBottom: BOTTOM,
      color: color(names),
      x: {label: xLabel, labelOffset: 40, tickFormat: short, ...(isXLog ? {type: "log"} : {})},
      y: {label: yLabel, grid: true, tickFormat: short, ...(isYLog ? {type: "log"} : {zero: true})},
      marks: [...[...names.keys()].map(mark), ...marks]
    });
  const tip = Plot.tip(points, Plot.pointer({x: "x", y: "y", title: tipOf}));
  if (!isNamed) return plot([tip]);
  const scale = plot([]).scale("y");
  return plot([...endLabels(ends, (y) => Number(scale?.apply(y))), tip]);
}

function tipOf({from, name, x, y}: Point): string {
  const what = [from, name].filter((word) => word !== "").join(", ");
  return `${what}\n${short(x)}: ${short(y)}`;
}

/** The last point of each name in the first scenario that has it. */
function endsOf(points: readonly Point[]): readonly Point[] {
  const names = [...new Set(points.map(({name}) => name))].filter((name) => name !== "");
  return names.flatMap((name) => {
    const scenario = points.find((point) => point.name === name)?.scenario;
    return points.findLast((point) => point.name === name && point.scenario === scenario) ?? [];
  });
}

function labelRoom(ends: readonly Point[]): number {
  return 16 + LETTER * Math.max(...ends.map(({name}) => name.length));
}

function endLabels(ends: readonly Point[], topOf: (y: number) => number) {
  const tops = ends.map(({y}) => topOf(y));
  const moved = spread(tops, {gap: 13, min: TOP, max: HEIGHT - BOTTOM});
  return ends.map((end, i) =>
    Plot.text([end], {
      x: "x",
      y: "y",
      text: "name",
      dx: 8,
      dy: (moved[i] ?? 0) - (tops[i] ?? 0),
      textAnchor: "start",
      fill: "var(--theme-foreground)"
    })
  );
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
      Plot.barX(shown, {
        x: "y",
        y: "from",
        fy: "name",
        fill: "from",
        insetTop: 1,
        insetBottom: 1,
        title: ({from, name, y}: Point) => `${from}, ${name}: ${short(y)}`,
        tip: true
      }),
      Plot.ruleX([0])
    ]
  });
}
