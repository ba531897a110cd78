import {el, type Child} from "./dom.js";

/** What names a table to a screen reader: words, or the id of an element that has them. */
export type TableName = {readonly label: string} | {readonly labelledBy: string};

type TableFrame = TableName & {readonly look?: string};

/** A new table with this content, in its frame. */
export function scrollTable(content: readonly Child[], frame: TableFrame): HTMLElement {
  return framedTable(el("table", {}, content), frame);
}

/** The frame scrolls by itself where the table is too wide, by keyboard too. */
export function framedTable(table: HTMLElement, {look = "", ...name}: TableFrame): HTMLElement {
  const named = "label" in name ? {"aria-label": name.label} : {"aria-labelledby": name.labelledBy};
  const region = {class: `lab-table ${look}`.trim(), tabindex: 0, role: "region", ...named};
  return el("div", region, table);
}

/** Column heads; those of numbers stand right, as their numbers do. */
export function tableHead(head: readonly Child[], rightColumns: readonly number[] = []) {
  const cells = head.map((content, i) =>
    el("th", {scope: "col", class: rightColumns.includes(i) ? "lab-right" : null}, content)
  );
  return el("thead", {}, el("tr", {}, cells));
}
