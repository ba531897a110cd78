import {comparedFigures, differingInputs, type ScenarioRow} from "../lib/scenario/compare.js";
import {comparisonCharts} from "./comparison-charts.js";
import {comparisonCsv, comparisonTable} from "./comparison-table.js";
import {el, fill} from "./dom.js";
import {host} from "./host.js";
import type {Published} from "./published.js";
import {readComparison, siteRoot, scenarioUrl, type ComparisonQuery} from "./scenario-store.js";

/** Milliseconds of rest after which a change of one page is shown. */
const REST_MS = 150;

/** Scenarios of one page side by side, as the address asks: each is the page itself, run out of sight. */
export function comparison(): HTMLElement {
  const element = el("div", {class: "lab-comparison"});
  try {
    open(element, readComparison(host.address.search()));
  } catch (error) {
    fill(element, notice(messageOf(error)));
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
  const root = siteRoot(host.address.href());
  const frames = query.scenarios.map((scenario) =>
    el("iframe", {
      class: "lab-comparison-frame",
      title: scenario.name,
      tabindex: -1,
      "aria-hidden": "true",
      src: scenarioUrl(root, query.page, scenario)
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
  const missing = () => fill(body, notice(`this site has no page ${query.page} with figures`));
  for (const frame of frames)
    frame.addEventListener("load", () => {
      if (frame.contentDocument?.querySelector("#observablehq-main"))
        follow(frame, {changed, missing});
      else missing();
    });
}

function notice(text: string): HTMLElement {
  return el("p", {class: "lab-notice", role: "alert"}, text);
}

function publishedIn(frame: HTMLIFrameElement): Published | undefined {
  return (frame.contentWindow as (Window & {labPublished?: Published}) | null)?.labPublished;
}

interface Listener {
  readonly changed: () => void;
  /** Called when the page does not publish anything for long */
  readonly missing: () => void;
}

/** A page publishes once its modules have run, which may be after its load event. */
function follow(frame: HTMLIFrameElement, listener: Listener, tries = 100): void {
  const published = publishedIn(frame);
  if (published) {
    published.onChange = listener.changed;
    listener.changed();
  } else if (tries > 0) setTimeout(() => follow(frame, listener, tries - 1), 100);
  else listener.missing();
}

function show({frames, body, scenarios, page, root}: Open): void {
  const pages = frames.map(publishedIn);
  if (!pages.every((published) => published !== undefined && published.figures.size > 0)) return;
  const found = pages.filter((published) => published !== undefined);
  const names = scenarios.map(({name}) => name);
  const inputs = differingInputs(found.map(({inputs}) => inputs()));
  const figures = comparedFigures(found.map((published) => [...published.figures.values()].flat()));
  const differing = figures.filter(({isSame}) => !isSame);
  const links = scenarios.map((scenario) => scenarioUrl(root, page, scenario));
  const columns = names.map((name, i) => ({name, href: links[i] ?? ""}));
  const none = (text: string) => el("p", {}, text);
  fill(
    body,
    el(
      "p",
      {},
      "The inputs of ",
      el("a", {href: links[0]}, titleIn(frames[0]) ?? page),
      " under different names."
    ),
    found.flatMap((published, i) =>
      published.problems().map((problem) => notice(`${names[i]}: ${problem}`))
    ),
    actions(names, [...inputs, ...figures]),
    el("h2", {}, "Inputs that differ"),
    inputs.length > 0
      ? comparisonTable(columns, inputs, {label: "Inputs that differ"})
      : none("None: all scenarios have the same inputs."),
    el("h2", {}, "Figures that differ"),
    differing.length > 0
      ? comparisonTable(columns, differing, {label: "Figures that differ"})
      : none("None: all figures come out the same."),
    sameText(figures.length - differing.length),
    el("h2", {}, "Charts, one over the other"),
    comparisonCharts(found, names)
  );
}

function titleIn(frame: HTMLIFrameElement | undefined): string | undefined {
  return frame?.contentDocument?.querySelector("h1")?.textContent?.trim();
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
