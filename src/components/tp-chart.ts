import {axisGib} from "../lib/format/axis.js";
import {formatBytes} from "../lib/format.js";
import type {TpPoint} from "../lib/kv-curve.js";
import {logLinesChart} from "./log-lines-chart.js";

export interface TpChartOptions {
  readonly width?: number;
  readonly height?: number;
  readonly highlight?: string;
}

/** KV cache of one reader on each card, as more cards share each layer. */
export function tpChart(
  points: readonly TpPoint[],
  {width, height = 320, highlight}: TpChartOptions = {}
): Element {
  const lines = points.map(({model, tp, kvBytesPerGpu}) => ({
    name: model,
    x: tp,
    y: kvBytesPerGpu
  }));
  return logLinesChart(lines, {
    width,
    height,
    x: {label: "cards that share each layer", format: String},
    y: {label: "KV cache on each card (bytes)", format: axisGib},
    tip: ({name, x, y}) => `${name}\n${x} ${x === 1 ? "card" : "cards"}: ${formatBytes(y)} each`,
    dots: true,
    highlight
  });
}
