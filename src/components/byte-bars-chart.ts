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

const ROW = 26;
/** Room for the figures behind the bars, pixels. */
const VALUES = 126;

/** Height of the chart, pixels. */
export function byteBarsHeight(bars: readonly ByteBar[]): number {
  return ROW * bars.length + 70;
}

/** Bytes as bars on a logarithmic axis, each with its figure and how many times the base it is. */
export function byteBarsChart(
  bars: readonly ByteBar[],
  {width = 640, label = "KV cache a token", base}: ByteBarsOptions = {}
): Element {
  const sizes = bars.map(({bytes}) => bytes);
  const low = 2 ** Math.floor(Math.log2(Math.min(...sizes)) - 1);
  const high = Math.max(...sizes);
  const baseBytes = bars.find(({name}) => name === base)?.bytes;
  const textOf = ({bytes}: ByteBar): string =>
    baseBytes === undefined || bytes === baseBytes
      ? formatBytes(bytes)
      : `${formatBytes(bytes)}  ${formatRatio(bytes / baseBytes)}`;
  const marginLeft = Math.min(0.4 * width, 16 + 7 * Math.max(...bars.map(({name}) => name.length)));
  const ticks = ticksOf({low, high, width: width - marginLeft - VALUES});
  return Plot.plot({
    width,
    height: byteBarsHeight(bars),
    style: {fontSize: "12px"},
    marginLeft,
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
    y: {domain: bars.map(({name}) => name), label: null, tickSize: 0},
    marks: [
      Plot.gridX({ticks}),
      Plot.barX(bars, {
        x1: low,
        x2: "bytes",
        y: "name",
        insetTop: 3,
        insetBottom: 3,
        fill: ({isHypothetical}: ByteBar) => (isHypothetical ? patterned("kv") : colors.kv)
      }),
      Plot.text(bars, {
        x: "bytes",
        y: "name",
        text: textOf,
        textAnchor: "start",
        dx: 5
      })
    ]
  });
}

/** Powers of two, as many as the width has room for. */
function ticksOf({low, high, width}: {low: number; high: number; width: number}) {
  return powerTicks([low, high], {
    step: Math.max(1, Math.ceil((Math.log2(high / low) * 64) / width))
  });
}
