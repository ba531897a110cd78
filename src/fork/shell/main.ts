import {el, fill} from "../../components/dom.js";
import type {DraftStore} from "../drafts/draft.js";
import {draftStore} from "../drafts/store.js";
import type {EditorModule} from "../editor/editor.js";
import {myForks} from "../my-forks.js";
import {App, appElement} from "./app.js";
import {OWN_PATH, openAddress} from "./opening.js";
import {sayAgain} from "./save.js";
import {readOriginal, siteOf, type Site, type SiteOptions} from "./site.js";
import style from "./style.css";
import {footBar, openKeys, topBar, type TopBar} from "./top-bar.js";

/** Opens what the address asks for in an element of the page. */
export async function openShell(root: HTMLElement, options: SiteOptions): Promise<void> {
  performance.mark("fork-shell");
  document.head.append(el("style", {}, style));
  const site = siteOf(options, new URL(".", location.href).href);
  const runtime = site.text(site.parts.sandbox);
  const editors = import(site.parts.editor) as Promise<EditorModule>;
  window.addEventListener("hashchange", () => location.reload());
  try {
    await open(root, {site, runtime, editors});
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    fill(root, el("p", {class: "fork-notice", role: "alert"}, text));
  }
}

interface Parts {
  readonly site: Site;
  readonly runtime: Promise<string>;
  readonly editors: Promise<EditorModule>;
}

async function open(root: HTMLElement, {site, runtime, editors}: Parts): Promise<void> {
  const store = draftStore();
  if (location.hash.length < 2) return fill(root, startPage(store));
  const draft = await openAddress(location.hash.slice(1), site, store);
  performance.mark("fork-opened");
  const app = new App({site, store, draft, editors, runtime});
  const bar = topBar(app);
  fill(root, bar.element, appElement(app), footBar(app));
  watchScreen(app);
  watchKeys(app, bar);
  sayAgain(app);
  if (app.isTrusted) await app.run();
  else askConsent(app);
  await tellOfChanges(app);
}

/** What the shell shows when it is asked for nothing. */
function startPage(store: DraftStore): HTMLElement {
  return el(
    "div",
    {},
    el("h1", {}, "Forks"),
    el("p", {class: "fork-lineage"}, el("a", {href: "./"}, "Inference Lab")),
    el("p", {}, "Press Fork on any page to change it here. What you change stays in this browser."),
    myForks("", store)
  );
}

/** Code that came from elsewhere is shown, and waits. */
function askConsent(app: App): void {
  app.view.setAllOpen(true);
  app.notices.show("consent", {
    text: "This notebook came from elsewhere. Its code is shown below and has not run. In the sandbox it reaches neither the network nor anything you have on this site.",
    isLasting: true,
    action: [
      "Run in sandbox",
      () => {
        app.notices.hide("consent");
        app.consent();
      }
    ]
  });
}

/** The original may have changed since the fork was made. */
async function tellOfChanges(app: App): Promise<void> {
  const {path, base} = app.session.draft;
  if (path === OWN_PATH || base === null) return;
  const original = await readOriginal(app.site, path).catch(() => null);
  if (original === null)
    return app.notices.show("original", {
      text: "The original of this fork is no longer on this site."
    });
  if (original === base) return;
  app.notices.show("original", {
    text: "The original has changed since this fork was made.",
    action: ["Update the fork", () => update(app, original)]
  });
}

function update(app: App, original: string): void {
  const conflicts = app.session.update(original);
  app.notices.show("original", {
    text:
      conflicts.length === 0
        ? "Updated. Ctrl-Z takes it back."
        : `Updated. Both sides changed ${conflicts.length === 1 ? "one place" : `${conflicts.length} places`}: the original’s version stands below the fork’s, switched off.`
  });
}

function watchScreen(app: App): void {
  const tell = () => app.sendView();
  window.addEventListener("scroll", tell, {passive: true});
  window.addEventListener("resize", tell);
  const save = () => void app.session.save();
  window.addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
}

/** Keys outside editors and inputs. */
function watchKeys(app: App, {differences}: TopBar): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("dialog")) return;
    if (event.ctrlKey || event.metaKey) return controlKey(event, app);
    if (target.closest("input, textarea, select, .cm-editor") || event.altKey) return;
    if (event.key === "?") openKeys();
    else if (event.key === "n") differences.go(1);
    else if (event.key === "p") differences.go(-1);
  });
}

function controlKey(event: KeyboardEvent, app: App): void {
  const key = event.key.toLowerCase();
  const isText = (event.target as Element).closest("input, textarea") !== null;
  if (key === "s") app.onSave();
  else if (key === "z" && !isText) (event.shiftKey ? app.commands.redo : app.commands.undo)();
  else if (key === "y" && !isText) app.commands.redo();
  else return;
  event.preventDefault();
}
