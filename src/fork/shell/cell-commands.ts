import {announce} from "../../components/dom.js";
import {
  editCell,
  indexOf,
  insertCell,
  moveCell,
  removeCell,
  resplitCell,
  toggleCell
} from "../notebook/notebook.js";
import type {App} from "./app.js";
import {emptyCell, type CellCommands, type Kind} from "./commands.js";

/** What readers do with cells, done to the app's notebook. */
export function cellCommands(app: App): CellCommands {
  const notebook = () => app.session.notebook;
  const at = (key: string) => indexOf(notebook(), key);

  return {
    edit: (key, text) => app.session.change(editCell(notebook(), key, text), {key, isTyping: true}),
    run(key, then) {
      app.flush();
      if (!app.runner.isRunning && app.isTrusted) void app.run();
      if (then === "next") goNext(app, at(key));
    },
    add: (key, kind, where) => addCell(app, kind, at(key) + (where === "below" ? 1 : 0)),
    remove(key) {
      const index = at(key);
      app.session.change(removeCell(notebook(), key), {key});
      const {cells} = notebook();
      app.view.cell((cells[index] ?? cells.at(-1))?.key ?? "")?.focus();
      app.tell("Cell deleted: Ctrl-Z brings it back");
    },
    move(key, by) {
      app.session.change(moveCell(notebook(), key, by), {key});
      announce(`Cell ${at(key) + 1}`);
    },
    duplicate(key) {
      const cell = {key: app.session.newKey(), text: notebook().cells[at(key)]?.text ?? ""};
      app.session.change(insertCell(notebook(), {at: at(key) + 1, cell}), {key: cell.key});
    },
    toggle: (key) => app.session.change(toggleCell(notebook(), key), {key}),
    revert(key) {
      const {before, changes} = app.session.changes();
      const old = changes.find(({after}) => after === at(key))?.before ?? null;
      const text = old === null ? undefined : before[old];
      if (text !== undefined) app.session.change(editCell(notebook(), key, text), {key});
    },
    enterOutput(key) {
      const group = app.program.groups.find(({cells}) => cells.includes(key));
      app.runner.focus();
      app.runner.send({type: "focus", key: group?.key ?? key});
    },
    left(key) {
      const next = resplitCell(notebook(), key, app.session.newKey);
      if (next !== notebook()) app.session.change(next, {key});
    },
    undo: () => app.session.undo(),
    redo: () => app.session.redo(),
    save: () => app.onSave()
  };
}

/** Adds a cell at a place and opens it. */
export function addCell(app: App, kind: Kind, index: number): void {
  const cell = {key: app.session.newKey(), text: emptyCell(kind)};
  const notebook = insertCell(app.session.notebook, {at: index, cell});
  app.session.change(notebook, {key: cell.key});
  app.view.cell(cell.key)?.edit();
}

/** Puts a cell of the original back where it stood. */
export function restoreCell(app: App, index: number): void {
  const {before, changes} = app.session.changes();
  const above = changes.findLast(
    (change) => change.before !== null && change.before < index && change.after !== null
  );
  const cell = {key: app.session.newKey(), text: before[index] ?? ""};
  const at = (above?.after ?? -1) + 1;
  app.session.change(insertCell(app.session.notebook, {at, cell}), {key: cell.key});
}

function goNext(app: App, index: number): void {
  const {cells} = app.session.notebook;
  const next = cells[index + 1];
  if (next) app.view.cell(next.key)?.edit();
  else addCell(app, "js", cells.length);
}
