/** The figures of the kv-cache page: each chart in its frame, with its table. */

import type {MemoryFit} from "../lib/fit.js";
import {axisTokens} from "../lib/format/axis.js";
import {formatBytes, formatCount} from "../lib/format.js";
import type {GenerationPoint} from "../lib/generation-curve.js";
import type {KvPoint, TpPoint} from "../lib/kv-curve.js";
import {memorySegments} from "../lib/memory-segments.js";
import {byteBarsChart, type ByteBar, type ByteBarsOptions} from "./byte-bars-chart.js";
import {figure, type FigureOptions} from "./figure.js";
import {generationChart} from "./generation-chart.js";
import {headsChart, headsHeight, type NamedSharing} from "./heads-chart.js";
import {kvCurveChart, type KvCurveOptions} from "./kv-curve-chart.js";
import {memoryBarChart} from "./memory-bar-chart.js";
import {tpChart} from "./tp-chart.js";

/** What a page says about a figure. */
export type Words = Pick<FigureOptions<object>, "title" | "description" | "filename">;

const bytes = {unit: "B", format: formatCount} as const;
const tokens = {unit: "tokens", format: formatCount} as const;

/** One card's memory, with the verdict as caption. */
export function memoryFigure(fit: MemoryFit, verdict: string): HTMLElement {
  return figure(({width}) => memoryBarChart(fit, {width}), {
    title: "What one card holds",
    description: verdict,
    filename: "memory-of-one-card",
    height: 168,
    rows: () =>
      memorySegments(fit).map((part) => ({...part, bytes: part.toBytes - part.fromBytes})),
    columns: [
      {key: "part", label: "Part", role: "name"},
      {key: "bytes", label: "Size", ...bytes, role: "y"},
      {key: "fromBytes", label: "From", ...bytes},
      {key: "toBytes", label: "To", ...bytes}
    ]
  });
}

/** KV cache against context, a line per model. */
export function kvCurveFigure(
  points: readonly KvPoint[],
  {title, description, filename, ...options}: Words & Omit<KvCurveOptions, "width">
): HTMLElement {
  return figure(({width}) => kvCurveChart(points, {width, ...options}), {
    title,
    description,
    filename,
    height: 420,
    rows: points,
    columns: [
      {key: "model", label: "Model"},
      {key: "contextTokens", label: "Context", ...tokens},
      {key: "kvBytes", label: "KV cache", ...bytes}
    ]
  });
}

/** Arithmetic of the next step, with a cache and without. */
export function generationFigure(
  points: readonly GenerationPoint[],
  {description}: Pick<Words, "description">
): HTMLElement {
  return figure(({width}) => generationChart(points, {width}), {
    title: "Arithmetic of the next step",
    description,
    filename: "steps-with-and-without-cache",
    height: 380,
    rows: points,
    columns: [
      {key: "line", label: "Way"},
      {key: "contextTokens", label: "Text so far", ...tokens},
      {key: "flops", label: "Next step", unit: "FLOP", format: formatCount}
    ]
  });
}

/** Query heads and what they read. */
export function headsFigure(models: readonly NamedSharing[]): HTMLElement {
  return figure(({width}) => headsChart(models, {width}), {
    title: "Query heads (dots) and what they read (squares)",
    description:
      "One layer, one token. A square is one key and one value in the cache, the bar a latent vector for all heads.",
    filename: "heads",
    measure: null,
    height: headsHeight(models),
    rows: models,
    columns: [
      {key: "name", label: "Model"},
      {key: "kind", label: "Attention"},
      {key: "nHeads", label: "Query heads"},
      {key: "nKvHeads", label: "KV heads or latents"},
      {key: "elements", label: "Numbers a layer and token", format: formatCount}
    ]
  });
}

/** Bytes as bars. */
export function byteBarsFigure(
  bars: readonly ByteBar[],
  {title, description, filename, ...options}: Words & Omit<ByteBarsOptions, "width">
): HTMLElement {
  return figure(({width}) => byteBarsChart(bars, {width, ...options}), {
    title,
    description,
    filename,
    height: 26 * bars.length + 70,
    rows: bars,
    columns: [
      {key: "name", label: "Name"},
      {key: "bytes", label: options.label ?? "KV cache a token", ...bytes}
    ]
  });
}

/** KV cache on each card of a tensor-parallel group. */
export function tpFigure(
  points: readonly TpPoint[],
  {contextTokens, highlight}: {readonly contextTokens: number; readonly highlight: string}
): HTMLElement {
  return figure(({width}) => tpChart(points, {width, highlight}), {
    title: "More cards share each layer: what every one of them holds",
    description: `One reader at ${axisTokens(contextTokens)}. KV heads are shared out until each card has one, then copied. A latent is copied from the start.`,
    filename: "tensor-parallel",
    height: 320,
    rows: points,
    columns: [
      {key: "model", label: "Model", role: "name"},
      {key: "tp", label: "Cards", role: "x"},
      {key: "kvBytesPerGpu", label: "On each card", ...bytes, role: "y"},
      {key: "totalKvBytes", label: "On all cards", ...bytes}
    ]
  });
}

/** Sizes in words, for the caption of curves. */
export function sizesAt(points: readonly KvPoint[], contextTokens: number): string {
  const there = points.filter((point) => point.contextTokens === contextTokens);
  return there.map(({model, kvBytes}) => `${model} ${formatBytes(kvBytes)}`).join(", ");
}
