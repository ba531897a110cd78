import * as Plot from "npm:@observablehq/plot";
import {axisGib} from "../lib/format/axis.js";
import {formatBytes, formatRatio} from "../lib/format.js";
import {colors, patterned} from "./colors.js";
import {powerTicks} from "./log-lines-chart.js";

export interface ByteBar {
  readonly name: string;
  readonly bytes: number;
  /** Drawn hatched: a thought experiment beside a shipped model */
  readonly isHypothetical?: boolean;
}

export interface ByteBarsOptions {
  readonly width?: number;
  /** What the bytes are of, for the axis */
  readonly label?: string;
  /** The name that the others are compared with */
  readonly base?: string;
}

/** Room for the figures behind the bars, pixels. */
const VALUES = 126;
const NARROW = 480;

interface Layout {
  readonly row: number;
  readonly left: number;
  /** Names stand over the bars where there is no room beside them */
  readonly isStacked: boolean;
}

function layoutOf(bars: readonly ByteBar[], width: number): Layout {
  const longest = Math.max(...bars.map(({name}) => name.length));
  return width < NARROW && longest > 8
    ? {row: 42, left: 22, isStacked: true}
    : {row: 26, left: 16 + 7 * longest, isStacked: false};
}

/** Bytes as bars on a logarithmic axis, each with its figure and how many times the base it is. */
export function byteBarsChart(
  bars: readonly ByteBar[],
  {width = 640, label = "KV cache a token", base}: ByteBarsOptions = {}
): Element {
  const sizes = bars.map(({bytes}) => bytes);
  const low = 2 ** Math.floor(Math.log2(Math.min(...sizes)) - 1);
  const high = Math.max(...sizes);
  const {row, left, isStacked} = layoutOf(bars, width);
  const ticks = ticksOf({low, high, width: width - left - VALUES});
  const insets = {insetTop: isStacked ? 21 : 3, insetBottom: 3};
  return Plot.plot({
    width,
    height: row * bars.length + 70,
    style: {fontSize: "12px"},
    marginLeft: left,
    marginRight: VALUES,
    marginBottom: 44,
    x: {
      type: "log",
      base: 2,
      domain: [low, high],
      label: `${label} (bytes, log scale)`,
      labelArrow: false,
      tickFormat: axisGib,
      ticks
    },
    y: {
      domain: bars.map(({name}) => name),
      axis: isStacked ? null : "left",
      label: null,
      tickSize: 0
    },
    marks: [
      Plot.gridX({ticks}),
      Plot.barX(bars, {x1: low, x2: "bytes", y: "name", ...insets, fill: fillOf}),
      Plot.text(bars, {
        x: "bytes",
        y: "name",
        text: figureOf(bars, base),
        textAnchor: "start",
        dx: 5,
        dy: isStacked ? 8 : 0
      }),
      isStacked
        ? Plot.text(bars, {x: low, y: "name", text: "name", textAnchor: "start", dy: -12})
        : null
    ]
  });
}

function fillOf({isHypothetical}: ByteBar): string {
  return isHypothetical ? patterned("kv") : colors.kv;
}

/** What stands behind a bar: its size, and how many times the base's it is. */
function figureOf(bars: readonly ByteBar[], base: string | undefined) {
  const unit = bars.find(({name}) => name === base)?.bytes;
  return ({bytes}: ByteBar): string =>
    unit === undefined || bytes === unit
      ? formatBytes(bytes)
      : `${formatBytes(bytes)}  ${formatRatio(bytes / unit)}`;
}

/** Powers of two, as many as the width has room for. */
function ticksOf({low, high, width}: {low: number; high: number; width: number}) {
  const step = Math.max(1, Math.ceil((Math.log2(high / low) * 64) / width));
  return powerTicks([low, high], {step});
}
