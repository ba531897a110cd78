import {announce, el, fill} from "../components/dom.js";
import {host} from "../components/host.js";
import {fromArchive, toArchive} from "./drafts/archive.js";
import {newId, type Draft, type DraftEntry, type DraftStore} from "./drafts/draft.js";
import {draftStore} from "./drafts/store.js";

/** Milliseconds in which a deleted fork can be brought back. */
const UNDO_MS = 10_000;

/**
 * The forks and notebooks of this browser: open, rename, duplicate, delete with a way back, take all
 * out and in; and new ones. `shell` is the address of the page that opens them.
 */
export function myForks(shell: string, store: DraftStore = draftStore()): HTMLElement {
  const list = el("ul", {class: "lab-forks"});
  const told = el("p", {class: "lab-told", role: "status"});
  const element = el("div", {}, list, told, commands({shell, store, tell, show}));

  function tell(...content: readonly (string | HTMLElement)[]): void {
    fill(told, content);
  }

  async function show(): Promise<void> {
    try {
      const entries = await store.list();
      fill(
        list,
        entries.map((entry) => el("li", {}, row(entry, {shell, store, tell, show})))
      );
      list.hidden = entries.length === 0;
    } catch {
      tell("This browser keeps no forks here (a private window?).");
    }
  }

  store.listen(() => void show());
  void show();
  return element;
}

interface Context {
  readonly shell: string;
  readonly store: DraftStore;
  readonly tell: (...content: readonly (string | HTMLElement)[]) => void;
  readonly show: () => Promise<void>;
}

function button(text: string, label: string, onclick: () => void): HTMLButtonElement {
  return el("button", {type: "button", class: "lab-quiet", "aria-label": label, onclick}, text);
}

function row({id, title, path, updated}: DraftEntry, context: Context): HTMLElement {
  const open = el("a", {href: `${context.shell}#draft=${id}`}, title);
  const what = path.startsWith("/pages/forks/") ? "" : `fork of ${path.replace("/pages/", "")}, `;
  return el(
    "span",
    {},
    open,
    el("small", {}, ` ${what}${dayText(updated)} `),
    button("Rename", `Rename ${title}`, () => void rename(id, context)),
    button("Duplicate", `Duplicate ${title}`, () => void duplicate(id, context)),
    button("Delete", `Delete ${title}`, () => void remove(id, context))
  );
}

function dayText(time: number): string {
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

async function rename(id: string, {store, show, tell}: Context): Promise<void> {
  const draft = await store.get(id);
  const title = draft && window.prompt("New title", draft.title)?.trim();
  if (!draft || !title) return;
  const saved = await store.save({...draft, title, updated: Date.now()});
  if (saved.kind !== "saved") tell("Not renamed: the fork has just changed in another tab.");
  await show();
}

async function duplicate(id: string, {store, show, tell}: Context): Promise<void> {
  const draft = await store.get(id);
  if (!draft) return;
  const title = `${draft.title} (copy)`;
  await store.save({...draft, id: newId(), title, disk: null, revision: 0, updated: Date.now()});
  await show();
  tell(`Made “${title}”.`);
}

async function remove(id: string, {store, show, tell}: Context): Promise<void> {
  const draft = await store.get(id);
  if (!draft) return;
  await store.remove(id);
  await show();
  const back = button("Undo", `Undo: bring ${draft.title} back`, () => {
    void store.save({...draft, revision: 0}).then(() => {
      tell(`“${draft.title}” is back.`);
      return show();
    });
  });
  tell(`Deleted “${draft.title}”. `, back);
  announce(`Deleted ${draft.title}`);
  setTimeout(() => {
    if (back.isConnected) tell();
  }, UNDO_MS);
}

function commands(context: Context): HTMLElement {
  const {shell} = context;
  const file = el("input", {type: "file", accept: ".json,.md", hidden: true, "aria-label": "File"});
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void importFile(chosen, context);
    file.value = "";
  });
  return el(
    "p",
    {class: "lab-actions"},
    el("a", {href: `${shell}#new=empty`}, "New notebook"),
    " ",
    el("a", {href: `${shell}#new=experiment`}, "New experiment"),
    " ",
    button("Export all", "Export all forks", () => void exportAll(context)),
    button("Import…", "Import forks or a page", () => file.click()),
    file
  );
}

async function exportAll({store, tell}: Context): Promise<void> {
  const entries = await store.list();
  const drafts = await Promise.all(entries.map(({id}) => store.get(id)));
  const kept = drafts.filter((draft): draft is Draft => draft !== null);
  if (kept.length === 0) return tell("There is nothing to export yet.");
  const blob = new Blob([toArchive(kept)], {type: "application/json"});
  host.download({name: "inference-lab-forks.json", blob});
}

async function importFile(file: File, {store, show, tell}: Context): Promise<void> {
  try {
    const text = await file.text();
    const drafts = file.name.endsWith(".md") ? [pageDraft(text, file.name)] : fromArchive(text);
    for (const draft of drafts) await store.save(draft);
    await show();
    tell(
      `Imported ${drafts.length === 1 ? "one" : drafts.length}. Their code runs once you say so.`
    );
  } catch (error) {
    tell(`Not imported: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function pageDraft(source: string, name: string): Draft {
  const title = /^# +(.+)$/m.exec(source)?.[1] ?? name.replace(/\.md$/, "");
  return {
    id: newId(),
    title,
    path: "/pages/forks/new",
    source,
    base: null,
    search: "",
    storage: {},
    isTrusted: false,
    disk: null,
    revision: 0,
    updated: Date.now()
  };
}
