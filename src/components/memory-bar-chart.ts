import * as Plot from "npm:@observablehq/plot";
import type {MemoryFit} from "../lib/fit.js";
import {axisGib} from "../lib/format/axis.js";
import {formatBytes} from "../lib/format.js";
import {memorySegments, type MemorySegment} from "../lib/memory-segments.js";
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
  reserve: "left to the system",
  short: "beyond the budget"
};

function fillOf(part: MemorySegment["part"]): string {
  if (part === "kv") return patterned("kv");
  if (part === "short") return patterned("short", "cross");
  if (part === "reserve") return patterned("free");
  return colors[part];
}

/** One card's memory as a bar: what fills it, and the line that the engine may not pass. */
export function memoryBarChart(fit: MemoryFit, {width = 640}: MemoryBarOptions = {}): Element {
  const segments = memorySegments(fit);
  const end = Math.max(fit.gpuBytes, ...segments.map(({toBytes}) => toBytes));
  const plot = Plot.plot({
    width,
    height: 118,
    marginLeft: 1,
    marginRight: 1,
    marginTop: 30,
    marginBottom: 40,
    x: {domain: [0, end], label: "memory of one card, bytes", tickFormat: axisGib, ticks: gibTicks(end)},
    marks: [
      Plot.rectX(segments, {
        x1: "fromBytes",
        x2: "toBytes",
        y1: 0,
        y2: 1,
        fill: ({part}: MemorySegment) => fillOf(part),
        stroke: "var(--theme-background)",
        title: segmentText
      }),
      ...limit(fit.budgetBytes, "budget", "end"),
      ...(end > fit.gpuBytes ? limit(fit.gpuBytes, "memory", "start") : []),
      Plot.ruleX([0])
    ]
  });
  return el("div", {}, legend(segments), plot);
}

function limit(x: number, word: string, textAnchor: "start" | "end") {
  return [
    Plot.ruleX([x], {stroke: colors.ink, strokeWidth: 2, insetTop: -8}),
    Plot.text([x], {
      x,
      frameAnchor: "top",
      dy: -18,
      dx: textAnchor === "end" ? 4 : -4,
      textAnchor,
      text: () => `${word} ${formatBytes(x)}`
    })
  ];
}

/** About eight round ticks: a power of two of GiB apart. */
function gibTicks(end: number): number[] {
  const step = 2 ** Math.max(0, Math.round(Math.log2(end / 8)));
  return Array.from({length: Math.floor(end / step) + 1}, (_, i) => i * step);
}

function segmentText({part, fromBytes, toBytes}: MemorySegment): string {
  return `${partNames[part]} ${formatBytes(toBytes - fromBytes)}`;
}

function legend(segments: readonly MemorySegment[]): HTMLElement {
  const item = (segment: MemorySegment): HTMLElement =>
    el("li", {}, swatch(segment.part), segmentText(segment));
  return el("ul", {class: "lab-legend"}, segments.map(item));
}

function swatch(part: MemorySegment["part"]): SVGElement {
  return Plot.plot({width: 14, height: 14, margin: 0, axis: null, marks: [Plot.frame({fill: fillOf(part)})]}) as SVGElement;
}
