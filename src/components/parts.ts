import type {CheckRow} from "../lib/check-row.js";
import {significant} from "../lib/format/digits.js";
import {announce, el, fill, keep, type Child} from "./dom.js";
import {publishFigures} from "./published.js";
import {scrollTable, tableHead} from "./table.js";

export interface AnswerOptions {
  /** The number, as text */
  readonly value: string;
  readonly unit?: string;
  /** One sentence that says what the number is and for what */
  readonly text: Child | readonly Child[];
  /** Other figures beside the first, smaller */
  readonly more?: readonly {
    readonly value: string;
    readonly unit?: string;
    readonly text: string;
  }[];
  /** Keeps several answers of one page apart */
  readonly id?: string;
}

/** A page's live answer: one large figure with its unit, and one sentence. */
export function answer({value, unit, text, more = [], id = "page"}: AnswerOptions): HTMLElement {
  const {element, heard} = keep(`answer:${id}`, () => ({
    element: el("div", {class: "lab-answer"}),
    heard: {text: ""}
  }));
  fill(
    element,
    el("p", {class: "lab-answer-figure"}, figureText(value, unit)),
    el(
      "p",
      {class: "lab-answer-text"},
      ...(Array.isArray(text) ? (text as Child[]) : [text as Child])
    ),
    more.length > 0 ? el("dl", {class: "lab-answer-more"}, more.map(smallFigure)) : null
  );
  publishFigures(id, [
    {label: "Answer", value, unit: unit ?? ""},
    ...more.map(({text: label, value, unit}) => ({label, value, unit: unit ?? ""}))
  ]);
  const spoken = element.textContent ?? "";
  if (heard.text !== "" && heard.text !== spoken) announce(spoken);
  heard.text = spoken;
  return element;
}

function figureText(value: string, unit: string | undefined): readonly Child[] {
  return [
    el("span", {class: "lab-value"}, value),
    unit ? el("span", {class: "lab-unit"}, ` ${unit} `) : " "
  ];
}

function smallFigure({
  value,
  unit,
  text
}: {
  value: string;
  unit?: string;
  text: string;
}): HTMLElement {
  return el("div", {}, el("dt", {}, text), el("dd", {}, figureText(value, unit)));
}

/** The one sentence to keep, with its number and its conditions. */
export function takeaway(...content: readonly Child[]): HTMLElement {
  return el("aside", {class: "lab-takeaway", "aria-label": "Takeaway"}, el("p", {}, content));
}

/** Something the reader must know at this place: it does not fit, an estimate, a mark on the data. */
export function notice(...content: readonly Child[]): HTMLElement {
  return el("div", {class: "lab-notice"}, el("p", {}, content));
}

/**
 * Published figures beside ours. Failures stand first, and the cell fails with them.
 *
 * @throws Error naming each row that does not pass
 */
export function checkList(rows: readonly CheckRow[]): HTMLElement {
  const failed = rows.filter(({pass}) => !pass);
  if (failed.length > 0) throw new Error(failed.map(failure).join("; "));
  const caption = `${rows.length} of ${rows.length} checks pass, run in this page just now.`;
  const verdict = el("span", {class: "lab-hidden"}, "Verdict");
  const head = tableHead(["Figure", "Published", "Ours", "Unit", "Source", verdict], [1, 2]);
  const body = el("tbody", {}, rows.map(checkLine));
  return scrollTable([el("caption", {}, caption), head, body], {
    label: "Checks",
    look: "lab-checks"
  });
}

function failure({name, expected, ours, unit}: CheckRow): string {
  return `check failed: ${name}: published ${expected} ${unit}, ours ${ours} ${unit}`;
}

const digits = (value: number) => significant(value, Number.isInteger(value) ? 15 : 5);

function checkLine({name, expected, ours, unit, source, tolerance}: CheckRow): HTMLElement {
  return el(
    "tr",
    {},
    el("th", {scope: "row"}, name),
    el(
      "td",
      {class: "lab-right"},
      digits(expected),
      tolerance >= 1e-4 ? ` ± ${significant(Math.abs(expected * tolerance), 2)}` : ""
    ),
    el("td", {class: "lab-right"}, digits(ours)),
    el("td", {}, unit),
    el("td", {class: "lab-source"}, linked(source)),
    el("td", {class: "lab-pass"}, "✓", el("span", {class: "lab-hidden"}, " passes"))
  );
}

/** Text in which addresses are links. */
export function linked(text: string): readonly Child[] {
  return text.split(/(https?:\/\/[^\s;,)]+)/).map((part) => {
    if (!/^https?:\/\//.test(part)) return part;
    const short = part.replace(/^https?:\/\/(www\.)?/, "");
    return el(
      "a",
      {href: part, rel: "noreferrer"},
      short.length > 48 ? `${short.slice(0, 47)}…` : short
    );
  });
}

export interface SymbolRow {
  /** As the formula writes it */
  readonly letter: string;
  /** As the code names it */
  readonly code: string;
  /** The chapter's Chinese word */
  readonly term: string;
  readonly meaning: string;
  readonly unit: string;
}

/** The letters of a page's formulas. */
export function symbols(rows: readonly SymbolRow[]): HTMLElement {
  const head = ["Letter", "Code", "中文", "Meaning", "Unit"];
  const line = ({letter, code, term, meaning, unit}: SymbolRow) =>
    el(
      "tr",
      {},
      el("th", {scope: "row", class: "lab-letter"}, letter),
      el("td", {}, el("code", {}, code)),
      el("td", {lang: "zh-Hans"}, term),
      el("td", {}, meaning),
      el("td", {}, unit)
    );
  return scrollTable([tableHead(head), el("tbody", {}, rows.map(line))], {label: "Symbols"});
}

/** Tasks with their answers folded. */
export function tryThis(
  tasks: readonly {
    readonly task: Child | readonly Child[];
    readonly answer: Child | readonly Child[];
  }[]
): HTMLElement {
  const content = (part: Child | readonly Child[]) =>
    Array.isArray(part) ? (part as Child[]) : [part as Child];
  return el(
    "ol",
    {class: "lab-try"},
    tasks.map(({task, answer: solution}) =>
      el(
        "li",
        {},
        el("p", {}, content(task)),
        el("details", {}, el("summary", {}, "Answer"), el("p", {}, content(solution)))
      )
    )
  );
}
