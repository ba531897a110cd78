import * as Plot from "npm:@observablehq/plot";
import {axisPercent, axisSeconds} from "../lib/format/axis.js";
import {formatPercent, formatSeconds} from "../lib/format.js";
import type {PrefixPoint} from "../lib/sim/curves.js";
import {colors} from "./colors.js";

export const prefixHeight = 290;

const names: Readonly<Record<PrefixPoint["order"], string>> = {
  off: "no prefix cache",
  fcfs: "cache, first come",
  "longest-prefix": "cache, longest prefix first"
};
const dash: Readonly<Record<PrefixPoint["order"], string>> = {
  off: "none",
  fcfs: "none",
  "longest-prefix": "5 3"
};

/** Median wait for the first token along the share of requests that begin alike. */
export function prefixChart(
  points: readonly PrefixPoint[],
  {width = 640}: {readonly width?: number} = {}
): Element {
  const color = ({order}: PrefixPoint) => (order === "off" ? colors.uncached : colors.cached);
  const orders = Object.keys(names) as PrefixPoint["order"][];
  const of = (order: PrefixPoint["order"]) => points.filter((point) => point.order === order);
  return Plot.plot({
    width,
    height: prefixHeight,
    marginLeft: 60,
    marginRight: 170,
    marginTop: 26,
    marginBottom: 42,
    x: {
      label: "requests with a common beginning (%)",
      labelArrow: false,
      labelAnchor: "center",
      tickFormat: axisPercent,
      ticks: 5
    },
    y: {
      type: "log",
      label: "first token, median (log scale)",
      labelArrow: false,
      tickFormat: axisSeconds,
      ticks: 4,
      grid: true
    },
    marks: [
      ...orders.map((order) =>
        Plot.lineY(of(order), {
          x: "sharedFraction",
          y: "ttftP50Seconds",
          stroke: color,
          strokeWidth: 2,
          strokeDasharray: dash[order],
          marker: true
        })
      ),
      Plot.text(apart(orders.map((order) => of(order).at(-1)!)), {
        x: "sharedFraction",
        y: "at",
        text: ({order}: PrefixPoint) => names[order],
        textAnchor: "start",
        dx: 10,
        fill: color,
        fontSize: 12
      }),
      Plot.tip(points, Plot.pointer({x: "sharedFraction", y: "ttftP50Seconds", title: pointText}))
    ]
  });
}

/** Labels a factor apart on the log axis, highest first. */
function apart(points: readonly PrefixPoint[]): (PrefixPoint & {at: number})[] {
  let above = Infinity;
  return [...points]
    .sort((a, b) => b.ttftP50Seconds - a.ttftP50Seconds)
    .map((point) => {
      above = Math.min(point.ttftP50Seconds, above / 1.6);
      return {...point, at: above};
    });
}

function pointText({order, sharedFraction, hitFraction, ttftP50Seconds}: PrefixPoint): string {
  return `${names[order]}, ${formatPercent(sharedFraction)} begin alike\n${formatPercent(hitFraction)} of prompt tokens found\nfirst token ${formatSeconds(ttftP50Seconds)}`;
}
