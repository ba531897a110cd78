import * as Plot from "npm:@observablehq/plot";
import type {CeilingDot, CeilingLine, CeilingPicture, MeasuredDot} from "../lib/ceilings.js";
import {axisCount, axisGb} from "../lib/format/axis.js";
import {formatBytes, formatPercent, formatRate} from "../lib/format.js";
import {colors, series} from "./colors.js";

export interface CeilingOptions {
  readonly width?: number;
  readonly height?: number;
}

const X: readonly [number, number] = [2e8, 4e12];
const symbols = ["circle", "diamond", "triangle"] as const;

/** Height of the chart, pixels. */
export const ceilingHeight = 420;

/** Tokens per second of one reader against the bytes that a token moves: a line 1/x for each card. */
export function ceilingChart(
  {dots, measured, lines}: CeilingPicture,
  {width = 640, height = ceilingHeight}: CeilingOptions = {}
): Element {
  const isNarrow = width < 520;
  const fastest = Math.max(...lines.map(({bytesPerSecond}) => bytesPerSecond));
  const formats = [...new Set(dots.map(({format}) => format))];
  const look = lookOf(formats);
  return Plot.plot({
    width,
    height,
    marginLeft: 46,
    marginRight: 16,
    marginTop: 28,
    marginBottom: 40,
    x: {
      type: "log",
      domain: X,
      label: "bytes that one token moves (log scale)",
      labelArrow: false,
      ticks: [1e9, 1e10, 1e11, 1e12],
      tickFormat: axisGb
    },
    y: {
      type: "log",
      domain: [0.5, fastest / X[0]],
      label: "tokens per second for one reader (log scale)",
      labelArrow: false,
      ticks: [1, 10, 100, 1000, 10000].filter((tick) => tick < fastest / X[0]),
      tickFormat: axisCount,
      grid: true
    },
    marks: [
      ...lines.flatMap((line, i) => lineMarks(line, {isChosen: i === 0, isNarrow})),
      Plot.dot(
        dots.filter(({isChosen}) => !isChosen),
        {...look, r: 2.5, fillOpacity: 0.5}
      ),
      ...chosenMarks(
        dots.filter(({isChosen}) => isChosen),
        {look, isNarrow}
      ),
      ...measuredMarks(measured, isNarrow),
      Plot.tip(
        [...dots, ...measured],
        Plot.pointer({x: "bytes", y: "tokensPerSecond", title: dotText, maxRadius: 25})
      )
    ]
  });
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

function lineMarks(
  {name, bytesPerSecond}: CeilingLine,
  {isChosen, isNarrow}: {readonly isChosen: boolean; readonly isNarrow: boolean}
) {
  const path = X.map((bytes) => [bytes, bytesPerSecond / bytes] as const);
  const at = isChosen ? 8e11 : 5e8;
  return [
    Plot.line(path, {
      stroke: isChosen ? colors.ink : colors.muted,
      strokeWidth: isChosen ? 1.75 : 1,
      strokeDasharray: isChosen ? undefined : "4 3",
      clip: true
    }),
    Plot.text([[at, bytesPerSecond / at]], {
      text: [isNarrow ? name : `${name}, ${formatRate(bytesPerSecond, "B/s")}`],
      fill: isChosen ? colors.ink : colors.muted,
      fontSize: 12,
      textAnchor: isChosen ? "start" : "end",
      dx: isChosen ? 8 : -4,
      dy: isChosen ? -8 : 8,
      ...(isChosen ? {textAnchor: "middle", dx: 10, dy: -16} : {})
    })
  ];
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
    Plot.text(
      measured,
      Plot.dodgeY({
        x: "bytes",
        y: "tokensPerSecond",
        text: ({mbu}: MeasuredDot) => formatPercent(Math.round(mbu * 100) / 100),
        textAnchor: "end",
        dx: -7,
        dy: 8,
        fontSize: isNarrow ? 10 : 11,
        fill: colors.decode
      })
    )
  ];
}

function dotText(dot: CeilingDot | MeasuredDot): string {
  const speed = formatRate(dot.tokensPerSecond, "tokens/s");
  const bytes = formatBytes(dot.bytes, {unit: "GB"});
  if ("mbu" in dot)
    return `${dot.name} on ${dot.gpu}, measured\n${speed} × ${bytes}\nMBU ${formatPercent(dot.mbu)}\n${dot.counts}`;
  return `${dot.name} in ${dot.format}\n${bytes} a token\nat most ${speed}`;
}
