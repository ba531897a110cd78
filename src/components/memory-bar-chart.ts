import * as Plot from "npm:@observablehq/plot";
import type {MemoryFit} from "../lib/fit.js";
import {axisGib} from "../lib/format/axis.js";
import {formatBytes} from "../lib/format.js";
import {memorySegments, type MemorySegment} from "../lib/memory-segments.js";
import {colors, patterned} from "./colors.js";
import {el} from "./dom.js";
import {legend} from "./legend.js";

export interface MemoryBarOptions {
  readonly width?: number;
}

const partNames: Readonly<Record<MemorySegment["part"], string>> = {
  weights: "weights",
  overhead: "overhead",
  kv: "KV cache",
  free: "free",
  reserve: "left to the system",
  short: "missing"
};

/** Two rows of words above the bar. */
const TOP = 44;
const BAR = 44;
/** Ticks, the axis's words, and room before the legend. */
const AXIS = 60;
const LABEL_OFFSET = 40;

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
    marginRight: 22,
    marginTop: TOP,
    marginBottom: AXIS,
    x: {
      domain: [0, end],
      label: "memory of one card (GiB)",
      labelArrow: false,
      labelOffset: LABEL_OFFSET,
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
      ...limits(fit, {end, width}).flatMap(limitMarks)
    ]
  });
  return el("div", {}, plot, legend(items, {width}));
}

function fillOf(part: MemorySegment["part"]): string {
  if (part === "kv") return patterned("kv");
  if (part === "short") return patterned("short", "cross");
  return part === "reserve" ? patterned("overhead", "dots") : colors[part];
}

function segmentText({part, fromBytes, toBytes}: MemorySegment): string {
  return `${partNames[part]} ${formatBytes(toBytes - fromBytes)}`;
}

interface Limit {
  readonly bytes: number;
  readonly text: string;
  /** Words stand left of the line */
  readonly isLeft: boolean;
  /** Row of the words above the bar, lowest first */
  readonly row: number;
}

const BUDGET_WIDTH = 190;
const CARD_WIDTH = 130;

/** The budget and, where the bar goes past it, the card: words where they cross no line. */
function limits(
  {budgetBytes, gpuBytes}: MemoryFit,
  {end, width}: {readonly end: number; readonly width: number}
): readonly Limit[] {
  const pixels = (bytes: number): number => (bytes / end) * width;
  const isLeft = pixels(budgetBytes) > BUDGET_WIDTH;
  const isCardLeft = pixels(gpuBytes) > width - CARD_WIDTH;
  const budget = {
    bytes: budgetBytes,
    text: `the engine's budget: ${formatBytes(budgetBytes)}`,
    isLeft,
    row: isLeft ? 0 : 1
  };
  if (end <= gpuBytes) return [budget];
  const text = `the card: ${formatBytes(gpuBytes)}`;
  return [budget, {bytes: gpuBytes, text, isLeft: isCardLeft, row: isCardLeft ? 1 : 0}];
}

function limitMarks({bytes, text, isLeft, row}: Limit) {
  return [
    Plot.ruleX([bytes], {stroke: colors.ink, strokeWidth: 2, insetTop: -6 - 15 * row}),
    Plot.text([bytes], {
      x: bytes,
      y: 1,
      dy: -14 - 15 * row,
      dx: isLeft ? -5 : 5,
      textAnchor: isLeft ? "end" : "start",
      fill: colors.ink,
      text: () => text
    })
  ];
}

/** Ticks a power of two of bytes apart, as many as have room. */
function gibTicks(end: number, width: number): number[] {
  const step = 2 ** Math.max(20, Math.ceil(Math.log2((end * 60) / width)));
  return Array.from({length: Math.floor(end / step) + 1}, (_, i) => i * step);
}
