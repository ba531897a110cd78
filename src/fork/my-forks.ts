import {el, fill} from "../components/dom.js";
import {host} from "../components/host.js";
import {fromArchive, toArchive} from "./drafts/archive.js";
import {deletions, type Deletions} from "./drafts/deletions.js";
import {newId, plainTitle, type Draft, type DraftEntry, type DraftStore} from "./drafts/draft.js";
import {reasonOf, reasons} from "./drafts/reasons.js";
import {draftStore} from "./drafts/store.js";

/**
 * The forks and notebooks of this browser: open, rename, duplicate, delete with a way back, take all
 * out and in; and new ones. `shell` is the address of the page that opens them.
 */
export function myForks(shell: string, store: DraftStore = draftStore()): HTMLElement {
  const list = el("ul", {class: "lab-forks", hidden: true});
  const told = el("p", {class: "lab-told", role: "status"});
  const gone = deletions({store, onChange: show, saver});
  const context: Context = {shell, store, gone, show, tell: (...content) => fill(told, content)};

  /** A title that is being typed stays; the list is shown anew once it is done. */
  async function show(): Promise<void> {
    const entries = await store.list().catch(() => null);
    if (list.querySelector("input")) return;
    if (entries === null) return context.tell(`No forks are shown: ${reasons.off}.`);
    const shown = entries.filter(({id}) => !gone.has(id));
    fill(
      list,
      shown.map((entry) => row(entry, context))
    );
    list.hidden = shown.length === 0;
  }

  store.listen(() => void show());
  void show();
  return el("div", {}, list, gone.element, told, commands(context));
}

interface Context {
  readonly shell: string;
  readonly store: DraftStore;
  readonly gone: Deletions;
  readonly tell: (...content: readonly (string | HTMLElement)[]) => void;
  readonly show: () => Promise<void>;
}

function button(text: string, label: string, onclick: () => void): HTMLButtonElement {
  return el("button", {type: "button", class: "lab-quiet", "aria-label": label, onclick}, text);
}

function row(entry: DraftEntry, context: Context): HTMLElement {
  const {id, path, updated} = entry;
  const title = plainTitle(entry.title);
  const place = el("span", {}, el("a", {href: `${context.shell}#draft=${id}`}, title));
  const what = path.startsWith("/pages/forks/") ? "" : `fork of ${path.replace("/pages/", "")}, `;
  const about = (act: (draft: Draft) => Promise<void> | void) => () => void found(id, context, act);
  return el(
    "li",
    {},
    place,
    el("small", {}, ` ${what}${dayText(updated)} `),
    button(
      "Rename",
      `Rename ${title}`,
      about((draft) => rename(draft, place, context))
    ),
    button(
      "Duplicate",
      `Duplicate ${title}`,
      about((draft) => duplicate(draft, context))
    ),
    button(
      "Delete",
      `Delete ${title}`,
      about((draft) => context.gone.remove(draft))
    )
  );
}

function dayText(time: number): string {
  const date = new Date(time);
  if (!(time > 0) || Number.isNaN(date.getTime())) return "";
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Does something with a draft as it is kept now, or says why it cannot. */
async function found(
  id: string,
  {store, show, tell}: Context,
  act: (draft: Draft) => Promise<void> | void
): Promise<void> {
  tell();
  try {
    const draft = await store.get(id);
    if (draft) return await act(draft);
    tell("This fork was deleted in another tab.");
    await show();
  } catch {
    tell(`This fork cannot be read: ${reasons.off}.`);
  }
}

/** Writes a draft and says so, or why not, with the draft as a file. */
async function keep(
  draft: Draft,
  {store, show, tell}: Context,
  {did, failed}: {readonly did: string; readonly failed: string}
): Promise<void> {
  const saved = await store.save(draft);
  await show();
  if (saved.kind === "saved") tell(did);
  else tell(`${failed}: ${reasonOf(saved)}. `, saver(draft));
}

/** The title becomes a box; Enter keeps what stands in it, Escape the old one. */
function rename(draft: Draft, place: HTMLElement, context: Context): void {
  const old = plainTitle(draft.title);
  const label = `New title of ${old}`;
  const input = el("input", {type: "text", maxlength: 200, value: old, "aria-label": label});
  let isDone = false;
  const done = (title: string) => {
    if (isDone) return;
    isDone = true;
    input.remove();
    if (title.trim() === "" || plainTitle(title) === old) return void context.show();
    const renamed = {...draft, title: plainTitle(title), updated: Date.now()};
    void keep(renamed, context, {did: `Now “${renamed.title}”.`, failed: "Not renamed"});
  };
  input.addEventListener("blur", () => done(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault();
    done(event.key === "Escape" ? old : input.value);
  });
  fill(place, input);
  input.select();
}

async function duplicate(draft: Draft, context: Context): Promise<void> {
  const title = `${plainTitle(draft.title)} (copy)`;
  const copy = {...draft, id: newId(), title, disk: null, revision: 0, updated: Date.now()};
  await keep(copy, context, {did: `Made “${title}”.`, failed: "Not duplicated"});
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

function download(drafts: readonly Draft[]): void {
  const blob = new Blob([toArchive(drafts)], {type: "application/json"});
  host.download({name: "inference-lab-forks.json", blob});
}

function saver(draft: Draft): HTMLButtonElement {
  return button("Download it", `Download ${draft.title}`, () => download([draft]));
}

async function exportAll({store, tell}: Context): Promise<void> {
  try {
    const entries = await store.list();
    const drafts = await Promise.all(entries.map(({id}) => store.get(id)));
    const kept = drafts.filter((draft): draft is Draft => draft !== null);
    if (kept.length === 0) return tell("There is nothing to export yet.");
    download(kept);
    tell(`Exported ${kept.length === 1 ? "one" : kept.length}.`);
  } catch {
    tell(`Not exported: ${reasons.off}.`);
  }
}

async function importFile(file: File, context: Context): Promise<void> {
  try {
    await importAll(await draftsIn(file), context);
  } catch (error) {
    context.tell(`Not imported: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The reader of pages is loaded when there is one to read. */
async function draftsIn(file: File): Promise<Draft[]> {
  if (!/\.md$/i.test(file.name)) return fromArchive(await file.text());
  const {fromPageFile} = await import("./drafts/page-file.js");
  return [fromPageFile(await file.arrayBuffer(), file.name)];
}

/** Stops at the first that the browser refuses: the file has them all. */
async function importAll(drafts: readonly Draft[], {store, show, tell}: Context): Promise<void> {
  for (const [index, draft] of drafts.entries()) {
    const saved = await store.save(draft);
    if (saved.kind === "saved") continue;
    await show();
    const part = index === 0 ? "Not imported" : `Imported ${index} of ${drafts.length}`;
    return tell(`${part}: ${reasonOf(saved)}.`);
  }
  await show();
  tell(
    drafts.length === 1
      ? "Imported one. Its code runs once you say so."
      : `Imported ${drafts.length}. Their code runs once you say so.`
  );
}
