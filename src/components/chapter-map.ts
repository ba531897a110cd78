import type {ChapterPage, Experiment} from "../lib/chapter.js";
import {el} from "./dom.js";
import {doneExperiments} from "./predict.js";

/** A page of the chapter with its answer at the defaults. */
export interface AnsweredPage extends ChapterPage {
  readonly answer: string;
}

/** The chapter as a path: each page's question, answer, time, and experiments with what is done. */
export function chapterMap(pages: readonly AnsweredPage[]): HTMLElement {
  return el("ol", {class: "lab-path"}, pages.map(step));
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
