import {formatCount} from "../lib/format.js";
import type {Provenance} from "../lib/provenance.js";
import {chapterMinutes, type ChapterPage, type Experiment} from "../lib/chapter.js";
import {el, fill} from "./dom.js";
import {doneExperiments} from "./predict.js";
import {scrollTable, tableHead} from "./table.js";

/** A page of the chapter with its answer at the defaults. */
export interface AnsweredPage extends ChapterPage {
  readonly answer: string;
}

/** The chapter as a path: each page's question, answer, time, and experiments with what is done. */
export function chapterMap(pages: readonly AnsweredPage[]): HTMLElement {
  const element = el("div");
  const show = () => {
    const time = `${progressText(pages)} About ${chapterMinutes(pages)} minutes in all.`;
    fill(element, el("p", {}, time), el("ol", {class: "lab-path"}, pages.map(step)));
  };
  show();
  // A browser that goes back shows the page as it was left: what was done since is missing.
  window.addEventListener("pageshow", ({persisted}) => (persisted ? show() : undefined));
  return element;
}

function step({name, question, answer, minutes, experiments}: AnsweredPage): HTMLElement {
  return el(
    "li",
    {},
    el("h2", {}, el("a", {href: `./pages/${name}.html`}, question)),
    el("p", {}, answer),
    experiments.length > 0 ? experimentList(experiments) : null,
    el("p", {class: "lab-path-time"}, `about ${minutes} minutes`)
  );
}

function experimentList(experiments: readonly Experiment[]): HTMLElement {
  const done = doneExperiments(experiments.map(({id}) => id));
  return el(
    "ul",
    {},
    experiments.map(({id, title, isRequired}) => {
      const isDone = done.has(id);
      const note = isRequired ? "" : " (optional)";
      return el(
        "li",
        {class: isDone ? "lab-done" : null},
        el("span", {class: "lab-mark", "aria-hidden": "true"}, isDone ? "✓" : "○"),
        `${title}${note}`,
        el("span", {class: "lab-hidden"}, isDone ? ", done" : ", not yet done")
      );
    })
  );
}

/** How far this reader is, in words. */
export function progressText(pages: readonly ChapterPage[]): string {
  const ids = pages.flatMap(({experiments}) => experiments.map(({id}) => id));
  const nDone = doneExperiments(ids).size;
  if (nDone === 0) return `${ids.length} experiments, each with a guess first.`;
  if (nDone === ids.length) return `All ${ids.length} experiments done, in this browser.`;
  return `${nDone} of ${ids.length} experiments done, in this browser.`;
}

/** Rows of data of one kind: how many, how many read in their source, from when. */
export interface DataSource extends Provenance {
  readonly name: string;
}

/** What the numbers of the chapter stand on. */
export function sourcesTable(sources: readonly DataSource[]): HTMLElement {
  const head = ["Data", "Rows", "Fully read in the source", "Source read on", "Own dates"];
  const line = ({name, nRows, nVerified, nDated, retrieved, dates}: DataSource) => [
    name,
    formatCount(nRows),
    formatCount(nVerified),
    retrieved,
    dates ? `${dates[0]} to ${dates[1]}, ${formatCount(nRows - nDated)} unknown` : "undated"
  ];
  const right = [1, 2];
  const cell = (text: string, i: number) =>
    i === 0
      ? el("th", {scope: "row"}, text)
      : el("td", {class: right.includes(i) ? "lab-right" : null}, text);
  const rows = sources.map((source) => el("tr", {}, line(source).map(cell)));
  return scrollTable([tableHead(head, right), el("tbody", {}, rows)], {
    label: "Data and their dates"
  });
}
