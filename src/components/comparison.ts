import {comparedFigures, differingInputs, type ScenarioRow} from "../lib/scenario/compare.js";
import {overlayOf, type ScenarioTable} from "../lib/scenario/overlay.js";
import {formatRatio} from "../lib/format.js";
import {series} from "./colors.js";
import {el, fill} from "./dom.js";
import {csvOf} from "./export.js";
import {figure} from "./figure.js";
import {host} from "./host.js";
import {overlayChart} from "./overlay-chart.js";
import type {Published, PublishedChart} from "./published.js";
import {readComparison, type ComparisonQuery} from "./scenario-store.js";

/** Milliseconds of rest after which a change of one page is shown. */
const REST_MS = 150;

/** Scenarios of one page side by side, as the address asks: each is the page itself, run out of sight. */
export function comparison(): HTMLElement {
  const element = el("div", {class: "lab-comparison"});
  try {
    open(element, readComparison(host.address.search()));
  } catch (error) {
    fill(element, el("p", {class: "lab-notice", role: "alert"}, messageOf(error)));
  }
  return element;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Open extends ComparisonQuery {
  readonly root: string;
  readonly frames: readonly HTMLIFrameElement[];
  readonly body: HTMLElement;
}

function open(element: HTMLElement, query: ComparisonQuery): void {
  const root = new URL(".", host.address.href()).href;
  const frames = query.scenarios.map(({name, search}) =>
    el("iframe", {
      class: "lab-comparison-frame",
      title: name,
      tabindex: -1,
      "aria-hidden": "true",
      src: `${new URL(`.${query.page}.html`, root).href}${search === "" ? "" : `?${search}`}`
    })
  );
  const body = el(
    "div",
    {"aria-live": "off"},
    el("p", {role: "status"}, "Working the scenarios out…")
  );
  fill(element, body, frames);
  const comparison = {...query, root, frames, body};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => show(comparison), REST_MS);
  };
  for (const frame of frames) frame.addEventListener("load", () => follow(frame, changed));
}

function publishedIn(frame: HTMLIFrameElement): Published | undefined {
  return (frame.contentWindow as (Window & {labPublished?: Published}) | null)?.labPublished;
}

/** A page publishes once its modules have run, which may be after its load event. */
function follow(frame: HTMLIFrameElement, changed: () => void, tries = 100): void {
  const published = publishedIn(frame);
  if (published) {
    published.onChange = changed;
    changed();
  } else if (tries > 0) setTimeout(() => follow(frame, changed, tries - 1), 100);
}

function show(comparison: Open): void {
  const {frames, body, scenarios, page, root} = comparison;
  const pages = frames.map(publishedIn);
  if (!pages.every((published) => published !== undefined && published.figures.size > 0)) return;
  const found = pages.filter((published) => published !== undefined);
  const names = scenarios.map(({name}) => name);
  const inputs = differingInputs(found.map(({inputs}) => inputs()));
  const figures = comparedFigures(found.map((published) => [...published.figures.values()].flat()));
  const differing = figures.filter(({isSame}) => !isSame);
  fill(
    body,
    el(
      "p",
      {},
      "Page: ",
      el("a", {href: new URL(`.${page}.html`, root).href}, page.replace("/pages/", ""))
    ),
    actions(names, [...inputs, ...figures]),
    el("h2", {}, "Inputs that differ"),
    inputs.length > 0
      ? table(names, inputs)
      : el("p", {}, "None: all scenarios have the same inputs."),
    el("h2", {}, "Figures that differ"),
    differing.length > 0
      ? table(names, differing)
      : el("p", {}, "None: all figures come out the same."),
    sameText(figures.length - differing.length),
    el("h2", {}, "Charts, one over the other"),
    charts(found, names)
  );
}

function sameText(n: number): HTMLElement | null {
  if (n === 0) return null;
  return el(
    "p",
    {class: "lab-hint"},
    `${n} more ${n === 1 ? "figure is" : "figures are"} the same in all.`
  );
}

function actions(names: readonly string[], rows: readonly ScenarioRow[]): HTMLElement {
  const told = el("span", {class: "lab-told", role: "status"});
  const copy = el("button", {type: "button", class: "lab-quiet"}, "Copy link");
  copy.addEventListener("click", () => {
    const href = host.address.href();
    void host.copy(href).then((isCopied) => {
      told.textContent = isCopied ? "Copied" : href;
    });
  });
  const save = () => {
    const blob = new Blob([comparisonCsv(names, rows)], {type: "text/csv"});
    host.download({name: "comparison.csv", blob});
  };
  const csv = el("button", {type: "button", class: "lab-quiet", onclick: save}, "CSV");
  return el("p", {class: "lab-actions"}, copy, csv, told);
}

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

function table(names: readonly string[], rows: readonly ScenarioRow[]): HTMLElement {
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
  return el(
    "div",
    {class: "lab-scroll", tabindex: 0, role: "region", "aria-label": "Scenarios"},
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", {scope: "col"}),
          names.map((name, i) => head(name, i))
        )
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            el("th", {scope: "row"}, row.label),
            names.map((_, i) => cell(row, i))
          )
        )
      )
    )
  );
}

function head(name: string, i: number): HTMLElement {
  const mark = el("span", {class: "lab-swatch", style: `background: ${series[i] ?? ""}`});
  return el("th", {scope: "col"}, mark, ` ${name}`);
}

/** A chart for each one that all pages have, of the tables behind them. */
function charts(pages: readonly Published[], names: readonly string[]): HTMLElement {
  const [first] = pages;
  const keys = [...(first?.charts.keys() ?? [])].filter((key) =>
    pages.every(({charts}) => charts.has(key))
  );
  const elements = keys.flatMap((key) => chart(key, pages, names) ?? []);
  return el(
    "div",
    {},
    elements.length > 0 ? elements : el("p", {}, "This page has no chart of numbers.")
  );
}

function chart(
  key: string,
  pages: readonly Published[],
  names: readonly string[]
): HTMLElement | null {
  const tables = pages.flatMap(({charts}) => charts.get(key) ?? []).map(tableOf);
  const overlay = overlayOf(tables);
  const [text, ...others] = tables.map(({rows}) => JSON.stringify(rows));
  if (!overlay || overlay.points.length > 20_000 || others.every((other) => other === text))
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
