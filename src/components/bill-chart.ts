import * as Plot from "npm:@observablehq/plot";
import type {BillRow} from "../lib/cost/compare.js";
import {axisUsd} from "../lib/format/axis.js";
import {formatUsd} from "../lib/format.js";
import {el} from "./dom.js";
import {legend} from "./legend.js";
import {textRoom} from "./text-room.js";
import {partStyles} from "./tiers.js";

export interface ChartOptions {
  readonly width?: number;
}

const ROW = 58;
const TOP = 4;
const BOTTOM = 34;

/** Bills of a month as bars, one for each tier, cut into kinds of tokens or hours used and idle. */
export function billChart(rows: readonly BillRow[], {width = 640}: ChartOptions = {}): Element {
  const styles = partStyles();
  const shown = rows.filter(({usd}) => Number.isFinite(usd) && usd > 0);
  const bars = rows.filter((row, i) => row.tier !== rows[i - 1]?.tier);
  const items = [...new Set(shown.map(({part}) => part))].map((part) => styles[part]);
  const chart = Plot.plot({
    width,
    height: TOP + BOTTOM + ROW * bars.length,
    marginLeft: 1,
    marginRight: textRoom(bars.map(totalText), 84),
    marginTop: TOP,
    marginBottom: BOTTOM,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {
      label: "USD a month →",
      labelAnchor: "right",
      grid: true,
      tickFormat: axisUsd,
      ticks: width < 500 ? 4 : 8
    },
    y: {axis: null, domain: bars.map(({tier}) => tier), padding: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.barX(shown, {
        x: "usd",
        y: "tier",
        fill: (row: BillRow) => styles[row.part].fill,
        insetTop: 24,
        insetBottom: 12,
        title: (row: BillRow) => `${row.name}: ${styles[row.part].label} ${formatUsd(row.usd)}`,
        tip: true
      }),
      ...billTexts(bars)
    ]
  });
  return el("div", {}, legend(items, {width}), chart);
}

/** Above each bar whose it is, at its end what it comes to. */
function billTexts(bars: readonly BillRow[]) {
  return [
    Plot.text(bars, {
      x: 0,
      y: "tier",
      text: (row: BillRow) => `${row.tier} · ${row.name}`,
      textAnchor: "start",
      fontWeight: 600,
      dx: 2,
      dy: -16
    }),
    Plot.text(bars, {
      x: (row: BillRow) => (Number.isFinite(row.totalUsd) ? row.totalUsd : 0),
      y: "tier",
      text: totalText,
      textAnchor: "start",
      dx: 6,
      dy: 6
    })
  ];
}

function totalText({totalUsd}: BillRow): string {
  return Number.isFinite(totalUsd) ? formatUsd(totalUsd) : "cannot serve";
}
