import * as Plot from "npm:@observablehq/plot";
import type {CeilingDot, CeilingLine, CeilingPicture, MeasuredDot} from "../lib/ceilings.js";
import {axisCount, axisGb} from "../lib/format/axis.js";
import {formatBytes, formatPercent, formatRate} from "../lib/format.js";
import {colors, series} from "./colors.js";
import {svg} from "./dom.js";

export interface CeilingOptions {
  readonly width?: number;
  readonly height?: number;
}

type Domain = readonly [low: number, high: number];

const symbols = ["circle", "diamond", "triangle"] as const;

/** Height of the chart, pixels. */
export const ceilingHeight = 420;

/** Tokens per second of one reader against the bytes that a token moves: a line 1/x for each card. */
export function ceilingChart(
  {dots, measured, lines}: CeilingPicture,
  {width = 640, height = ceilingHeight}: CeilingOptions = {}
): Element {
  const isNarrow = width < 520;
  const x: Domain = extent([...dots, ...measured].map(({bytes}) => bytes));
  const y: Domain = [
    Math.min(...lines.map(({bytesPerSecond}) => bytesPerSecond)) / x[1],
    Math.max(...lines.map(({bytesPerSecond}) => bytesPerSecond)) / x[0]
  ];
  const formats = [...new Set(dots.map(({format}) => format))];
  const look = lookOf(formats);
  return Plot.plot({
    width,
    height,
    marginLeft: 46,
    marginRight: 16,
    marginTop: 28,
    marginBottom: 40,
    ...axes(x, y),
    marks: [
      ...lines.flatMap((line, i) =>
        lineMarks(line, {x, isNarrow, place: placeOf(i, lines.length)})
      ),
      ...formats.map((format) =>
        dust(
          dots.filter((dot) => dot.format === format),
          look
        )
      ),
      ...chosenMarks(
        dots.filter(({isChosen}) => isChosen),
        {look, isNarrow}
      ),
      ...measuredMarks(measured, isNarrow),
      Plot.tip([...dots, ...measured], Plot.pointer(tipOptions))
    ]
  });
}

const tipOptions = {
  x: "bytes",
  y: "tokensPerSecond",
  title: dotText,
  maxRadius: 25,
  lineHeight: 1.25
} as const;

function axes(x: Domain, y: Domain): Plot.PlotOptions {
  const log = {type: "log", labelArrow: false} as const;
  return {
    x: {
      ...log,
      domain: x,
      label: "bytes that one token moves (log scale)",
      ticks: decades(x),
      tickFormat: axisGb
    },
    y: {
      ...log,
      domain: y,
      label: "tokens per second for one reader (log scale)",
      ticks: decades(y),
      tickFormat: axisCount,
      grid: true
    }
  };
}

function extent(values: readonly number[]): Domain {
  return [Math.min(...values) / 1.4, Math.max(...values) * 1.4];
}

function decades([low, high]: Domain): readonly number[] {
  const first = Math.ceil(Math.log10(low));
  const n = Math.floor(Math.log10(high)) - first + 1;
  return Array.from({length: n}, (_, i) => 10 ** (first + i));
}

interface Look {
  readonly x: "bytes";
  readonly y: "tokensPerSecond";
  readonly fill: (dot: CeilingDot) => string;
  readonly symbol: (dot: CeilingDot) => (typeof symbols)[number];
}

function lookOf(formats: readonly string[]): Look {
  const rank = ({format}: CeilingDot) => formats.indexOf(format) % symbols.length;
  return {
    x: "bytes",
    y: "tokensPerSecond",
    fill: (dot) => series[rank(dot)] ?? colors.ink,
    symbol: (dot) => symbols[rank(dot)] ?? "circle"
  };
}

/** The chosen line is named at its start, the lowest below its end, one between above its end. */
type Place = "chosen" | "between" | "lowest";

function placeOf(index: number, nLines: number): Place {
  if (index === 0) return "chosen";
  return index === nLines - 1 ? "lowest" : "between";
}

interface LineFrame {
  readonly x: Domain;
  readonly isNarrow: boolean;
  readonly place: Place;
}

