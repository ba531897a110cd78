import * as Plot from "npm:@observablehq/plot";
import {axisSeconds} from "../lib/format/axis.js";
import {formatSeconds} from "../lib/format.js";
import type {WaitRow} from "../lib/wait.js";
import {colors, patterned} from "./colors.js";

export interface WaitChartOptions {
  readonly width?: number;
}

/** Height of the chart with one bar, pixels. */
export const waitHeight = 88;

const ROW = 44;

/** Bars of time from sending the prompt to the last token: reading, then writing. */
export function waitChart(rows: readonly WaitRow[], {width = 640}: WaitChartOptions = {}): Element {
  const end = Math.max(...rows.map(({seconds}) => seconds));
  return Plot.plot({
    width,
    height: rows.length * ROW + 44,
    marginLeft: 8,
    marginRight: 14,
    marginTop: 4,
    marginBottom: 40,
    x: {
      domain: [0, end],
      label: "time since the prompt was sent (s)",
      labelArrow: false,
      ticks: Math.max(2, Math.floor(width / 110)),
      tickFormat: axisSeconds
    },
    y: {axis: null, domain: rows.map(({label}) => label), padding: 0},
    marks: [
      Plot.rect(rows, {
        ...band("ttftSeconds", 0),
        fill: colors.prefill
      }),
      Plot.rect(rows, {
        ...band("seconds", "ttftSeconds"),
        fill: patterned("decode")
      }),
      Plot.text(rows, {
        x: 0,
        y: "label",
        dx: 2,
        dy: -13,
        textAnchor: "start",
        fontSize: 12,
        fill: colors.ink,
        text: rowText
      })
    ]
  });
}

function band(x2: "ttftSeconds" | "seconds", x1: "ttftSeconds" | 0) {
  return {x1, x2, y: "label", insetTop: 19, insetBottom: 5} as const;
}

function rowText({label, ttftSeconds, writingSeconds, seconds}: WaitRow): string {
  return `${label}: ${formatSeconds(ttftSeconds)} reading + ${formatSeconds(writingSeconds)} writing = ${formatSeconds(seconds)}`;
}
