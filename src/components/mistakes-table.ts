import {offText, valueText} from "../lib/checks/figure-text.js";
import {formatBytes, formatUsd} from "../lib/format.js";
import type {Mistake} from "../lib/mistakes.js";
import {el, fill, keep, uid} from "./dom.js";
import {linked} from "./parts.js";
import {scrollTable, tableHead} from "./table.js";

/** Wrong calculations with what they give on a model, beside the right ones; no difference last. */
export function mistakesTable(
  mistakes: readonly Mistake[],
  {name}: {readonly name: string}
): HTMLElement {
  const table = keep("mistakes-table", makeTable);
  table.show(mistakes, name);
  return table.element;
}

function makeTable() {
  const lines = new Map<string, MistakeLine>();
  const body = el("tbody");
  const caption = el("p", {class: "lab-hint", id: uid("lab-caption")});
  const head = ["What goes wrong", "Wrong", "Right", "Off by"];
  const table = scrollTable([tableHead(head, [1, 2]), body], {
    labelledBy: caption.id,
    look: "lab-checks lab-slips"
  });
  const lineOf = (mistake: Mistake): HTMLElement => {
    const line = lines.get(mistake.name) ?? makeLine(mistake);
    lines.set(mistake.name, line);
    line.update(mistake);
    return line.element;
  };
  return {
    element: el("div", {}, caption, table),
    show(mistakes: readonly Mistake[], name: string) {
      caption.textContent = `Made in public, on ${name}: caches, weights, bills. What makes no difference here stands last.`;
      const order = mistakes.toSorted((a, b) => Number(a.ratio === 1) - Number(b.ratio === 1));
      const rows = order.map(lineOf);
      if (rows.some((row, i) => body.children[i] !== row)) fill(body, rows);
    }
  };
}

interface MistakeLine {
  readonly element: HTMLElement;
  readonly update: (mistake: Mistake) => void;
}

function makeLine({name, source, unit, wrongFormula, rightFormula}: Mistake): MistakeLine {
  const [wrong, right] = [document.createTextNode(""), document.createTextNode("")];
  const off = el("td");
  const cell = (value: Text, formula: string) =>
    el("td", {class: "lab-right"}, value, el("small", {}, formula));
  const title = el("th", {scope: "row"}, name, el("small", {}, "seen in ", linked(source)));
  const element = el("tr", {}, title, cell(wrong, wrongFormula), cell(right, rightFormula), off);
  return {
    element,
    update(mistake) {
      wrong.data = amount(mistake.wrong, unit);
      right.data = amount(mistake.right, unit);
      off.textContent = offText(mistake.ratio);
      element.classList.toggle("lab-muted", mistake.ratio === 1);
    }
  };
}

function amount(value: number, unit: Mistake["unit"]): string {
  if (unit === "bytes") return formatBytes(value);
  return unit === "USD" ? formatUsd(value) : valueText(value, unit);
}
