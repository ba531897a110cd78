import {el, fill} from "../../components/dom.js";
import {draftStore} from "../drafts/store.js";
import type {EditorModule} from "../editor/editor.js";
import {App, appElement} from "./app.js";
import {openAddress} from "./opening.js";
import {siteOf, type SiteOptions} from "./site.js";
import style from "./style.css";
import {topBar} from "./top-bar.js";

/** Opens what the address asks for in an element of the page. */
export async function openShell(root: HTMLElement, options: SiteOptions): Promise<void> {
  document.head.append(el("style", {}, style));
  const site = siteOf(options, new URL(".", location.href).href);
  const runtime = site.text(site.parts.sandbox);
  const editors = import(site.parts.editor) as Promise<EditorModule>;
  const store = draftStore();
  window.addEventListener("hashchange", () => location.reload());
  try {
    const draft = await openAddress(location.hash.slice(1), site, store);
    const app = new App({site, store, draft, editors, runtime});
    fill(root, topBar(app), appElement(app));
    watchScreen(app);
    if (app.isTrusted) await app.run();
  } catch (error) {
    fill(root, el("p", {class: "fork-notice", role: "alert"}, messageOf(error)));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function watchScreen(app: App): void {
  const tell = () => app.sendView();
  window.addEventListener("scroll", tell, {passive: true});
  window.addEventListener("resize", tell);
  const save = () => void app.session.save();
  window.addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
}
