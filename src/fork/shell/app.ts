import {announce, el} from "../../components/dom.js";
import type {DraftStore, Draft} from "../drafts/draft.js";
import type {EditorModule} from "../editor/editor.js";
import {
  editCell,
  indexOf,
  insertCell,
  moveCell,
  removeCell,
  resplitCell,
  toggleCell
} from "../notebook/notebook.js";
import {sha256} from "../notebook/sha256.js";
import type {CellState} from "../protocol.js";
import {analyse, type Analysis, type Fault} from "./analysis.js";
import {approve} from "./approval.js";
import type {CellFacts} from "./cell-view.js";
import {closureReader, type ClosureReader} from "./closure.js";
import {emptyCell, type CellCommands, type Kind} from "./commands.js";
import {notebookView, type NotebookView} from "./notebook-view.js";
import {notices, type Notices} from "./notices.js";
import {programmer, type Program} from "./program.js";
import {Runner} from "./runner.js";
import {Session, type SaveState} from "./session.js";
import {readStyles, type Site} from "./site.js";
import {loadTypeScript, needsTypeScript} from "./types-loader.js";

/** Milliseconds of rest after which what was typed runs. */
const REST_MS = 200;

export interface AppOptions {
  readonly site: Site;
  readonly store: DraftStore;
  readonly draft: Draft;
  readonly editors: Promise<EditorModule>;
  readonly runtime: Promise<string>;
}

interface RuntimeFault {
  readonly key: string;
  readonly fault: Fault;
}

