/** The figure of the validation page: the strip in its frame, with its table. */

import {differenceText} from "../lib/checks/figure-text.js";
import type {CheckedFigure} from "../lib/checks/figure.js";
import {figure} from "./figure.js";
import {stripChart, stripHeight} from "./strip-chart.js";

const value = {format: (number: number) => (Number.isNaN(number) ? "—" : String(number))} as const;

/** All figures as dots, or those that the filters leave. */
export function stripFigure(
  figures: readonly CheckedFigure[],
  {description}: {readonly description: string}
): HTMLElement {
  return figure((size) => stripChart(figures, size), {
    title: "How far the lab is from each published figure",
    description,
    filename: "published-figures",
    measure: null,
    height: stripHeight(figures),
    rows: figures,
    columns: [
      {key: "id", label: "Figure"},
      {key: "topic", label: "About"},
      {key: "model", label: "Model"},
      {key: "engine", label: "Engine"},
      {key: "published", label: "Published", ...value},
      {key: "ours", label: "Ours", ...value},
      {key: "unit", label: "Unit"},
      {key: "difference", label: "Difference", format: (_: number, row) => differenceText(row)},
      {key: "verdict", label: "Verdict"},
      {key: "source", label: "Source"},
      {key: "unfolded", label: "Formula with its values"}
    ]
  });
}
