import {el, fill} from "../../components/dom.js";
import type {CellFacts} from "./cell-view.js";
import {kinds, type CellCommands, type Kind} from "./commands.js";

export interface CellBar {
  readonly element: HTMLElement;
  update(
    source: {readonly language: string; readonly text: string},
    facts: CellFacts & {readonly isOpen: boolean; readonly isOff: boolean}
  ): void;
  focus(): void;
}

/** The buttons of a cell: one stop of the Tab key, the arrow keys go along them. */
export function cellBar(key: string, commands: CellCommands, toggleSource: () => void): CellBar {
  const toggle = button("", "Show or hide the source", toggleSource);
  toggle.className = "fork-toggle";
  const summary = el("span", {class: "fork-summary"});
  const run = button("Run", "Run this cell", () => commands.run(key, "stay"));
  const output = button("Results", "Go into the results", () => commands.enterOutput(key));
  const up = button("↑", "Move up", () => commands.move(key, -1));
  const down = button("↓", "Move down", () => commands.move(key, 1));
  const copy = button("Duplicate", "Duplicate this cell", () => commands.duplicate(key));
  const off = button("Off", "Switch this cell off", () => commands.toggle(key));
  const revert = button("Revert", "Back to the original’s text", () => commands.revert(key));
  const remove = button("Delete", "Delete this cell", () => commands.remove(key));
  const add = addMenu((kind) => commands.add(key, kind, "below"));
  const writing = [up, down, copy, off, revert, remove, add];
  const element = el(
    "div",
    {class: "fork-bar", role: "toolbar"},
    toggle,
    summary,
    el("span", {class: "fork-actions"}, run, output, writing)
  );
  roving(element, toggle);
  element.addEventListener("keydown", (event) => barKey(event, key, commands));
  return {
    element,
    focus: () => toggle.focus(),
    update({language, text}, {number, change, isOpen, isOff, state}) {
      element.setAttribute("aria-label", `Cell ${number}`);
      toggle.setAttribute("aria-expanded", String(isOpen));
      toggle.setAttribute("aria-label", `Cell ${number}, ${language}: source`);
      fill(toggle, el("span", {class: "fork-kind"}, language), isOff ? " off" : null);
      summary.textContent = isOpen
        ? ""
        : (text.split("\n").find((line) => line.trim()) ?? "(empty)");
      off.textContent = isOff ? "On" : "Off";
      off.title = isOff ? "Switch this cell on" : "Switch this cell off";
      revert.hidden = change !== "changed";
      element.toggleAttribute("data-busy", state === "pending");
    }
  };
}

function button(text: string, title: string, onclick: () => void): HTMLButtonElement {
  return el("button", {type: "button", title, tabindex: -1, onclick}, text);
}

/** A list of kinds; choosing one adds a cell. */
export function addMenu(add: (kind: Kind) => void): HTMLSelectElement {
  const select = el(
    "select",
    {"aria-label": "Add a cell below", tabindex: -1},
    el("option", {value: ""}, "Add…"),
    Object.entries(kinds).map(([kind, label]) => el("option", {value: kind}, label))
  );
  select.addEventListener("change", () => {
    const kind = select.value;
    select.value = "";
    if (kind in kinds) add(kind as Kind);
  });
  return select;
}

/** One control of a toolbar at a time can be reached by Tab. */
function roving(bar: HTMLElement, first: HTMLElement): void {
  const offer = (target: EventTarget | null) => {
    for (const control of controls(bar)) control.tabIndex = control === target ? 0 : -1;
  };
  offer(first);
  bar.addEventListener("focusin", ({target}) => offer(target));
  // The others may be out of sight by then.
  bar.addEventListener("focusout", ({relatedTarget}) => {
    if (!bar.contains(relatedTarget as Node | null)) offer(first);
  });
  bar.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = controls(bar);
    const next = all[all.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function controls(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>("button, select")].filter(
    (control) => !control.hidden && !control.hasAttribute("disabled")
  );
}

function barKey(event: KeyboardEvent, key: string, commands: CellCommands): void {
  const name = `${event.altKey ? "Alt-" : ""}${event.shiftKey ? "Shift-" : ""}${event.key}`;
  const does: Readonly<Record<string, () => void>> = {
    "Alt-ArrowUp": () => commands.move(key, -1),
    "Alt-ArrowDown": () => commands.move(key, 1),
    "Alt-Shift-ArrowDown": () => commands.duplicate(key),
    "Alt-Shift-ArrowUp": () => commands.toggle(key),
    "Alt-Backspace": () => commands.remove(key),
    "Alt-o": () => commands.enterOutput(key),
    "Shift-Enter": () => commands.run(key, "next")
  };
  const run = does[name];
  if (!run) return;
  event.preventDefault();
  run();
}
