import {axisGib, axisTokens} from "../lib/format/axis.js";
import {formatBytes, formatTokens} from "../lib/format.js";
import type {KvCrossing, KvPoint} from "../lib/kv-curve.js";
import {logLinesChart} from "./log-lines-chart.js";

export interface KvCurveOptions {
  readonly width?: number;
  readonly height?: number;
  /** Where a model's cache overtakes its weights */
  readonly crossings?: readonly KvCrossing[];
  /** A context to mark across the lines */
  readonly contextTokens?: number;
  /** The model drawn boldly */
  readonly highlight?: string;
}

const linePoint = ({model, contextTokens, kvBytes}: KvPoint) => ({
  name: model,
  x: contextTokens,
  y: kvBytes
});

/** KV cache of one reader against context, a line per model; a diamond where it overtakes the weights. */
export function kvCurveChart(
  points: readonly KvPoint[],
  {width, height, crossings = [], contextTokens, highlight}: KvCurveOptions = {}
): Element {
  return logLinesChart(points.map(linePoint), {
    width,
    height,
    x: {
      label: "context (tokens)",
      format: axisTokens,
      step: width !== undefined && width < 540 ? 2 : 1
    },
    y: {label: "KV cache of one reader (bytes)", format: axisGib, step: 2},
    tip: ({name, x, y}) => `${name}\n${formatTokens(x)}: ${formatBytes(y)}`,
    diamonds: crossings.map(linePoint),
    rule: contextTokens,
    highlight
  });
}
