import {formatRatio} from "../lib/format.js";
import type {ScenarioRow} from "../lib/scenario/compare.js";
import {series} from "./colors.js";
import {el} from "./dom.js";
import {csvOf} from "./export.js";
import {scrollTable, type TableName} from "./table.js";

/** Inputs and figures of all scenarios, with the ratios to the first. */
export function comparisonCsv(names: readonly string[], rows: readonly ScenarioRow[]): string {
  const records = rows.map(({label, texts, ratios}) => ({
    label,
    ...Object.fromEntries(texts.map((text, i) => [`t${i}`, text])),
    ...Object.fromEntries(ratios.map((ratio, i) => [`r${i}`, Number.isNaN(ratio) ? "" : ratio]))
  }));
  const columns = [
    {key: "label", label: "What"},
    ...names.map((name, i) => ({key: `t${i}`, label: name})),
    ...names.slice(1).map((name, i) => ({key: `r${i + 1}`, label: `${name} / ${names[0] ?? ""}`}))
  ];
  return csvOf(records as readonly Record<string, unknown>[], columns);
}

export interface ComparedScenario {
  readonly name: string;
  /** Address of the page with its inputs */
  readonly href: string;
}

/** What differs, a row each; the first scenario is what the others are held against. */
export function comparisonTable(
  scenarios: readonly ComparedScenario[],
  rows: readonly ScenarioRow[],
  name: TableName
): HTMLElement {
  const cell = ({texts, ratios}: ScenarioRow, i: number) => {
    const ratio = i > 0 && Number.isFinite(ratios[i]) ? formatRatio(ratios[i] ?? NaN) : null;
    const isOther = i > 0 && texts[i] !== texts[0];
    return el(
      "td",
      isOther ? {"data-differs": true} : {},
      texts[i] ?? "—",
      ratio && el("small", {}, ` ${ratio}`)
    );
  };
  const body = rows.map((row) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, row.label),
      scenarios.map((_, i) => cell(row, i))
    )
  );
  const columns = el("tr", {}, el("th", {scope: "col"}, "What"), scenarios.map(head));
  return scrollTable([el("thead", {}, columns), el("tbody", {}, body)], name);
}

function head({name, href}: ComparedScenario, i: number): HTMLElement {
  const mark = el("span", {class: "lab-swatch", style: `background: ${series[i] ?? ""}`});
  return el("th", {scope: "col"}, mark, " ", el("a", {href}, name));
}
