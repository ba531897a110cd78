import type {AllocatorMoment} from "../lib/sim/allocator-runs.js";
import {cellOf} from "../lib/sim/memory-cells.js";
import {allocatorLabels} from "../lib/sim/paged-words.js";
import {colors, patterned, series} from "./colors.js";
import {svg} from "./dom.js";
import {legendHeight, legendMarks, type LegendItem} from "./legend.js";

const GAP = 18;
const HEAD = 34;
const COLUMNS = 40;
/** Requests next to each other differ; the same request keeps its colour in all four memories. */
const colorOf = (request: number) => series[request % series.length]!;

const items = (): readonly LegendItem[] => [
  {label: "a token of a request (colour: which)", fill: series[0]!},
  {label: "reserved for its future", fill: patterned("overhead", "dots")},
  {label: "reserved, never used", fill: patterned("short", "cross")},
  {label: "lost by rounding", fill: patterned("idle", "hatch")},
  {label: "free", fill: colors.free}
];

/** Height of the four grids with heads and legend, pixels. */
export function gridHeight(nCells: number, width = 640): number {
  const {size, perRow, rows} = layoutOf(width, nCells);
  const panel = HEAD + rows * size;
  return Math.ceil(4 / perRow) * (panel + GAP) + legendHeight(items(), width);
}

function layoutOf(width: number, nCells: number) {
  const perRow = width < 560 ? 1 : 2;
  const size = Math.floor((width - (perRow - 1) * GAP) / perRow / COLUMNS);
  return {size, perRow, rows: Math.ceil(nCells / COLUMNS)};
}

/** KV memory of each allocator at the same moment, cell by cell, left to right and down. */
export function memoryGridChart(
  moments: readonly AllocatorMoment[],
  {width = 640}: {readonly width?: number} = {}
): Element {
  const nCells = moments[0]?.cells.length ?? 0;
  const {size, perRow, rows} = layoutOf(width, nCells);
  const height = gridHeight(nCells, width);
  const root = svg("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    fill: "currentColor",
    "font-family": "system-ui, sans-serif"
  });
  moments.forEach((moment, i) => {
    const left = (i % perRow) * (COLUMNS * size + GAP);
    const top = Math.floor(i / perRow) * (HEAD + rows * size + GAP);
    root.append(panel(moment, size, {left, top}));
  });
  const top = Math.ceil(moments.length / perRow) * (HEAD + rows * size + GAP);
  root.append(svg("g", {transform: `translate(0,${top})`}, legendMarks(items(), width)));
  return root;
}

function panel(
  moment: AllocatorMoment,
  size: number,
  {left, top}: {readonly left: number; readonly top: number}
): SVGGElement {
  const {name, running, waiting, usedFraction} = moment;
  const counts = `${running} running, ${waiting} waiting, ${Math.round(usedFraction * 100)} % used`;
  const paths = [...pathsOf(moment.cells, size)].map(([fill, d]) =>
    svg("path", {d, style: `fill:${fill}`})
  );
  const rows = Math.ceil(moment.cells.length / COLUMNS);
  const frame = {width: COLUMNS * size, height: rows * size, fill: "none", stroke: colors.faint};
  return svg(
    "g",
    {transform: `translate(${left},${top})`},
    svg("text", {y: 12, "font-size": 13, "font-weight": 600}, allocatorLabels[name]),
    svg("text", {y: 27, "font-size": 12, fill: colors.muted}, counts),
    svg("g", {transform: `translate(0,${HEAD})`}, paths, svg("rect", frame))
  );
}

/** One path for each fill: runs of like cells in a row are one rectangle. */
function pathsOf(cells: Uint16Array, size: number): Map<string, string> {
  const paths = new Map<string, string>();
  for (let i = 0; i < cells.length;) {
    let end = i + 1;
    while (end < cells.length && end % COLUMNS !== 0 && cells[end] === cells[i]) end++;
    const fill = fillOf(cells[i]!);
    const x = (i % COLUMNS) * size;
    const y = Math.floor(i / COLUMNS) * size;
    const d = `M${x} ${y}h${(end - i) * size}v${size - 1}h${-(end - i) * size}z`;
    paths.set(fill, (paths.get(fill) ?? "") + d);
    i = end;
  }
  return paths;
}

function fillOf(code: number): string {
  const {kind, request} = cellOf(code);
  switch (kind) {
    case "used":
      return colorOf(request);
    case "reserved":
      return patterned("overhead", "dots");
    case "internal":
      return patterned("short", "cross");
    case "external":
      return patterned("idle", "hatch");
    default:
      return colors.free;
  }
}
