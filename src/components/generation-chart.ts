import {axisCount, axisTokens} from "../lib/format/axis.js";
import {formatFlops, formatTokens} from "../lib/format.js";
import type {GenerationPoint} from "../lib/generation-curve.js";
import {colors} from "./colors.js";
import {logLinesChart} from "./log-lines-chart.js";

export interface GenerationChartOptions {
  readonly width?: number;
  readonly height?: number;
}

const stroke = {
  "no cache": colors.bad,
  "no cache, attention": colors.muted,
  "KV cache": colors.decode,
  "KV cache, attention": colors.kv
};

/** Arithmetic of one step against the length of the text, with a cache and without. */
export function generationChart(
  points: readonly GenerationPoint[],
  {width, height = 380}: GenerationChartOptions = {}
): Element {
  const lines = points.map(({line, contextTokens, flops}) => ({
    name: line,
    x: contextTokens,
    y: flops
  }));
  return logLinesChart(lines, {
    width,
    height,
    x: {label: "text so far (tokens)", format: axisTokens, step: 2},
    y: {label: "arithmetic of the next step (FLOP)", format: axisCount, base: 10, step: 3},
    tip: ({name, x, y}) => `${name}\n${formatTokens(x)}: ${formatFlops(y)}`,
    stroke
  });
}
