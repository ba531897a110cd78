import type {Draft, DraftStore, Saved} from "../drafts/draft.js";
import {newId} from "../drafts/draft.js";
import {diffCells, type CellChange} from "../notebook/diff.js";
import {
  changed,
  redone,
  startHistory,
  undone,
  type Change,
  type History
} from "../notebook/history.js";
import {mergePages} from "../notebook/merge.js";
import {
  fromSource,
  keyMaker,
  toSource,
  withSource,
  type NewKey,
  type Notebook
} from "../notebook/notebook.js";
import {joinPage, splitPage} from "../notebook/split.js";

/** Milliseconds after a change until it is saved. */
const SAVE_MS = 10;

/** What stands about the draft, for the reader. */
export type SaveState = "new" | "saving" | "saved" | "off" | "full";

export interface SessionEvents {
  /** The notebook is another one; `key` is the cell to look at, if any */
  changed(key: string | null): void;
  saveState(state: SaveState): void;
  /** Another tab changed the same draft; what stands here became a draft of its own */
  parted(title: string): void;
}

/** A notebook being edited: its states, and the draft that keeps it. */
export class Session {
  readonly newKey: NewKey = keyMaker();
  draft: Draft;
  #history: History;
  readonly #store: DraftStore;
  readonly #events: SessionEvents;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(draft: Draft, store: DraftStore, events: SessionEvents) {
    this.draft = draft;
    this.#history = startHistory(fromSource(draft.source, this.newKey));
    this.#store = store;
    this.#events = events;
    store.listen((id) => void this.#follow(id));
  }

  get notebook(): Notebook {
    return this.#history.present;
  }

  get source(): string {
    return toSource(this.notebook);
  }

  /** Makes a change that can be undone. */
  change(notebook: Notebook, change: Omit<Change, "time">): void {
    const next = changed(this.#history, notebook, {...change, time: performance.now()});
    if (next === this.#history) return;
    this.#history = next;
    this.#events.changed(change.isTyping ? null : change.key);
    this.touch();
  }

  undo(): boolean {
    return this.#go(undone(this.#history));
  }

  redo(): boolean {
    return this.#go(redone(this.#history));
  }

  #go(step: ReturnType<typeof undone>): boolean {
    if (!step) return false;
    this.#history = step.history;
    this.#events.changed(step.key);
    this.touch();
    return true;
  }

  /** Changes what belongs to the draft and not to its text. Consent alone is no reason to keep a draft. */
  amend(fields: Partial<Omit<Draft, "id" | "source" | "revision" | "updated">>): void {
    const before = this.draft;
    this.draft = {...before, ...fields};
    const isKept = before.revision > 0;
    const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
      (name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name])
    );
    if (names.some((name) => isKept || name !== "isTrusted")) this.touch();
  }

  /** Marks the draft to be saved soon; typing on does not put it off. */
  touch(): void {
    this.#isDirty = true;
    this.#timer ??= setTimeout(() => void this.save(), SAVE_MS);
  }

  /** Saves at once what is not saved yet. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#saving.then(() => this.#saveNow());
    return this.#saving;
  }

  async #saveNow(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    this.#events.saveState("saving");
    const draft = {...this.draft, source: this.source, updated: Date.now()};
    const saved = await this.#store.save(draft);
    if (saved.kind === "saved") this.#take(saved.draft);
    else await this.#settle(saved, draft);
  }

  #take({revision, updated, source}: Draft): void {
    this.draft = {...this.draft, revision, updated, source};
    this.#events.saveState("saved");
  }

  /** Refused: stay dirty, and say so. Overtaken by another tab: go on as a draft of its own. */
  async #settle(saved: Exclude<Saved, {kind: "saved"}>, draft: Draft): Promise<void> {
    if (saved.kind === "refused") {
      this.#isDirty = true;
      return this.#events.saveState(saved.reason);
    }
    const title = saved.stored ? `${draft.title} (this tab)` : draft.title;
    const own = {...draft, id: newId(), title, revision: 0};
    const again = await this.#store.save(own);
    this.draft = own;
    if (again.kind === "saved") this.#take(again.draft);
    else this.#events.saveState(again.kind === "refused" ? again.reason : "full");
    this.#events.parted(title);
  }

  /** Another tab saved this draft: without changes of its own, this one shows what it saved. */
  async #follow(id: string): Promise<void> {
    if (id !== this.draft.id || this.#isDirty) return;
    const stored = await this.#store.get(id);
    if (!stored || this.#isDirty || stored.revision <= this.draft.revision) return;
    this.draft = stored;
    const notebook = withSource(this.notebook, stored.source, this.newKey);
    this.#history = changed(this.#history, notebook, {key: "", time: performance.now()});
    this.#events.changed(null);
    this.#events.saveState("saved");
  }

  /** Puts an earlier or another text in place of the present one; it can be undone. */
  replaceSource(source: string): void {
    this.change(withSource(this.notebook, source, this.newKey), {key: ""});
  }

  /** Takes over what the original changed since; returns what both sides changed. */
  update(original: string): readonly string[] {
    const merge = mergePages(splitPage(this.draft.base ?? original), {
      mine: splitPage(this.source),
      theirs: splitPage(original)
    });
    this.replaceSource(joinPage(merge));
    this.amend({base: original});
    return merge.conflicts;
  }

  /** Changes against the original that the draft was made from. */
  changes(): Changes {
    const {base} = this.draft;
    if (base !== this.#base.text)
      this.#base = {text: base, cells: base === null ? [] : splitPage(base).cells};
    const before = this.#base.cells;
    const after = this.notebook.cells.map(({text}) => text);
    return {before, after, changes: diffCells(before, after)};
  }

  #base: {text: string | null; cells: readonly string[]} = {text: null, cells: []};
}

/** What a notebook changed in its original. */
export interface Changes {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly CellChange[];
}
