import {offText, valueText} from "../lib/checks/figure-text.js";
import {formatBytes, formatUsd} from "../lib/format.js";
import type {Mistake} from "../lib/mistakes.js";
import {el, fill, keep, uid} from "./dom.js";
import {linked} from "./parts.js";

/** Wrong calculations with what they give on a model, beside the right ones; no difference last. */
export function mistakesTable(
  mistakes: readonly Mistake[],
  {name}: {readonly name: string}
): HTMLElement {
  const {element, body, caption} = keep("mistakes-table", makeTable);
  const order = mistakes.toSorted((a, b) => Number(a.ratio === 1) - Number(b.ratio === 1));
  caption.textContent = `Made in public, on ${name}: caches, weights, bills. What makes no difference here stands last.`;
  fill(body, order.map(mistakeLine));
  return element;
}

function makeTable() {
  const body = el("tbody");
  const caption = el("p", {class: "lab-hint", id: uid("lab-caption")});
  const head = ["What goes wrong", "Wrong", "Right", "Off by"];
  const heads = head.map((text, index) =>
    el("th", {scope: "col", class: index === 1 || index === 2 ? "lab-right" : null}, text)
  );
  const region = {tabindex: 0, role: "region", "aria-labelledby": caption.id};
  const table = el("table", {}, el("thead", {}, el("tr", {}, heads)), body);
  const scroller = el("div", {class: "lab-table lab-checks lab-slips", ...region}, table);
  return {element: el("div", {}, caption, scroller), body, caption};
}

function mistakeLine(mistake: Mistake): HTMLElement {
  const {name, wrong, right, ratio, source, wrongFormula, rightFormula} = mistake;
  const isSame = ratio === 1;
  const cell = (value: number, formula: string) =>
    el("td", {class: "lab-right"}, amount(value, mistake.unit), el("small", {}, formula));
  return el(
    "tr",
    {class: isSame ? "lab-muted" : null},
    el("th", {scope: "row"}, name, el("small", {}, "seen in ", linked(source))),
    cell(wrong, wrongFormula),
    cell(right, rightFormula),
    el("td", {}, offText(ratio))
  );
}

function amount(value: number, unit: Mistake["unit"]): string {
  if (unit === "bytes") return formatBytes(value);
  return unit === "USD" ? formatUsd(value) : valueText(value, unit);
}
