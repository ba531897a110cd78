import {axisGib, axisTokens} from "../lib/format/axis.js";
import {formatBytes, formatTokens} from "../lib/format.js";
import type {KvCrossing, KvPoint} from "../lib/kv-curve.js";
import {moveRule, logLinesChart} from "./log-lines-chart.js";

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

interface Drawn {
  readonly key: string;
  readonly chart: Element;
}

/** What was drawn last of some points: a step of the context moves a rule and redraws nothing. */
const drawn = new WeakMap<readonly KvPoint[], Drawn>();

/** KV cache of one reader against context, a line per model; a diamond where it overtakes the weights. */
export function kvCurveChart(
  points: readonly KvPoint[],
  {contextTokens, ...options}: KvCurveOptions = {}
): Element {
  const key = JSON.stringify(options);
  const last = drawn.get(points);
  const chart = last?.key === key ? last.chart : curves(points, options);
  drawn.set(points, {key, chart});
  moveRule(chart, contextTokens);
  return chart;
}

function curves(
  points: readonly KvPoint[],
  {width, height, crossings = [], highlight}: Omit<KvCurveOptions, "contextTokens">
): Element {
  const isNarrow = width !== undefined && width < 540;
  return logLinesChart(points.map(linePoint), {
    width,
    height,
    x: {label: "context (tokens)", format: axisTokens, step: isNarrow ? 2 : 1},
    y: {label: "KV cache of one reader (bytes)", format: axisGib, step: 2},
    tip: ({name, x, y}) => `${name}\n${formatTokens(x)}: ${formatBytes(y)}`,
    diamonds: crossings.map(linePoint),
    highlight
  });
}

function linePoint({model, contextTokens, kvBytes}: KvPoint) {
  return {name: model, x: contextTokens, y: kvBytes};
}
