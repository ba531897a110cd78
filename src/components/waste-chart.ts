import * as Plot from "npm:@observablehq/plot";
import {axisPercent} from "../lib/format/axis.js";
import {formatPercent} from "../lib/format.js";
import type {MemoryShares} from "../lib/sim/metrics.js";
import {colors, patterned} from "./colors.js";
import {svg} from "./dom.js";
import {legendHeight, legendMarks} from "./legend.js";

/** Shares of memory under a name: an allocator, or a block size. */
export interface NamedShares {
  readonly name: string;
  readonly shares: MemoryShares;
}

type Part = keyof MemoryShares;

const parts: readonly Part[] = ["used", "reserved", "internal", "external", "free"];
const words: Readonly<Record<Part, string>> = {
  used: "holds tokens",
  reserved: "reserved: will be used",
  internal: "internal: never used",
  external: "external: between allocations",
  free: "free: nobody waits for memory"
};

function fillOf(part: Part): string {
  switch (part) {
    case "used":
      return colors.kv;
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

export const wasteHeight = 230;

interface Bar {
  readonly name: string;
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

/** What KV memory was used for, one bar for each name. */
export function wasteChart(
  rows: readonly NamedShares[],
  {width = 640, label}: {readonly width?: number; readonly label: string}
): Element {
  const items = parts.map((part) => ({label: words[part], fill: fillOf(part)}));
  const extra = legendHeight(items, width - 4);
  const bars = rows.flatMap(barsOf);
  const height = 24 * rows.length + 60;
  const plot = Plot.plot({
    width,
    height: height + extra,
    marginLeft: 104,
    marginRight: 12,
    marginTop: 20,
    marginBottom: 40 + extra,
    x: {
      domain: [0, 1],
      label: "share of KV memory (%)",
      labelArrow: false,
      labelAnchor: "center",
      labelOffset: 34,
      tickFormat: axisPercent
    },
    y: {domain: rows.map(({name}) => name), label, labelArrow: false, tickSize: 0},
    marks: [
      Plot.barX(bars, {
        y: "name",
        x1: "from",
        x2: "to",
        fill: ({part}: Bar) => fillOf(part),
        stroke: colors.paper,
        strokeWidth: 0.5
      }),
      Plot.text(rows, {
        y: "name",
        x: ({shares}: NamedShares) => shares.used,
        text: ({shares}: NamedShares) => formatPercent(shares.used),
        textAnchor: "end",
        dx: -5,
        fill: colors.ink,
        stroke: colors.paper,
        strokeWidth: 4,
        fontSize: 12
      }),
      Plot.tip(
        bars,
        Plot.pointerX({y: "name", x: ({from, to}: Bar) => (from + to) / 2, title: barText})
      )
    ]
  });
  plot.append(svg("g", {transform: `translate(4,${height + 2})`}, legendMarks(items, width - 4)));
  return plot;
}

function barsOf({name, shares}: NamedShares): Bar[] {
  let from = 0;
  return parts.map((part) => {
    const bar = {name, part, from, to: from + Math.max(0, shares[part])};
    from = bar.to;
    return bar;
  });
}

function barText({name, part, from, to}: Bar): string {
  return `${name}: ${words[part]}\n${formatPercent(to - from)} of KV memory`;
}
