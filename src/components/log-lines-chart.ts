import * as Plot from "npm:@observablehq/plot";
import {colors, dashes, series} from "./colors.js";
import {el, svg} from "./dom.js";
import {legend} from "./legend.js";
import {spread} from "./spread.js";

export interface LinePoint {
  /** Which line */
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface LogAxis {
  /** With its unit; "log scale" is added */
  readonly label: string;
  readonly format: (value: number) => string;
  /** Ticks stand at powers of it: octaves by default */
  readonly base?: number;
  /** Powers between ticks */
  readonly step?: number;
}

export interface LogLinesOptions {
  readonly width?: number;
  /** Height of the plot without a legend */
  readonly height?: number;
  readonly x: LogAxis;
  readonly y: LogAxis;
  readonly tip: (point: LinePoint) => string;
  /** A line drawn boldly */
  readonly highlight?: string;
  /** Points marked with a diamond */
  readonly diamonds?: readonly LinePoint[];
  /** Points marked with a dot, as on a line of few points */
  readonly dots?: boolean;
  /** Colours of lines by name, where a line means more than "another one" */
  readonly stroke?: Readonly<Record<string, string>>;
}

interface Frame {
  readonly names: readonly string[];
  readonly x: readonly [min: number, max: number];
  readonly y: readonly [min: number, max: number];
  readonly isNarrow: boolean;
  readonly height: number;
}

const TOP = 26;
const BOTTOM = 50;
const LABELS = 156;

/** Lines over two logarithmic axes, each named at its end, or in a legend where there is no room. */
export function logLinesChart(
  points: readonly LinePoint[],
  {width = 640, height = 400, ...options}: LogLinesOptions
): Element {
  const frame = frameOf(points, {width, height});
  const plot = Plot.plot({
    width,
    height,
    style: {fontSize: "12px"},
    marginLeft: 66,
    marginRight: frame.isNarrow ? 14 : LABELS,
    marginTop: TOP,
    marginBottom: BOTTOM,
    x: scaleOf(options.x, frame.x),
    y: {...scaleOf(options.y, frame.y), grid: true},
    marks: [
      ...frame.names.map((name) => lineOf(points, {name, frame, options})),
      options.dots
        ? Plot.dot(points, {
            x: "x",
            y: "y",
            r: 3,
            fill: (p: LinePoint) => strokeOf(p.name, frame, options)
          })
        : null,
      Plot.dot(options.diamonds ?? [], diamond),
      ...(frame.isNarrow ? [] : endLabels(points, frame, options)),
      Plot.tip(points, Plot.pointer({x: "x", y: "y", title: options.tip}))
    ]
  });
  rules.set(plot, {line: ruleOf(plot, height), apply: (x) => Number(plot.scale("x")?.apply(x))});
  if (!frame.isNarrow) return plot;
  const items = frame.names.map((label) => ({label, fill: strokeOf(label, frame, options)}));
  return el("div", {}, plot, legend(items, {width}));
}

interface Rule {
  readonly line: SVGLineElement;
  /** Pixels from the left at a value of x */
  readonly apply: (x: number) => number;
}

const rules = new WeakMap<Element, Rule>();

function ruleOf(plot: Element, height: number): SVGLineElement {
  const line = svg("line", {
    y1: TOP,
    y2: height - BOTTOM,
    style: `stroke:${colors.muted}`,
    "stroke-dasharray": "2 3",
    visibility: "hidden"
  });
  plot.append(line);
  return line;
}

/** Marks a value of x across the lines of a chart that is drawn already; none hides the mark. */
export function moveRule(chart: Element, x: number | undefined): void {
  const plots = [chart, ...chart.querySelectorAll("svg")];
  const rule = plots.flatMap((plot) => rules.get(plot) ?? [])[0];
  if (!rule) return;
  const at = x === undefined ? NaN : rule.apply(x);
  rule.line.setAttribute("visibility", Number.isFinite(at) ? "visible" : "hidden");
  if (!Number.isFinite(at)) return;
  rule.line.setAttribute("x1", String(at));
  rule.line.setAttribute("x2", String(at));
}

const diamond = {
  x: "x",
  y: "y",
  symbol: "diamond2",
  r: 5,
  fill: colors.paper,
  stroke: colors.weights,
  strokeWidth: 2.5
} as const;

function frameOf(
  points: readonly LinePoint[],
  {width, height}: {readonly width: number; readonly height: number}
): Frame {
  const xs = points.map(({x}) => x);
  const ys = points.map(({y}) => y);
  return {
    names: [...new Set(points.map(({name}) => name))],
    x: [Math.min(...xs), Math.max(...xs)],
    y: [Math.min(...ys), Math.max(...ys)],
    isNarrow: width < 540,
    height
  };
}

function scaleOf(
  {label, format, base = 2, step = 1}: LogAxis,
  domain: readonly [min: number, max: number]
) {
  return {
    type: "log",
    base,
    domain,
    label: `${label}, log scale`,
    labelArrow: false,
    ticks: powerTicks(domain, {base, step}),
    tickFormat: format
  } as const;
}

type Look = Pick<LogLinesOptions, "stroke" | "highlight">;

function strokeOf(name: string, {names}: Frame, {stroke}: Look): string {
  return stroke?.[name] ?? series[names.indexOf(name) % series.length] ?? colors.ink;
}

function lineOf(
  points: readonly LinePoint[],
  {name, frame, options}: {readonly name: string; readonly frame: Frame; readonly options: Look}
) {
  return Plot.line(
    points.filter((point) => point.name === name),
    {
      x: "x",
      y: "y",
      stroke: strokeOf(name, frame, options),
      strokeDasharray: dashes[frame.names.indexOf(name) % dashes.length],
      strokeWidth: name === options.highlight ? 3.5 : 1.75
    }
  );
}

function endLabels(points: readonly LinePoint[], frame: Frame, look: Look) {
  const [min, max] = frame.y;
  const topOf = (y: number): number =>
    TOP + (Math.log(max / y) / Math.log(max / min)) * (frame.height - TOP - BOTTOM);
  const ends = frame.names.flatMap((name) => points.findLast((point) => point.name === name) ?? []);
  const tops = ends.map(({y}) => topOf(y));
  const bounds = {gap: 14, min: TOP, max: frame.height - BOTTOM};
  const moved = spread(tops, bounds);
  return ends.map((end, i) =>
    Plot.text([end], {
      x: "x",
      y: "y",
      text: "name",
      dx: 8,
      dy: (moved[i] ?? 0) - (tops[i] ?? 0),
      textAnchor: "start",
      fill: strokeOf(end.name, frame, look),
      fontSize: 12,
      fontWeight: end.name === look.highlight ? 600 : 400
    })
  );
}

/** Powers of a base inside a range, `step` of them apart. */
export function powerTicks(
  [min, max]: readonly [min: number, max: number],
  {base = 2, step = 1}: {readonly base?: number; readonly step?: number} = {}
): readonly number[] {
  const powerOf = (value: number): number => Number((Math.log(value) / Math.log(base)).toFixed(9));
  const first = Math.ceil(powerOf(min) / step) * step;
  const n = Math.floor((powerOf(max) - first) / step);
  return Array.from({length: Math.max(0, n + 1)}, (_, i) => base ** (first + i * step));
}
