import {el, fill} from "../../components/dom.js";
import {host} from "../../components/host.js";
import {toIpynb} from "../notebook/ipynb.js";
import type {App} from "./app.js";
import {addCell} from "./cell-commands.js";
import {keyHelp, kinds, type Kind} from "./commands.js";
import {openDialog} from "./dialog.js";
import {differences, type Differences} from "./differences.js";
import {findWriter} from "./disk.js";
import {htmlText} from "./export-html.js";
import {openGraph} from "./graph.js";
import {OWN_PATH} from "./opening.js";
import {openSave} from "./save.js";
import {openShare} from "./share.js";
import {nameOf, pageText} from "./text-out.js";
import {openVersions} from "./versions.js";

export interface TopBar {
  readonly element: HTMLElement;
  readonly differences: Differences;
}

/** Title, state and commands of the whole notebook. */
export function topBar(app: App): TopBar {
  const state = el("span", {class: "fork-state", role: "status"});
  const run = command("Run", () => (app.runner.isRunning ? app.stop() : void app.run()));
  const changes = differences(app);
  const compare = command("Differences", () => {
    compare.setAttribute("aria-expanded", String(changes.toggle()));
  });
  compare.setAttribute("aria-expanded", "false");
  const writer = findWriter();
  const save = writer ? command("Save…", () => openSave(app, writer)) : null;
  app.onSave = () => (writer ? openSave(app, writer) : void app.session.save());
  const title = titleInput(app);
  let areOpen = false;
  const sources = command("Show all sources", () => {
    areOpen = !areOpen;
    app.view.setAllOpen(areOpen);
    sources.textContent = areOpen ? "Hide all sources" : "Show all sources";
  });
  app.onChange = () => {
    fill(state, stateText(app));
    showTitle(title, app.session.draft.title);
    run.textContent = app.runner.isRunning ? "Stop" : "Run";
    run.disabled = !app.isTrusted;
    compare.hidden = app.session.draft.base === null;
    changes.update();
    if (app.session.draft.revision > 0) ownAddress(app);
  };
  app.onChange();
  const commands = [
    run,
    save,
    command("Download", () => downloadPage(app)),
    command("Share…", () => void openShare(app)),
    exportMenu(app),
    compare,
    command("Graph", () => openGraph(app)),
    command("History", () => void openVersions(app)),
    sources,
    command("Keys (?)", openKeys)
  ];
  return {
    differences: changes,
    element: el(
      "div",
      {class: "fork-head"},
      el("h1", {class: "fork-title"}, title),
      el("p", {class: "fork-lineage"}, lineage(app), state),
      el("div", {class: "fork-commands", role: "group", "aria-label": "Notebook"}, commands),
      changes.element
    )
  };
}

function command(text: string, onclick: () => void): HTMLButtonElement {
  return el("button", {type: "button", onclick}, text);
}

function titleInput(app: App): HTMLInputElement {
  const input = el("input", {"aria-label": "Title of the notebook"});
  input.addEventListener("input", () =>
    app.session.amend({title: input.value.trim() || "Untitled"})
  );
  input.addEventListener("blur", () => showTitle(input, app.session.draft.title));
  return input;
}

/** A title may change elsewhere; while it is typed, what is typed stands. */
function showTitle(input: HTMLInputElement, title: string): void {
  if (document.activeElement !== input) input.value = title;
  document.title = `${title} | Fork`;
}

function lineage(app: App): (Node | string)[] {
  const {path} = app.session.draft;
  const home = el("a", {href: app.site.root}, "Inference Lab");
  if (path === OWN_PATH) return [home, " · A notebook of its own. "];
  return [
    home,
    " · A fork of ",
    el("a", {href: app.site.pageUrl(path)}, path.replace("/pages/", "")),
    ". "
  ];
}

function stateText(app: App): string {
  const text = {
    new: "Nothing changed yet.",
    saving: "Saving…",
    saved: "Saved in this browser.",
    off: "Not saved.",
    full: "Not saved."
  }[app.saveState];
  return app.isTrusted ? text : "Its code has not run.";
}

/** A draft that is kept has an address of its own: a reload comes back to it. */
function ownAddress(app: App): void {
  const hash = `#draft=${app.session.draft.id}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

function downloadPage(app: App): void {
  app.flush();
  const name = nameOf(app);
  const blob = new Blob([pageText(app, name)], {type: "text/markdown"});
  host.download({name: `${name}.md`, blob});
  const {obstacles} = app.analysis;
  if (obstacles.length > 0)
    app.notices.show("obstacles", {
      text: `Downloaded, but a lab with this page does not build: ${obstacles.join("; ")}.`
    });
}

function exportMenu(app: App): HTMLSelectElement {
  const select = el(
    "select",
    {"aria-label": "Export"},
    el("option", {value: ""}, "Export…"),
    el("option", {value: "html"}, "One .html file that runs"),
    el("option", {value: "ipynb"}, "Jupyter .ipynb")
  );
  select.addEventListener("change", () => {
    const kind = select.value;
    select.value = "";
    void exportAs(kind, app);
  });
  return select;
}

async function exportAs(kind: string, app: App): Promise<void> {
  const name = nameOf(app);
  const cells = app.session.notebook.cells.map(({text}) => text);
  try {
    const text = kind === "html" ? await htmlText(app) : toIpynb(cells, app.session.draft.title);
    const type = kind === "html" ? "text/html" : "application/x-ipynb+json";
    host.download({name: `${name}.${kind}`, blob: new Blob([text], {type})});
  } catch (error) {
    app.tell(`Not exported: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The list of keys. */
export function openKeys(): void {
  const rows = keyHelp.map(([keys, does]) => [el("dt", {}, keys), el("dd", {}, does)]);
  openDialog("Keys", el("dl", {class: "fork-keys"}, rows.flat()));
}

/** Buttons under the last cell. */
export function footBar(app: App): HTMLElement {
  const add = (kind: Kind) => () => addCell(app, kind, app.session.notebook.cells.length);
  const buttons = Object.entries(kinds).map(([kind, label]) => command(label, add(kind as Kind)));
  return el("p", {class: "fork-foot"}, "Add a cell: ", buttons);
}
