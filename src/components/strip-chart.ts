import * as Plot from "npm:@observablehq/plot";
import {differenceText, publishedText, shareText, valueText} from "../lib/checks/figure-text.js";
import type {CheckedFigure, Verdict} from "../lib/checks/figure.js";
import {stripDots, type StripDot} from "../lib/checks/strip-layout.js";
import {kindPhrase} from "../lib/checks/phrases.js";
import {significant} from "../lib/format/digits.js";
import {topics} from "../lib/checks/topics.js";
import {colors} from "./colors.js";

export interface StripChartOptions {
  readonly width?: number;
}

/** Differences beyond this many precisions stand at the edge. */
const EDGE = 1.5;
const DOT = 8;
const MAX_ROWS = 6;

/** Colour and shape tell verdicts apart, each by itself. */
const looks: Readonly<Record<Verdict, {readonly color: string; readonly symbol: string}>> = {
  reproduced: {color: colors.good, symbol: "circle"},
  "publication differs": {color: colors.mid, symbol: "diamond"},
  fails: {color: colors.bad, symbol: "triangle"},
  "input missing": {color: colors.muted, symbol: "times"}
};

interface Mark extends StripDot {
  readonly x: number;
}

/** Every figure as a dot: how far the lab is from it, in units of the source's own precision. */
export function stripChart(
  figures: readonly CheckedFigure[],
  {width = 640}: StripChartOptions = {}
): Element {
  const marginLeft = 96;
  const columnsPerPrecision = (width - marginLeft - 24) / DOT / (2 * EDGE + 0.2);
  const options = {
    columnsPerPrecision,
    maxColumn: Math.floor(EDGE * columnsPerPrecision),
    maxRows: MAX_ROWS
  };
  const worked = figures.filter(({difference}) => !Number.isNaN(difference));
  const shown = topics.filter((topic) => worked.some((figure) => figure.topic === topic));
  const marks = shown.flatMap((topic): Mark[] =>
    stripDots(
      worked.filter((figure) => figure.topic === topic),
      options
    ).map((dot) => ({...dot, x: dot.column / columnsPerPrecision}))
  );
  return Plot.plot({
    width,
    height: stripHeight(figures),
    marginLeft,
    marginRight: 24,
    marginTop: 8,
    marginBottom: 44,
    x: {
      domain: [-EDGE - 0.1, EDGE + 0.1],
      ticks: [-1, 0, 1],
      tickFormat: (x: number) => (x === 0 ? "0" : x < 0 ? "−1" : "+1"),
      label: "difference ÷ precision of the source",
      labelAnchor: "center",
      labelArrow: "none"
    },
    y: {domain: [-1, MAX_ROWS], axis: null},
    fy: {domain: shown, label: null, padding: 0.08},
    symbol: {domain: symbolsOf(), range: symbolsOf()},
    marks: [bands(), Plot.ruleX([0], {stroke: colors.faint}), dots(marks), farLabels(marks)]
  });
}

/** Height of the chart: each topic has a line of its own. */
export function stripHeight(figures: readonly CheckedFigure[]): number {
  const nTopics = new Set(figures.map(({topic}) => topic)).size;
  return 52 + Math.max(1, nTopics) * (MAX_ROWS + 1.6) * DOT;
}

/** Where a difference is within the source's precision. */
function bands() {
  const range = [{from: -1, to: 1}];
  return Plot.rectX(range, {x1: "from", x2: "to", fill: colors.good, fillOpacity: 0.08});
}

function symbolsOf(): string[] {
  return [...new Set(Object.values(looks).map(({symbol}) => symbol))];
}

function dots(marks: readonly Mark[]) {
  const look = ({figure}: Mark) => looks[figure.verdict];
  return Plot.dot(marks, {
    x: "x",
    y: "row",
    fy: (mark: Mark) => mark.figure.topic,
    r: DOT / 2 - 1.1,
    symbol: (mark: Mark) => look(mark).symbol,
    fill: (mark: Mark) => (mark.figure.difference === 0 ? look(mark).color : colors.paper),
    stroke: (mark: Mark) => look(mark).color,
    strokeWidth: 1.5,
    title: (mark: Mark) => tipText(mark.figure),
    tip: {maxRadius: 12}
  });
}

/** What stands at the edge says how far out it really is. */
function farLabels(marks: readonly Mark[]) {
  const far = marks.filter(({figure}) => Math.abs(figure.precisions) > EDGE);
  const text = ({figure}: Mark) =>
    `${figure.precisions > 0 ? "+" : ""}${significant(figure.precisions, 2)}`;
  return Plot.text(far, {x: "x", y: "row", fy: (mark: Mark) => mark.figure.topic, text, dy: -11});
}

function tipText(figure: CheckedFigure): string {
  const {kind, model, ours, unit, verdict} = figure;
  const lines = [
    `${kindPhrase(kind)}${model === "any" ? "" : `, ${model}`}`,
    `published ${publishedText(figure)}`,
    `ours ${valueText(ours, unit)}`,
    `difference ${differenceText(figure)} (${shareText(figure)})`,
    verdict
  ];
  return lines.join("\n");
}
