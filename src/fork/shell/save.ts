import {el, fill} from "../../components/dom.js";
import {newId} from "../drafts/draft.js";
import {reasonOf} from "../drafts/reasons.js";
import {slugOf} from "../drafts/slug.js";
import {textHash} from "../notebook/lineage.js";
import type {App} from "./app.js";
import {openDialog} from "./dialog.js";
import {writePage, type Writer} from "./disk.js";
import {forkPath, nameOf, pageText} from "./text-out.js";

/** Asks for a name, and writes the notebook as a page of the lab. */
export function openSave(app: App, writer: Writer): void {
  app.flush();
  const name = el("input", {
    value: app.session.draft.disk?.name ?? nameOf(app),
    "aria-label": "Name"
  });
  const told = el("div", {role: "status"});
  const form = el(
    "form",
    {method: "dialog"},
    el("label", {}, "Page in src/pages/forks: ", name, ".md"),
    el("p", {}, el("button", {type: "submit", class: "lab-primary"}, "Save")),
    told
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    name.value = slugOf(name.value);
    void save(app, {writer, name: name.value, told});
  });
  openDialog("Save as a page", obstacles(app), form);
}

/** What would keep the page from being built, said before it is written. */
function obstacles(app: App): HTMLElement | null {
  const {obstacles} = app.analysis;
  if (obstacles.length === 0) return null;
  return el(
    "div",
    {class: "fork-notice"},
    el("p", {}, "The lab would not build with this page:"),
    el(
      "ul",
      {},
      obstacles.map((text) => el("li", {}, text))
    )
  );
}

interface SaveOptions {
  readonly writer: Writer;
  readonly name: string;
  readonly told: HTMLElement;
}

async function save(app: App, {writer, name, told}: SaveOptions): Promise<void> {
  app.flush();
  if (app.analysis.obstacles.length > 0) return void (told.textContent = "Not saved.");
  const text = pageText(app, name);
  const {base} = app.session.draft;
  try {
    await app.session.save();
    const written = await writePage(writer, {name, text, expected: expectedHash(app, name), base});
    if (written.kind === "changed") return offerBoth(app, {writer, name, told}, written.text);
    app.session.amend({disk: {name, hash: written.hash}});
    await app.session.save();
    keepSaid(app.session.draft.id, name);
    fill(
      told,
      el("p", {}, "Saved: ", el("a", {href: app.site.pageUrl(forkPath(name))}, `${name}.md`))
    );
  } catch (error) {
    told.textContent = error instanceof Error ? error.message : String(error);
  }
}

const SAID = "fork-saved";
/** Milliseconds in which the preview may reload because of a save. */
const SAID_MS = 15_000;

/** The preview reloads when there is a new page: what was said is said again after that. */
function keepSaid(draft: string, name: string): void {
  try {
    sessionStorage.setItem(SAID, JSON.stringify({draft, name, time: Date.now()}));
  } catch {
    // Without storage it is said once.
  }
}

/** Says again what a reload has cut off. */
export function sayAgain(app: App): void {
  try {
    const said = JSON.parse(sessionStorage.getItem(SAID) ?? "null") as Said | null;
    if (said?.draft !== app.session.draft.id || Date.now() - said.time > SAID_MS) return;
    const {name} = said;
    const open = () => location.assign(app.site.pageUrl(forkPath(name)));
    app.notices.show("saved", {text: `Saved: ${name}.md`, action: ["Open it", open]});
  } catch {
    // Nothing was kept.
  }
}

interface Said {
  readonly draft: string;
  readonly name: string;
  readonly time: number;
}

/** Hash of what stands on disk as far as this browser knows. */
function expectedHash(app: App, name: string): string | null {
  const {disk, path, base} = app.session.draft;
  if (disk?.name === name) return disk.hash;
  return forkPath(name) === path && base !== null ? textHash(base) : null;
}

/** The file is another one than expected: both versions are kept, the reader says how. */
function offerBoth(app: App, options: SaveOptions, theirs: string): void {
  const {name, told} = options;
  const other = `${name.slice(0, 60)}-2`;
  const keepMine = () => void save(app, {...options, name: other});
  const openTheirs = () => void openText(app, theirs, name);
  const isGone = theirs === "";
  fill(
    told,
    el(
      "p",
      {},
      isGone
        ? `${name}.md was deleted since it was read. Nothing was written.`
        : `There is another ${name}.md on disk than this browser has read. Nothing was written.`
    ),
    el(
      "p",
      {},
      el("button", {type: "button", onclick: keepMine}, `Save mine as ${other}.md`),
      " ",
      isGone ? null : el("button", {type: "button", onclick: openTheirs}, "Open the one on disk")
    )
  );
}

/** Keeps what stands here as a draft, and opens the file's text as another. */
async function openText(app: App, source: string, name: string): Promise<void> {
  app.session.touch();
  await app.session.save();
  const draft = {
    ...app.session.draft,
    id: newId(),
    title: `${name} (on disk)`,
    path: forkPath(name),
    source,
    base: source,
    disk: {name, hash: textHash(source)},
    revision: 0
  };
  const saved = await app.store.save(draft);
  if (saved.kind !== "saved") return app.tell(`Not opened: ${reasonOf(saved)}.`);
  location.hash = `draft=${draft.id}`;
}