function lineMarks({name, bytesPerSecond}: CeilingLine, {x, isNarrow, place}: LineFrame) {
  const path = x.map((bytes) => [bytes, bytesPerSecond / bytes] as const);
  const isChosen = place === "chosen";
  const at = {chosen: x[0] * 3, between: x[1] / 60, lowest: x[1] / 4}[place];
  const color = isChosen ? colors.ink : colors.muted;
  return [
    Plot.line(path, {
      stroke: color,
      strokeWidth: isChosen ? 1.75 : 1,
      strokeDasharray: isChosen ? undefined : "4 3",
      clip: true
    }),
    Plot.text([[at, bytesPerSecond / at]], {
      text: [isNarrow ? name : `${name}, ${formatRate(bytesPerSecond, "B/s")}`],
      fill: color,
      fontSize: 12,
      textAnchor: place === "lowest" ? "end" : "start",
      dx: place === "lowest" ? -10 : 10,
      dy: place === "lowest" ? 12 : -6
    })
  ];
}

const GRAIN = 2.25;

/** All models of one format as one path: hundreds of dots cost as little as one. */
function dust(dots: readonly CeilingDot[], look: Look) {
  const [first] = dots;
  return Plot.dot(dots, {
    x: look.x,
    y: look.y,
    render: (index, _scales, {x = [], y = []}) =>
      svg("path", {
        d: Array.from(index, (i) => circle(Number(x[i]), Number(y[i]))).join(""),
        fill: first ? look.fill(first) : "none",
        "fill-opacity": 0.5
      })
  });
}

function circle(x: number, y: number): string {
  const half = `a${GRAIN},${GRAIN} 0 0 1`;
  return `M${(x - GRAIN).toFixed(1)},${y.toFixed(1)}${half} ${2 * GRAIN},0${half} ${-2 * GRAIN},0`;
}

function chosenMarks(
  dots: readonly CeilingDot[],
  {look, isNarrow}: {readonly look: Look; readonly isNarrow: boolean}
) {
  return [
    Plot.dot(dots, {...look, r: 6, stroke: colors.paper, strokeWidth: 1.5}),
    Plot.text(dots, {
      x: "bytes",
      y: "tokensPerSecond",
      text: ({format, tokensPerSecond}: CeilingDot) =>
        `${format} ${isNarrow ? axisCount(tokensPerSecond) : formatRate(tokensPerSecond, "tokens/s")}`,
      textAnchor: "start",
      dx: 9,
      dy: -8,
      fontSize: 12,
      fontWeight: 600,
      fill: look.fill,
      stroke: colors.paper,
      strokeWidth: 4
    })
  ];
}

function measuredMarks(measured: readonly MeasuredDot[], isNarrow: boolean) {
  return [
    Plot.dot(measured, {
      x: "bytes",
      y: "tokensPerSecond",
      r: 4.5,
      fill: colors.paper,
      stroke: colors.decode,
      strokeWidth: 2
    }),
    Plot.text(clusters(measured), {
      x: "bytes",
      y: "tokensPerSecond",
      text: "text",
      textAnchor: "end",
      dx: -9,
      dy: 5,
      fontSize: isNarrow ? 10 : 11,
      fill: colors.decode
    })
  ];
}

interface Cluster {
  readonly bytes: number;
  readonly tokensPerSecond: number;
  /** Share of peak bandwidth, or its range where dots stand close */
  readonly text: string;
}

/** One label for dots that are closer than a label is high. */
function clusters(measured: readonly MeasuredDot[]): Cluster[] {
  const isClose = (a: MeasuredDot, b: MeasuredDot) =>
    Math.abs(Math.log10(a.bytes / b.bytes)) < 0.12 &&
    Math.abs(Math.log10(a.tokensPerSecond / b.tokensPerSecond)) < 0.2;
  const groups: MeasuredDot[][] = [];
  for (const dot of measured) {
    const near = groups.find((group) => group.some((other) => isClose(dot, other)));
    if (near) near.push(dot);
    else groups.push([dot]);
  }
  return groups.map((group) => {
    const bytes = Math.min(...group.map((dot) => dot.bytes));
    const tokensPerSecond = Math.min(...group.map((dot) => dot.tokensPerSecond));
    return {bytes, tokensPerSecond, text: rangeText(group.map(({mbu}) => mbu))};
  });
}

function rangeText(shares: readonly number[]): string {
  const whole = (share: number) => Math.round(share * 100);
  const [low, high] = [whole(Math.min(...shares)), whole(Math.max(...shares))];
  return low === high ? `${low} %` : `${low} to ${high} %`;
}

function dotText(dot: CeilingDot | MeasuredDot): string {
  const speed = formatRate(dot.tokensPerSecond, "tokens/s");
  const bytes = formatBytes(dot.bytes, {unit: "GB"});
  if ("mbu" in dot)
    return `${dot.name} on ${dot.gpu}, measured\n${speed} × ${bytes}\nMBU ${formatPercent(dot.mbu)}\n${dot.counts}`;
  return `${dot.name} in ${dot.format}\n${bytes} a token\nat most ${speed}`;
}
