import {valueText} from "../lib/checks/figure-text.js";
import type {PublicCase} from "../lib/mistakes/cases.js";
import {el, fill, keep, uid, type Child} from "./dom.js";
import {linked} from "./parts.js";
import {scrollTable, tableHead} from "./table.js";

/** Published wrong figures, ours with the mistake that makes them, and the right ones. */
export function casesTable(cases: readonly PublicCase[]): HTMLElement {
  const table = keep("cases-table", makeTable);
  table.show(cases);
  return table.element;
}

function makeTable() {
  const body = el("tbody");
  const caption = el("p", {class: "lab-hint", id: uid("lab-caption")});
  const head = ["Report", "Published", "Ours, with the mistake", "Right"];
  const table = scrollTable([tableHead(head, [1, 2, 3]), body], {
    labelledBy: caption.id,
    look: "lab-checks lab-slips"
  });
  return {
    element: el("div", {}, caption, table),
    show(cases: readonly PublicCase[]) {
      const nExplained = cases.filter(({isExplained}) => isExplained).length;
      caption.textContent = `${nExplained} of ${cases.length} wrong figures come out, to the last printed digit, when the mistake is made on purpose.`;
      fill(body, cases.map(caseLine));
    }
  };
}

function caseLine(row: PublicCase): HTMLElement {
  const {what, source, mistake, unit, publishedWrong, publishedRight, note, isExplained} = row;
  const number = (...text: readonly Child[]) => el("td", {class: "lab-right"}, text);
  const mark = isExplained ? el("span", {class: "lab-pass"}, "✓ ") : "";
  const theirs = publishedRight === null ? "" : `the report: ${valueText(publishedRight, unit)}`;
  return el(
    "tr",
    {},
    el("th", {scope: "row"}, what, el("small", {}, mistake), el("small", {}, linked(source))),
    number(valueText(publishedWrong, unit)),
    number(mark, valueText(row.wrong, unit)),
    number(valueText(row.right, unit), el("small", {}, theirs), el("small", {}, note))
  );
}