/** A notebook open in the page: what is edited, what runs, and what is shown of both. */
export class App {
  readonly session: Session;
  readonly site: Site;
  readonly store: DraftStore;
  readonly notices: Notices = notices();
  readonly view: NotebookView;
  readonly closure: ClosureReader;
  readonly runner: Runner;
  readonly knownModules: ReadonlySet<string>;
  program: Program;
  analysis: Analysis;
  /** Called when the notebook, its state or its being saved has changed */
  onChange: () => void = () => {};
  saveState: SaveState = "new";
  /** Milliseconds from the last change sent to its being settled */
  settledMs = 0;
  #compile: ReturnType<typeof programmer>;
  readonly #states = new Map<string, CellState>();
  readonly #runtimeFaults = new Map<string, RuntimeFault>();
  readonly #sent = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AppOptions) {
    const {site, store, draft, editors, runtime} = options;
    this.site = site;
    this.store = store;
    this.closure = closureReader(site.modules, site.text);
    this.knownModules = new Set([
      ...Object.keys(site.modules),
      "observablehq:stdlib",
      "observablehq:runtime"
    ]);
    this.session = new Session(draft, store, {
      changed: (key) => this.#notebookChanged(key),
      saveState: (state) => this.#setSaveState(state),
      parted: (title) =>
        this.notices.show("parted", {
          text: `Another tab changed this fork. What stands here is now a fork of its own: “${title}”.`
        })
    });
    this.#compile = programmer(draft.path);
    this.view = notebookView({
      commands: this.commands,
      editors,
      onLayout: (tops) => this.runner.send({type: "layout", tops})
    });
    this.runner = new Runner({
      site,
      closure: this.closure,
      container: this.view.element,
      runtime,
      styles: readStyles(site),
      events: {
        status: (report) => this.#note(report),
        heights: (heights) => this.view.setHeights(heights),
        settled: (run) => this.#settled(run),
        silent: (isSilent) => this.#setSilent(isSilent),
        lost: () => this.#lost(),
        scroll: (y) => this.#scrollTo(y),
        leave: (key) => this.view.cell(key)?.focus(),
        tell: (text) => this.tell(text),
        follow: (href) => this.#follow(href),
        storage: (storage) => this.session.amend({storage}),
        search: (search) => this.session.amend({search})
      }
    });
    this.program = this.#compile(this.session.notebook);
    this.analysis = analyse(this.program.cells, this.knownModules);
    this.#show();
  }

  get isTrusted(): boolean {
    return this.session.draft.isTrusted;
  }

  /** Runs all cells in a new sandbox. */
  async run(): Promise<void> {
    const {path, search, storage} = this.session.draft;
    if (window.top !== window.self)
      return this.notices.show("framed", {
        text: "This page is shown inside another one. Open it by itself to run the notebook."
      });
    this.notices.hide("stopped");
    try {
      if (needsTypeScript(this.session.notebook)) await this.#loadTypeScript();
      this.#recompile();
      const start = performance.now();
      await this.runner.start({modules: this.analysis.modules, path, search, storage});
      this.#send(start);
      this.sendView();
    } catch (error) {
      this.notices.show("stopped", {
        text: `The notebook cannot run: ${error instanceof Error ? error.message : String(error)}`,
        action: ["Reload", () => location.reload()]
      });
    }
    this.onChange();
  }

  /** The reader has seen the code and wants it to run. */
  consent(): void {
    approve(sha256(this.session.draft.source));
    this.session.amend({isTrusted: true});
    void this.run();
  }

  stop(): void {
    this.runner.stop();
    this.onChange();
  }

  /** Says something in passing, to the eye and to a screen reader. */
  tell(text: string): void {
    this.notices.flash(text);
    announce(text);
  }

  /** Tells the sandbox which part of it is on screen, so that it opens dialogs there. */
  sendView(): void {
    const {top} = this.view.element.getBoundingClientRect();
    this.runner.send({type: "view", top: Math.max(0, -top), height: window.innerHeight});
  }

  /** Runs what was typed and waits to be run. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const start = performance.now();
    this.#recompile();
    this.#send(start);
    this.#show();
  }

  #recompile(): void {
    this.program = this.#compile(this.session.notebook);
    this.analysis = analyse(this.program.cells, this.knownModules);
    for (const id of [...this.#states.keys()])
      if (!this.program.code.has(id)) {
        this.#states.delete(id);
        this.#runtimeFaults.delete(id);
      }
  }

  /** Cells compiled without it are at fault: they are compiled anew. */
  async #loadTypeScript(): Promise<void> {
    if (this.#hasTypeScript) return;
    await loadTypeScript(this.site);
    this.#hasTypeScript = true;
    this.#compile = programmer(this.session.draft.path);
    if (this.runner.isRunning) this.flush();
  }

  #hasTypeScript = false;

  #send(start: number): void {
    const run = this.runner.show(this.program.sandboxCells);
    if (run !== null) this.#sent.set(run, start);
  }

  #settled(run: number): void {
    const start = this.#sent.get(run);
    if (start === undefined) return;
    this.#sent.delete(run);
    performance.measure("fork-settled", {start});
    this.settledMs = performance.now() - start;
    this.view.element.dataset["settled"] = String(run);
    this.onChange();
  }

  /** A keystroke waits for the hand to rest; all else runs at once. */
  #notebookChanged(key: string | null): void {
    clearTimeout(this.#timer);
    if (needsTypeScript(this.session.notebook)) void this.#loadTypeScript();
    if (key === null) this.#timer = setTimeout(() => this.flush(), REST_MS);
    else this.flush();
    if (key !== null) this.view.cell(key)?.focus();
    this.onChange();
  }

  #show(): void {
    const {notebook} = this.session;
    const changes = this.#changesByKey();
    this.view.update(notebook, this.program.groups, (key) => this.#factsOf(key, changes));
  }

  #changesByKey(): ReadonlyMap<string, CellFacts["change"]> {
    if (this.session.draft.base === null) return new Map();
    const {changes} = this.session.changes();
    const {cells} = this.session.notebook;
    return new Map(
      changes.flatMap(({kind, after, isMoved}) => {
        const key = after === null ? undefined : cells[after]?.key;
        const change = kind === "changed" || kind === "added" ? kind : isMoved ? "moved" : null;
        return key === undefined ? [] : [[key, change] as const];
      })
    );
  }

  #factsOf(key: string, changes: ReadonlyMap<string, CellFacts["change"]>): CellFacts {
    const ids = [...this.program.code].filter(([, code]) => code.key === key).map(([id]) => id);
    const states = ids.map((id) => this.#states.get(id) ?? "ok");
    const faults = [
      ...(this.analysis.faults.get(key) ?? []),
      ...ids.flatMap((id) => this.#runtimeFaults.get(id)?.fault ?? [])
    ];
    return {
      number: indexOf(this.session.notebook, key) + 1,
      faults,
      state: faults.length > 0 ? "error" : states.includes("pending") ? "pending" : "ok",
      change: changes.get(key) ?? null,
      isReadOnly: false
    };
  }

  #note({
    id,
    state,
    message,
    line
  }: {
    id: string;
    state: CellState;
    message?: string;
    line?: number;
  }) {
    const known = this.program.code.get(id);
    if (!known) return;
    this.#states.set(id, state);
    if (state === "error") {
      const place = line === undefined ? null : known.code.line + line;
      const fault = {message: message ?? "failed", line: place};
      this.#runtimeFaults.set(id, {key: known.key, fault});
    } else this.#runtimeFaults.delete(id);
    this.#showSoon();
  }

  #isShowing = false;

  #showSoon(): void {
    if (this.#isShowing) return;
    this.#isShowing = true;
    setTimeout(() => {
      this.#isShowing = false;
      this.#show();
    }, 50);
  }

  #setSaveState(state: SaveState): void {
    this.saveState = state;
    const reasons = {
      off: "This browser keeps nothing here (a private window?). Download the notebook before you leave.",
      full: "This browser has no room left for forks. Download the notebook, or delete old forks."
    };
    if (state === "off" || state === "full") this.notices.show("refused", {text: reasons[state]});
    else if (state === "saved") this.notices.hide("refused");
    this.onChange();
  }

  #setSilent(isSilent: boolean): void {
    if (!isSilent) return this.notices.hide("silent");
    this.notices.show("silent", {
      text: "The notebook has not answered for some seconds: a cell may run without end.",
      action: ["Stop it", () => this.#stopSilent()]
    });
  }

  #stopSilent(): void {
    this.stop();
    this.notices.show("stopped", {
      text: "Stopped. Nothing of the text is lost.",
      action: ["Run again", () => void this.run()]
    });
  }

  #lost(): void {
    this.notices.show("stopped", {
      text: "The sandbox went away: a cell tried to leave it, or it ran out of memory. Nothing of the text is lost.",
      action: ["Run again", () => void this.run()]
    });
    this.onChange();
  }

  #scrollTo(y: number): void {
    const top = this.view.element.getBoundingClientRect().top + window.scrollY;
    const limit = this.view.element.offsetHeight;
    window.scrollTo({top: top + Math.min(y, limit) - 16});
  }

  #follow(href: string): void {
    const isOwn = href.startsWith(this.site.root);
    const ask = `A cell’s link leads to another site:\n\n${href}\n\nOpen it in a new tab?`;
    if (isOwn || window.confirm(ask)) window.open(href, "_blank", "noopener,noreferrer");
  }

  readonly commands: CellCommands = {
    edit: (key, text) =>
      this.session.change(editCell(this.session.notebook, key, text), {key, isTyping: true}),
    run: (key, then) => {
      this.flush();
      if (!this.runner.isRunning && this.isTrusted) void this.run();
      if (then === "next") this.#goNext(key);
    },
    add: (key, kind, where) =>
      this.add(kind, indexOf(this.session.notebook, key) + (where === "below" ? 1 : 0)),
    remove: (key) => {
      const index = indexOf(this.session.notebook, key);
      this.session.change(removeCell(this.session.notebook, key), {key});
      const {cells} = this.session.notebook;
      this.view.cell((cells[index] ?? cells.at(-1))?.key ?? "")?.focus();
      this.tell("Cell deleted: Ctrl-Z brings it back");
    },
    move: (key, by) => {
      this.session.change(moveCell(this.session.notebook, key, by), {key});
      announce(`Cell ${indexOf(this.session.notebook, key) + 1}`);
    },
    duplicate: (key) => {
      const {notebook} = this.session;
      const at = indexOf(notebook, key);
      const cell = {key: this.session.newKey(), text: notebook.cells[at]?.text ?? ""};
      this.session.change(insertCell(notebook, {at: at + 1, cell}), {key: cell.key});
    },
    toggle: (key) => this.session.change(toggleCell(this.session.notebook, key), {key}),
    revert: (key) => this.revert(key),
    enterOutput: (key) => {
      const group = this.program.groups.find(({cells}) => cells.includes(key));
      this.runner.focus();
      this.runner.send({type: "focus", key: group?.key ?? key});
    },
    left: (key) => {
      const next = resplitCell(this.session.notebook, key, this.session.newKey);
      if (next !== this.session.notebook) this.session.change(next, {key});
    },
    undo: () => this.session.undo(),
    redo: () => this.session.redo(),
    save: () => this.onSave()
  };

  /** What Ctrl-S does; the top bar knows better. */
  onSave: () => void = () => void this.session.save();

  /** Adds a cell at a place and opens it. */
  add(kind: Kind, at: number): void {
    const cell = {key: this.session.newKey(), text: emptyCell(kind)};
    this.session.change(insertCell(this.session.notebook, {at, cell}), {key: cell.key});
    this.view.cell(cell.key)?.edit();
  }

  /** A cell's text as it is in the original. */
  revert(key: string): void {
    const {before, changes} = this.session.changes();
    const index = indexOf(this.session.notebook, key);
    const old = changes.find(({after}) => after === index)?.before ?? null;
    const text = old === null ? undefined : before[old];
    if (text !== undefined) this.session.change(editCell(this.session.notebook, key, text), {key});
  }

  /** Puts a cell of the original back where it stood. */
  restore(index: number): void {
    const {before, changes} = this.session.changes();
    const above = changes.findLast(
      ({before, after}) => before !== null && before < index && after !== null
    );
    const cell = {key: this.session.newKey(), text: before[index] ?? ""};
    const at = (above?.after ?? -1) + 1;
    this.session.change(insertCell(this.session.notebook, {at, cell}), {key: cell.key});
  }

  #goNext(key: string): void {
    const {cells} = this.session.notebook;
    const next = cells[indexOf(this.session.notebook, key) + 1];
    if (next) this.view.cell(next.key)?.edit();
    else this.add("js", cells.length);
  }
}

/** The notebook's place on the page, with what is said about it above. */
export function appElement(app: App): HTMLElement {
  return el("div", {class: "fork-app"}, app.notices.element, app.view.element);
}
