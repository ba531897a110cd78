import {differenceText, publishedText, shareText, valueText} from "../lib/checks/figure-text.js";
import type {CheckedFigure, Verdict} from "../lib/checks/figure.js";
import {kindPhrase} from "../lib/checks/phrases.js";
import {el, fill, keep, uid, type Child} from "./dom.js";
import {linked} from "./parts.js";
import {scrollTable, tableHead} from "./table.js";

const marks: Readonly<Record<Verdict, string>> = {
  reproduced: "✓",
  "publication differs": "◆",
  fails: "✗",
  "input missing": "·"
};

const classes: Readonly<Record<Verdict, string>> = {
  reproduced: "lab-pass",
  "publication differs": "lab-differs",
  fails: "lab-fails",
  "input missing": "lab-muted"
};

/** Published figures beside ours, with the formula of each folded under its name. */
export function figuresTable(
  figures: readonly CheckedFigure[],
  {nAll}: {readonly nAll: number}
): HTMLElement {
  const table = keep("figures-table", makeTable);
  table.show(figures, nAll);
  return table.element;
}

function makeTable() {
  const lines = new Map<string, HTMLElement>();
  const body = el("tbody");
  const caption = el("p", {class: "lab-hint", id: uid("lab-caption")});
  const head = ["Figure", "Published", "Ours", "Difference", "Source"];
  const lineOf = (figure: CheckedFigure) => {
    const line = lines.get(figure.id) ?? figureLine(figure);
    lines.set(figure.id, line);
    return line;
  };
  const table = scrollTable([tableHead(head, [1, 2, 3]), body], {
    labelledBy: caption.id,
    look: "lab-checks lab-figures"
  });
  return {
    element: el("div", {}, caption, table),
    show(figures: readonly CheckedFigure[], nAll: number) {
      const those =
        figures.length === nAll ? `All ${nAll} figures` : `${figures.length} of ${nAll} figures`;
      caption.textContent = `${those}, what fails or differs first. Press a name for its formula.`;
      fill(body, figures.map(lineOf));
    }
  };
}

function figureLine(figure: CheckedFigure): HTMLElement {
  const {ours, unit, verdict} = figure;
  const number = (...text: readonly Child[]) => el("td", {class: "lab-right"}, text);
  return el(
    "tr",
    {},
    nameCell(figure),
    number(publishedText(figure)),
    number(valueText(ours, unit)),
    number(
      el("span", {class: classes[verdict]}, differenceText(figure)),
      el("small", {}, shareText(figure))
    ),
    el("td", {class: "lab-source"}, linked(figure.source))
  );
}

/** The name, and folded under it the formula with its values and what there is to know. */
function nameCell(figure: CheckedFigure): HTMLElement {
  const {id, kind, model, verdict, formula, unfolded, reason} = figure;
  const about = model === "any" ? "" : `, ${model}`;
  const mark = el("span", {class: classes[verdict]}, `${marks[verdict]} `);
  const details = el(
    "details",
    {class: "lab-unfold"},
    el("summary", {}, mark, kindPhrase(kind), about),
    el("p", {}, verdict, reason ? `: ${reason}` : ""),
    el("p", {}, el("code", {}, formula)),
    el("p", {}, el("code", {}, unfolded)),
    el("p", {class: "lab-muted"}, id)
  );
  return el("th", {scope: "row"}, details);
}
