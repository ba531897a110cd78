import * as Plot from "npm:@observablehq/plot";
import type {MemoryFit} from "../lib/fit.js";
import {axisGib} from "../lib/format/axis.js";
import {formatBytes} from "../lib/format.js";
import {memorySegments, type MemorySegment} from "../lib/memory-segments.js";
import {chartKey} from "./chart-key.js";
import {colors, patterned} from "./colors.js";
import {el} from "./dom.js";

export interface MemoryBarOptions {
  readonly width?: number;
}

const partNames: Readonly<Record<MemorySegment["part"], string>> = {
  weights: "weights",
  overhead: "overhead",
  kv: "KV cache",
  free: "free",
  reserve: "not for the engine",
  short: "missing"
};

const TOP = 34;
const BAR = 44;
const AXIS = 46;

/** One card's memory as a bar: what fills it, and the line that the engine may not pass. */
export function memoryBarChart(fit: MemoryFit, {width = 640}: MemoryBarOptions = {}): Element {
  const segments = memorySegments(fit);
  const end = Math.max(fit.gpuBytes, ...segments.map(({toBytes}) => toBytes));
  const items = segments.map((s) => ({label: segmentText(s), fill: fillOf(s.part)}));
  const plot = Plot.plot({
    width,
    height: TOP + BAR + AXIS,
    style: {fontSize: "12px"},
    marginLeft: 8,
    marginRight: 12,
    marginTop: TOP,
    marginBottom: AXIS,
    x: {
      domain: [0, end],
      label: "memory of one card (GiB)",
      labelArrow: false,
      ticks: gibTicks(end, width),
      tickFormat: axisGib
    },
    y: {axis: null, domain: [0, 1]},
    marks: [
      Plot.rect(segments, {
        x1: "fromBytes",
        x2: "toBytes",
        y1: 0,
        y2: 1,
        fill: (segment: MemorySegment) => fillOf(segment.part),
        stroke: colors.paper,
        title: segmentText
      }),
      ...limit(fit.budgetBytes, "the engine's budget", end),
      ...(end > fit.gpuBytes ? limit(fit.gpuBytes, "the card", end) : [])
    ]
  });
  return el("div", {}, plot, chartKey(items, {width}));
}

function fillOf(part: MemorySegment["part"]): string {
  if (part === "kv") return patterned("kv");
  if (part === "short") return patterned("short", "cross");
  return part === "reserve" ? patterned("overhead", "dots") : colors[part];
}

function segmentText({part, fromBytes, toBytes}: MemorySegment): string {
  return `${partNames[part]} ${formatBytes(toBytes - fromBytes)}`;
}

/** A line across the bar with its figure above it, on the side where there is room. */
function limit(bytes: number, word: string, end: number) {
  const isRight = bytes > end / 2;
  return [
    Plot.ruleX([bytes], {stroke: colors.ink, strokeWidth: 2, insetTop: -6}),
    Plot.text([bytes], {
      x: bytes,
      y: 1,
      dy: -14,
      dx: isRight ? 3 : -3,
      textAnchor: isRight ? "end" : "start",
      fill: colors.ink,
      text: () => `${word}: ${formatBytes(bytes)}`
    })
  ];
}

/** Ticks a power of two of bytes apart, as many as have room. */
function gibTicks(end: number, width: number): number[] {
  const step = 2 ** Math.max(20, Math.ceil(Math.log2((end * 60) / width)));
  return Array.from({length: Math.floor(end / step) + 1}, (_, i) => i * step);
}
