import {axisSeconds} from "../lib/format/axis.js";
import type {SlotPicture} from "../lib/sim/slot-picture.js";
import type {SlotSpan} from "../lib/sim/slots.js";
import {colors, patterned} from "./colors.js";
import {svg} from "./dom.js";
import {legendHeight, legendMarks, type LegendItem} from "./legend.js";

const ROW = 13;
const HEAD = 24;
const LEFT = 34;
const AXIS = 34;

const items = (): readonly LegendItem[] => [
  {label: "prompt read", fill: colors.prefill},
  {label: "answer written", fill: colors.decode},
  {label: "place kept for nobody", fill: patterned("idle", "hatch")}
];

/** Height of both panels with axis and legend, pixels. */
export function slotsHeight(nSlots: number, width = 640): number {
  return 2 * (HEAD + nSlots * ROW) + AXIS + legendHeight(items(), width - LEFT);
}

/** Places in time, static batches above continuous ones, on one time axis. */
export function slotsChart(
  pictures: readonly SlotPicture[],
  {width = 640}: {readonly width?: number} = {}
): Element {
  const nSlots = pictures[0]?.nSlots ?? 0;
  const height = slotsHeight(nSlots, width);
  const end = Math.max(...pictures.map(({endSeconds}) => endSeconds));
  const x = (seconds: number) => LEFT + (seconds / end) * (width - LEFT - 8);
  const panelHeight = HEAD + nSlots * ROW;
  const root = svg("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    fill: "currentColor",
    "font-family": "system-ui, sans-serif",
    "font-size": 12
  });
  pictures.forEach((picture, i) => root.append(panel(picture, x, i * panelHeight)));
  root.append(axis(x, {end, top: 2 * panelHeight, width}));
  const place = `translate(${LEFT},${2 * panelHeight + AXIS})`;
  root.append(svg("g", {transform: place}, legendMarks(items(), width - LEFT)));
  return root;
}

function panel(picture: SlotPicture, x: (seconds: number) => number, top: number): SVGGElement {
  const name = picture.batching === "static" ? "static batches" : "continuous batches";
  const spans = picture.spans.map((span) => bar(span, x));
  const end = x(picture.endSeconds);
  const bottom = HEAD + picture.nSlots * ROW;
  return svg(
    "g",
    {transform: `translate(0,${top})`},
    svg("text", {x: LEFT, y: 16, "font-weight": 600}, name),
    ...Array.from({length: picture.nSlots}, (_, slot) =>
      svg(
        "text",
        {
          x: LEFT - 6,
          y: HEAD + slot * ROW + 10,
          "text-anchor": "end",
          fill: colors.muted,
          "font-size": 10
        },
        String(slot + 1)
      )
    ),
    spans,
    svg("line", {
      x1: end,
      x2: end,
      y1: HEAD,
      y2: bottom,
      stroke: colors.ink,
      "stroke-dasharray": "3 2"
    })
  );
}

function bar({slot, request, phase, fromSeconds, toSeconds}: SlotSpan, x: (s: number) => number) {
  const from = x(fromSeconds);
  const fill = {
    prefill: colors.prefill,
    decode: colors.decode,
    held: patterned("idle", "hatch")
  }[phase];
  const words = {prefill: "prompt read", decode: "answer written", held: "place kept for nobody"};
  return svg(
    "rect",
    {
      x: from,
      y: HEAD + slot * ROW,
      width: Math.max(0.5, x(toSeconds) - from),
      height: ROW - 2,
      style: `fill:${fill}`,
      stroke: colors.paper,
      "stroke-width": 0.5
    },
    svg(
      "title",
      {},
      `request ${request + 1}: ${words[phase]}, ${fromSeconds.toFixed(2)} to ${toSeconds.toFixed(2)} s`
    )
  );
}

function axis(
  x: (seconds: number) => number,
  {end, top, width}: {readonly end: number; readonly top: number; readonly width: number}
): SVGGElement {
  const step = niceStep(end / 6);
  const ticks = Array.from({length: Math.floor(end / step) + 1}, (_, i) => i * step);
  return svg(
    "g",
    {transform: `translate(0,${top})`, "font-size": 11},
    ticks.map((tick) =>
      svg(
        "g",
        {transform: `translate(${x(tick)},0)`},
        svg("line", {y1: 0, y2: 4, stroke: "currentColor"}),
        svg("text", {y: 15, "text-anchor": "middle"}, axisSeconds(tick))
      )
    ),
    svg(
      "text",
      {x: width / 2, y: 29, "text-anchor": "middle"},
      "time; the dashed line is the last answer's end"
    )
  );
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= rough) ?? power;
}
