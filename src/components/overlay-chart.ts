import * as Plot from "npm:@observablehq/plot";
import type {Overlay, OverlayPoint, ScenarioColumn} from "../lib/scenario/overlay.js";
import {axisCount, axisGb, axisSeconds, axisUsd} from "../lib/format/axis.js";
import {colors, dashes, series} from "./colors.js";
import {el} from "./dom.js";
import {legend} from "./legend.js";
import {textRoom} from "./text-room.js";

export interface OverlayOptions {
  readonly width: number;
  /** Names of the scenarios, in order */
  readonly names: readonly string[];
}

/** Names on the vertical axis of bars that stay readable. */
const MAX_BARS = 24;
/** Pixels of a panel of lines. */
const PANEL = {width: 300, height: 190} as const;

/** The same chart of several scenarios in one: a colour each, a dash to a line, a panel to each name. */
export function overlayChart(overlay: Overlay, {width, names}: OverlayOptions): Element {
  const points = overlay.points.map((point) => ({...point, from: names[point.scenario] ?? ""}));
  const {x} = overlay;
  const chart = x
    ? panels(points, {...overlay, x}, {width, names})
    : bars(points, overlay, {width, names});
  const items = names.map((label, i) => ({label, fill: series[i] ?? "currentColor"}));
  return el("div", {}, legend(items, {width}), chart);
}

type Point = OverlayPoint & {readonly from: string};

const wordsOf = ({from, name}: Point) => [from, name].filter((word) => word !== "").join(", ");

const color = (names: readonly string[]) => ({
  domain: [...names],
  range: names.map((_, i) => series[i] ?? "currentColor")
});

const labelOf = ({label, unit}: ScenarioColumn) =>
  /^(B|s|)$/.test(unit) ? label : `${label} (${unit})`;

/** A value on an axis: in the unit's own prefixes, as its table prints a share, or as a count. */
function tick({unit, format}: ScenarioColumn): (value: number) => string {
  if (unit === "B") return axisGb;
  if (unit === "s") return axisSeconds;
  if (unit.startsWith("USD")) return axisUsd;
  return format?.(0.5)?.endsWith("%") ? format : axisCount;
}

/** Lines of one name in a panel, panels in rows, all on the same axes. */
function panels(
  points: readonly Point[],
  overlay: Overlay & {x: ScenarioColumn},
  {width, names}: OverlayOptions
) {
  const {isXLog, isYLog, x, y} = overlay;
  const lines = [...new Set(points.map(({name}) => name))];
  const nColumns = Math.min(lines.length, Math.max(1, Math.floor(width / PANEL.width)));
  const nRows = Math.ceil(lines.length / nColumns);
  const place = (name: string) => {
    const i = lines.indexOf(name);
    return {fx: i % nColumns, fy: Math.floor(i / nColumns)};
  };
  const placed = points.map((point) => ({...point, ...place(point.name)}));
  const titles = lines.map((name) => ({name, ...place(name)}));
  const mark = (i: number) =>
    Plot.line(
      placed.filter(({scenario}) => scenario === i),
      {
        x: "x",
        y: "y",
        z: "name",
        fx: "fx",
        fy: "fy",
        stroke: "from",
        strokeDasharray: dashes[i],
        strokeWidth: 2
      }
    );
  return Plot.plot({
    width,
    height: (lines.length > 1 ? PANEL.height * nRows : 300) + 64,
    marginLeft: 72,
    marginTop: 34,
    insetTop: lines.length > 1 ? 20 : 0,
    marginBottom: 44,
    color: color(names),
    fx: {axis: null},
    fy: {axis: null},
    x: {
      label: labelOf(x),
      labelOffset: 40,
      ticks: width / nColumns / 90,
      tickFormat: tick(x),
      ...(isXLog ? {type: "log"} : {})
    },
    y: {
      label: labelOf(y),
      labelOffset: 66,
      grid: true,
      ticks: 4,
      tickFormat: tick(y),
      ...(isYLog ? {type: "log"} : {zero: true})
    },
    marks: [
      Plot.frame({stroke: colors.faint}),
      [...names.keys()].map(mark),
      Plot.tip(
        placed,
        Plot.pointer({
          x: "x",
          y: "y",
          fx: "fx",
          fy: "fy",
          title: (point: Point) => `${wordsOf(point)}\n${tick(x)(point.x)}: ${tick(y)(point.y)}`
        })
      ),
      lines.length > 1
        ? Plot.text(titles, {
            text: "name",
            fx: "fx",
            fy: "fy",
            frameAnchor: "top-left",
            dx: 4,
            dy: 4,
            fontWeight: 600,
            stroke: colors.paper,
            fill: colors.ink,
            lineWidth: 22
          })
        : null
    ]
  });
}

function bars(points: readonly Point[], {y}: Overlay, {width, names}: OverlayOptions) {
  const rows = [...new Set(points.map(({name}) => name))].slice(0, MAX_BARS);
  const shown = points.filter(({name}) => rows.includes(name));
  const wanted = textRoom(rows, 0);
  const room = Math.min(0.4 * width, wanted);
  return Plot.plot({
    width,
    marginLeft: room,
    marginBottom: 44,
    height: 60 + rows.length * (10 * names.length + 14),
    color: color(names),
    fy: {domain: rows, axis: null},
    y: {domain: [...names], axis: null},
    x: {
      label: labelOf(y),
      labelOffset: 40,
      ticks: (width - room) / 90,
      tickFormat: tick(y),
      grid: true,
      zero: true
    },
    marks: [
      Plot.text(rows, {
        text: (name: string) => name,
        fy: (name: string) => name,
        frameAnchor: "left",
        textAnchor: "end",
        dx: -8,
        lineWidth: room < wanted ? room / 12 - 1 : Infinity
      }),
      Plot.barX(shown, {
        x: "y",
        y: "from",
        fy: "name",
        fill: "from",
        insetTop: 1,
        insetBottom: 1,
        title: (point: Point) => `${wordsOf(point)}: ${tick(y)(point.y)}`,
        tip: true
      }),
      Plot.ruleX([0])
    ]
  });
}
