import {announce, el, fill} from "../../components/dom.js";
import type {Draft, DraftStore, Saved} from "./draft.js";
import {reasonOf} from "./reasons.js";

/** Milliseconds in which a deleted fork can be brought back. */
const UNDO_MS = 10_000;

export interface DeletionOptions {
  readonly store: DraftStore;
  /** Called when other forks are to be listed than before */
  readonly onChange: () => Promise<void>;
  /** A button that hands the reader a draft as a file */
  readonly saver: (draft: Draft) => HTMLElement;
}

/** Deleted forks, each with its own way back. */
export interface Deletions {
  /** One sentence for each deletion */
  readonly element: HTMLElement;
  /** Whether a fork is deleted here, though the browser may have had no room to note it */
  has(id: string): boolean;
  remove(draft: Draft): Promise<void>;
}

export function deletions(options: DeletionOptions): Deletions {
  const {store, onChange} = options;
  const element = el("div", {role: "status"});
  const deleted = new Set<string>();

  async function remove(draft: Draft): Promise<void> {
    const marked = await store.remove(draft.id);
    if (marked.kind === "conflict") return onChange();
    const line = el("p", {class: "lab-told"});
    element.append(line);
    if (marked.kind === "refused" && marked.reason === "off")
      return fill(line, `Not deleted: ${reasonOf(marked)}.`);
    deleted.add(draft.id);
    const timer = setTimeout(() => void purge(draft, line), UNDO_MS);
    fill(line, `Deleted “${draft.title}”. `, undo(draft, {line, timer}));
    announce(`Deleted ${draft.title}`);
    await onChange();
  }

  async function purge(draft: Draft, line: HTMLElement): Promise<void> {
    line.remove();
    await store.purge(draft).catch(() => {});
    deleted.delete(draft.id);
    await onChange();
  }

  interface Way {
    readonly line: HTMLElement;
    readonly timer: ReturnType<typeof setTimeout>;
  }

  function undo(draft: Draft, {line, timer}: Way): HTMLButtonElement {
    const label = `Undo: bring ${draft.title} back`;
    const back = el("button", {type: "button", class: "lab-quiet", "aria-label": label}, "Undo");
    back.addEventListener("click", () => {
      clearTimeout(timer);
      back.disabled = true;
      void restored(draft, store).then((saved) => {
        back.disabled = false;
        if (saved.kind !== "saved")
          return fill(
            line,
            `“${draft.title}” is not back: ${reasonOf(saved)}. `,
            back,
            options.saver(draft)
          );
        deleted.delete(draft.id);
        fill(line, `“${draft.title}” is back.`);
        setTimeout(() => line.remove(), UNDO_MS);
        return onChange();
      });
    });
    return back;
  }

  return {element, has: (id) => deleted.has(id), remove};
}

/** With all it had; where another tab has purged it, its last text. */
async function restored(draft: Draft, store: DraftStore): Promise<Saved> {
  const saved = await store.restore(draft.id);
  return saved.kind === "conflict" ? store.save({...draft, revision: 0}) : saved;
}
