import * as Plot from "npm:@observablehq/plot";
import type {Turn} from "../lib/cost/sessions.js";
import {axisCount, axisPercent} from "../lib/format/axis.js";
import {formatCount, formatPercent} from "../lib/format.js";
import {el} from "./dom.js";
import {legend} from "./legend.js";
import {partStyles} from "./tiers.js";

export interface SessionChartOptions {
  readonly width?: number;
}

/** Tokens of each turn: what is read from the cache, what is new in the prompt, what is written. */
export function sessionChart(
  turns: readonly Turn[],
  {width = 640}: SessionChartOptions = {}
): Element {
  const {cached, uncached, output} = partStyles();
  const labelled = {
    uncached: {...uncached, label: "prompt, not cached"},
    output: {...output, label: "answer and reasoning"}
  };
  const parts = turns.flatMap((turn) => [
    {...turn, part: cached, tokens: turn.hitTokens},
    {...turn, part: labelled.uncached, tokens: turn.promptTokens - turn.hitTokens},
    {...turn, part: labelled.output, tokens: turn.outputTokens}
  ]);
  const every = Math.ceil(turns.length / (width / 44));
  const chart = Plot.plot({
    width,
    height: 260,
    marginLeft: 46,
    marginRight: 4,
    marginTop: 24,
    marginBottom: 38,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {
      label: "turn →",
      type: "band",
      padding: 0.15,
      ticks: turns.map(({turn}) => turn).filter((turn) => turn % every === 0 || turn === 1),
      tickFormat: (turn: number) => String(turn)
    },
    y: {label: "↑ tokens of the turn", grid: true, tickFormat: axisCount, ticks: 5},
    marks: [
      Plot.ruleY([0]),
      Plot.barY(parts, {
        x: "turn",
        y: "tokens",
        fill: ({part}: {part: {fill: string}}) => part.fill,
        title: (p: (typeof parts)[number]) =>
          `turn ${p.turn}: ${formatCount(Math.round(p.tokens))} tokens ${p.part.label}; hit rate ${formatPercent(p.hitFraction)}`,
        tip: true
      }),
      hitTexts(turns.length * 40 <= width ? turns : [])
    ]
  });
  return el("div", {}, legend([cached, labelled.uncached, labelled.output], {width}), chart);
}

/** The hit rate of each turn, above its bar. */
function hitTexts(turns: readonly Turn[]) {
  return Plot.text(turns, {
    x: "turn",
    y: (t: Turn) => t.promptTokens + t.outputTokens,
    text: (t: Turn) => axisPercent(Number(t.hitFraction.toFixed(2))),
    lineAnchor: "bottom",
    dy: -4
  });
}
