import {announce, el} from "../../components/dom.js";
import type {DraftStore, Draft} from "../drafts/draft.js";
import type {EditorModule} from "../editor/editor.js";
import {sha256} from "../notebook/sha256.js";
import {analyse, type Analysis} from "./analysis.js";
import {approve} from "./approval.js";
import {cellCommands} from "./cell-commands.js";
import {closureReader, type ClosureReader} from "./closure.js";
import type {CellCommands} from "./commands.js";
import {notebookView, type NotebookView} from "./notebook-view.js";
import {notices, type Notices} from "./notices.js";
import {programmer, type Program} from "./program.js";
import {factsOf, reportBook, type Report} from "./reports.js";
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

/** A notebook open in the page: what is edited, what runs, and what is shown of both. */
export class App {
  readonly session: Session;
  readonly site: Site;
  readonly store: DraftStore;
  readonly notices: Notices = notices();
  readonly reports = reportBook();
  readonly commands: CellCommands;
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
  readonly #sent = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AppOptions) {
    const {site, store, draft, editors, runtime} = options;
    this.site = site;
    this.store = store;
    this.closure = closureReader(site.modules, site.moduleText);
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
    this.commands = cellCommands(this);
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
        heights: (heights) => this.#setHeights(heights),
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
      performance.mark("fork-compiled");
      const start = performance.now();
      await this.runner.start({modules: this.analysis.modules, path, search, storage});
      performance.mark("fork-started");
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
    this.reports.keepOnly(this.program);
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

  #setHeights(heights: readonly (readonly [string, number])[]): void {
    this.view.setHeights(heights);
    if (performance.getEntriesByName("fork-first-result").length > 0) return;
    if (heights.some(([, height]) => height > 0)) performance.mark("fork-first-result");
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
    const {notebook, draft} = this.session;
    const {program, analysis, reports} = this;
    const changes = draft.base === null ? null : this.session.changes();
    const facts = factsOf(notebook, {program, analysis, reports, changes});
    this.view.update(notebook, program.groups, facts);
  }

  #note(report: Report): void {
    if (this.reports.note(report, this.program)) this.#showSoon();
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

  /** What Ctrl-S does; the top bar knows better. */
  onSave: () => void = () => void this.session.save();
}

/** The notebook's place on the page, with what is said about it above. */
export function appElement(app: App): HTMLElement {
  return el("div", {class: "fork-app"}, app.notices.element, app.view.element);
}
