import {overlayOf, type ScenarioTable} from "../lib/scenario/overlay.js";
import {el} from "./dom.js";
import {figure} from "./figure.js";
import {overlayChart} from "./overlay-chart.js";
import type {Published, PublishedChart} from "./published.js";

/** Points of one chart beyond which it is left out: a picture of them says nothing and takes seconds. */
const MAX_POINTS = 20_000;

/** A chart for each one that all pages have, of the tables behind them. */
export function comparisonCharts(
  pages: readonly Published[],
  names: readonly string[]
): HTMLElement {
  const keys = sharedKeys(pages);
  const elements = keys.flatMap((key) => chart(key, pages, names) ?? []);
  const none = keys.length > 0 ? "None: all charts come out the same." : "This page has no charts.";
  return el("div", {}, elements.length > 0 ? elements : el("p", {}, none));
}

/** Charts that all pages have, in the order of the first. */
function sharedKeys([first, ...others]: readonly Published[]): readonly string[] {
  const shared = [...(first?.charts ?? [])].filter(([key]) =>
    others.every(({charts}) => charts.has(key))
  );
  const isAfter = (a: Node, b: Node) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return shared
    .sort(([, a], [, b]) => (isAfter(a.element, b.element) ? 1 : -1))
    .map(([key]) => key);
}

function chart(
  key: string,
  pages: readonly Published[],
  names: readonly string[]
): HTMLElement | null {
  const tables = pages.flatMap(({charts}) => charts.get(key) ?? []).map(tableOf);
  const overlay = overlayOf(tables);
  const [text, ...others] = tables.map(({rows}) => JSON.stringify(rows));
  if (!overlay || overlay.points.length > MAX_POINTS || others.every((other) => other === text))
    return null;
  const rows = overlay.points.map((point) => ({...point, from: names[point.scenario] ?? ""}));
  return figure(({width}) => overlayChart(overlay, {width, names}), {
    title: pages[0]?.charts.get(key)?.title ?? key,
    description: `${names.join(", ")}, one over the other.`,
    filename: `compared-${key}`,
    rows,
    columns: [
      {key: "from", label: "Scenario"},
      {key: "name", label: "Name"},
      ...(overlay.x ? [{key: "x", label: overlay.x.label, unit: overlay.x.unit} as const] : []),
      {key: "y", label: overlay.y.label, unit: overlay.y.unit}
    ]
  });
}

function tableOf({columns, rows}: PublishedChart): ScenarioTable {
  return {columns, rows: rows()};
}
