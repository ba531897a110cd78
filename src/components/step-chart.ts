import * as Plot from "npm:@observablehq/plot";
import {axisPercent} from "../lib/format/axis.js";
import {formatPercent, formatSeconds} from "../lib/format.js";
import type {StepBreakdown, StepPart, StepShare} from "../lib/step-shares.js";
import {colors, patterned} from "./colors.js";
import {svg} from "./dom.js";
import {legendHeight, legendMarks} from "./legend.js";

export interface StepChartOptions {
  readonly width?: number;
  /** Height without the legend */
  readonly height?: number;
  /** Batch from which multiplying takes longer than reading weights; Infinity marks nothing */
  readonly crossing?: number;
}

const names: Readonly<Record<StepPart, string>> = {
  weights: "reading weights",
  compute: "multiplying",
  kv: "KV cache and attention",
  interconnect: "between cards",
  overhead: "overhead"
};

function fillOf(part: StepPart): string {
  return part === "kv" ? patterned("kv") : colors[part];
}

/** Half the width of a bar on a log axis whose bars stand a factor of two apart. */
const HALF = 2 ** 0.42;

/** Height of the chart with a legend of one row, pixels. */
export const stepHeight = 340;

/** What a decode step's time goes to, batch by batch: shares of the step, its length on top. */
export function stepChart(
  steps: readonly StepBreakdown[],
  {width = 640, height = 320, crossing = Infinity}: StepChartOptions = {}
): Element {
  const isNarrow = width < 520;
  const shares = steps.flatMap((step) => step.shares);
  const parts = [...new Set(shares.map(({part}) => part))];
  const items = parts.map((part) => ({label: names[part], fill: fillOf(part)}));
  const batches = steps.map((step) => step.batchSize);
  const extra = legendHeight(items, width - 4);
  const plot = Plot.plot({
    width,
    height: height + extra,
    marginLeft: 46,
    marginRight: 8,
    marginTop: TOP,
    marginBottom: 42 + extra,
    x: {
      type: "log",
      base: 2,
      domain: [Math.min(...batches) / HALF, Math.max(...batches) * HALF],
      ticks: isNarrow ? batches.filter((_, i) => i % 2 === 0) : batches,
      tickFormat: String,
      tickSize: 0,
      label: "readers decoded together (log scale)",
      labelArrow: false,
      labelAnchor: "center",
      labelOffset: 34
    },
    y: {
      domain: [0, 1],
      label: "share of a step (%)",
      labelArrow: false,
      tickFormat: axisPercent,
      ticks: 5
    },
    marks: [
      ...shareMarks(shares),
      ...crossingMarks(crossing, batches),
      lengthTexts(steps, isNarrow),
      Plot.tip(shares, Plot.pointerX(tipOptions))
    ]
  });
  const place = `translate(4,${height})`;
  plot.append(svg("g", {transform: place}, legendMarks(items, width - 4)));
  return plot;
}

const TOP = 56;

const box = {
  x1: ({batchSize}: StepShare) => batchSize / HALF,
  x2: ({batchSize}: StepShare) => batchSize * HALF,
  y1: "from",
  y2: "to"
} as const;

function shareMarks(shares: readonly StepShare[]) {
  const fill = ({part}: StepShare) => fillOf(part);
  const dashed = {fill: "none", stroke: colors.ink, strokeDasharray: "3 2"};
  return [
    Plot.rect(
      shares.filter(({isHidden}) => !isHidden),
      {...box, fill, stroke: colors.paper, strokeWidth: 0.5}
    ),
    Plot.rect(
      shares.filter(({isHidden}) => isHidden),
      {...box, ...dashed}
    )
  ];
}

/** The length of each step, above its bar. */
function lengthTexts(steps: readonly StepBreakdown[], isNarrow: boolean) {
  return Plot.text(steps, {
    x: "batchSize",
    y: 1,
    dy: -8,
    fontSize: isNarrow ? 9 : 11,
    fill: colors.ink,
    stroke: colors.paper,
    strokeWidth: 5,
    text: ({seconds}: StepBreakdown) => stepText(seconds, isNarrow)
  });
}

const tipOptions = {
  x: "batchSize",
  y: ({to}: StepShare) => to,
  title: shareText,
  lineHeight: 1.25
} as const;

function stepText(seconds: number, isNarrow: boolean): string {
  const text = formatSeconds(seconds);
  return isNarrow ? text.replace(" ", "\n") : text;
}

/** A line through the bars, with its words above the lengths of the steps. */
function crossingMarks(crossing: number, batches: readonly number[]) {
  if (!(crossing <= Math.max(...batches))) return [];
  const isRight = crossing > 16;
  return [
    Plot.ruleX([crossing], {stroke: colors.ink, strokeWidth: 1.5, insetTop: -26}),
    Plot.text([crossing], {
      x: crossing,
      y: 1,
      text: () => `multiplying is longer from ${Math.ceil(crossing)} on`,
      textAnchor: isRight ? "end" : "start",
      dx: isRight ? 14 : -8,
      dy: -30,
      fontSize: 12,
      fill: colors.ink
    })
  ];
}

function shareText({batchSize, part, from, to, seconds, isHidden}: StepShare): string {
  const hidden = isHidden ? "\nhidden behind the longer of the two" : "";
  return `batch ${batchSize}: ${names[part]}\n${formatSeconds(seconds)}, ${formatPercent(to - from)} of the step${hidden}`;
}
