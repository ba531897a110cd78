import {el} from "../../components/dom.js";
import type {App} from "./app.js";

/** Title, state and commands of the whole notebook. */
export function topBar(app: App): HTMLElement {
  return el("div", {class: "fork-top"}, app.session.draft.title);
}
