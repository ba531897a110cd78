import * as Plot from "npm:@observablehq/plot";
import type {LeverStep} from "../lib/cost/levers.js";
import {axisUsd} from "../lib/format/axis.js";
import {formatUsd} from "../lib/format.js";
import {colors, patterned} from "./colors.js";
import {savedText} from "./lever-chart.js";
import {textRoom} from "./text-room.js";

export interface WaterfallOptions {
  readonly width?: number;
  /** The bill before the first lever, USD a month */
  readonly startUsd: number;
}

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly text: string;
}

const ROW = 46;

/** The bill going down, lever after lever, each on what the ones before have left. */
export function waterfallChart(
  steps: readonly LeverStep[],
  {width = 640, startUsd}: WaterfallOptions
): Element {
  const bars = barsOf(
    steps.filter(({afterUsd}) => Number.isFinite(afterUsd)),
    startUsd
  );
  return Plot.plot({
    width,
    height: 44 + ROW * bars.length,
    marginLeft: 1,
    marginRight: textRoom(
      bars.map(({text}) => text),
      92
    ),
    marginTop: 4,
    marginBottom: 40,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {
      label: "USD a month →",
      labelAnchor: "right",
      domain: [0, Math.max(...bars.map(({from, to}) => Math.max(from, to)), 1)],
      grid: true,
      tickFormat: axisUsd,
      ticks: width < 500 ? 4 : 8
    },
    y: {axis: null, domain: bars.map(({key}) => key), padding: 0},
    marks: [
      Plot.ruleX([0]),
      Plot.barX(bars, {x1: "from", x2: "to", y: "key", fill: "fill", insetTop: 20, insetBottom: 6}),
      Plot.text(bars, {
        x: 0,
        y: "key",
        text: "label",
        textAnchor: "start",
        fontWeight: 600,
        dx: 2,
        dy: -12
      }),
      Plot.text(bars, {
        x: (bar: Bar) => Math.max(bar.from, bar.to),
        y: "key",
        text: "text",
        textAnchor: "start",
        dx: 6,
        dy: 8
      })
    ]
  });
}

function barsOf(steps: readonly LeverStep[], startUsd: number): Bar[] {
  const total = (key: string, label: string, usd: number): Bar => ({
    ...{key, label, from: 0, to: usd, fill: colors.overhead, text: formatUsd(usd)}
  });
  const moves = steps.map((step, i) => ({
    key: `${i} ${step.id}`,
    label: step.label,
    from: step.beforeUsd,
    to: step.afterUsd,
    fill: step.savedUsd < 0 ? patterned("bad") : colors.good,
    text: savedText(step)
  }));
  const end = steps.at(-1)?.afterUsd ?? startUsd;
  return [total("start", "Now", startUsd), ...moves, total("end", "Left", end)];
}
