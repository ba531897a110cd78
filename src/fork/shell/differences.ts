import {el, fill} from "../../components/dom.js";
import {restoreCell} from "./cell-commands.js";
import {diffLines, type CellChange} from "../notebook/diff.js";
import type {App} from "./app.js";

export interface Differences {
  readonly element: HTMLElement;
  update(): void;
  toggle(): boolean;
  /** Goes to the next (1) or the previous (-1) cell that differs */
  go(step: 1 | -1): void;
}

/** What the notebook changed in its original, cell by cell, with a way to each and a way back. */
export function differences(app: App): Differences {
  const list = el("ol", {class: "fork-changes"});
  const count = el("p", {role: "status"});
  const next = el("button", {type: "button", onclick: () => go(1)}, "Next (N)");
  const previous = el("button", {type: "button", onclick: () => go(-1)}, "Previous (P)");
  const element = el(
    "section",
    {class: "fork-panel", "aria-label": "Differences to the original", hidden: true},
    count,
    el("p", {}, previous, " ", next),
    list
  );
  let at = -1;

  function changed(): CellChange[] {
    return app.session.changes().changes.filter(({kind, isMoved}) => kind !== "same" || isMoved);
  }

  function update(): void {
    if (element.hidden) return;
    const {before, after} = app.session.changes();
    const all = changed();
    count.textContent = all.length === 0 ? "No cell differs from the original." : summary(all);
    fill(
      list,
      all.map((change) => el("li", {}, changeElement(change, {app, before, after})))
    );
  }

  function go(step: 1 | -1): void {
    const all = changed();
    if (all.length === 0) return app.tell("No cell differs from the original");
    at = (at + step + all.length) % all.length;
    const change = all[at];
    if (!change) return;
    const place = change.after ?? placeOf(change, app.session.changes().changes);
    goTo(app, place);
    app.tell(`${at + 1} of ${all.length}: ${words(change)}`);
  }

  return {
    element,
    update,
    go,
    toggle() {
      element.hidden = !element.hidden;
      update();
      return !element.hidden;
    }
  };
}

/** Index of the cell that a removed one stood after. */
function placeOf(change: CellChange, changes: readonly CellChange[]): number {
  const before = changes.slice(
    0,
    changes.findIndex(({before}) => before === change.before)
  );
  return before.findLast(({after}) => after !== null)?.after ?? 0;
}

function goTo(app: App, index: number): void {
  const key = app.session.notebook.cells[index]?.key;
  const view = key === undefined ? undefined : app.view.cell(key);
  view?.focus();
  view?.element.scrollIntoView({block: "center"});
}

function summary(changes: readonly CellChange[]): string {
  const n = (kind: string) => changes.filter((change) => change.kind === kind).length;
  const parts = ["changed", "added", "removed"].map((kind) => `${n(kind)} ${kind}`);
  const moved = changes.filter(({isMoved}) => isMoved).length;
  return [...parts, `${moved} moved`].filter((part) => !part.startsWith("0")).join(", ");
}

function words({kind, isMoved}: CellChange): string {
  return [kind === "same" ? null : kind, isMoved ? "moved" : null].filter(Boolean).join(", ");
}

interface Texts {
  readonly app: App;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function changeElement(change: CellChange, {app, before, after}: Texts): HTMLElement {
  const {kind, before: i, after: j} = change;
  const lines = kind === "same" ? [] : diffLines(before[i ?? -1] ?? "", after[j ?? -1] ?? "");
  const names = {"-": "removed", "+": "added", " ": null};
  const rows = lines.map(({sign, text}) =>
    el(
      "span",
      {class: "fork-line", "data-sign": sign},
      sign,
      " ",
      names[sign] && hidden(`${names[sign]}: `),
      text,
      "\n"
    )
  );
  return el(
    "div",
    {class: "fork-change"},
    el(
      "p",
      {},
      `${j === null ? "Cell of the original" : `Cell ${j + 1}`}: ${words(change)} `,
      j === null ? null : quiet("Go there", () => goTo(app, j)),
      kind === "same" ? null : quiet("Revert", () => revert(change, app))
    ),
    rows.length > 0 ? el("pre", {tabindex: 0, role: "region", "aria-label": "Lines"}, rows) : null
  );
}

function hidden(text: string): HTMLElement {
  return el("span", {class: "lab-hidden"}, text);
}

function quiet(text: string, onclick: () => void): HTMLElement {
  return el("button", {type: "button", class: "lab-quiet", onclick}, text);
}

/** Takes one change back: the old text, the cell gone again, or there again. */
function revert({kind, before, after}: CellChange, app: App): void {
  const key = app.session.notebook.cells[after ?? -1]?.key;
  if (kind === "changed" && key !== undefined) app.commands.revert(key);
  else if (kind === "added" && key !== undefined) app.commands.remove(key);
  else if (kind === "removed" && before !== null) restoreCell(app, before);
}
