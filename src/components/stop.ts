import {el, fill, keep} from "./dom.js";
import {publishFigures} from "./published.js";

/** In place of a page's answer, why there is none; hidden where there is one. Runs out of sight with it. */
export function stop(text: string): HTMLElement {
  const element = keep("stop", () => el("div", {class: "lab-notice lab-stop", role: "status"}));
  element.hidden = text === "";
  fill(element, el("p", {}, text));
  if (text !== "") publishFigures("page", [{label: "Answer", value: "none", unit: ""}]);
  return element;
}

/** What a page runs; a promise that is never kept where it is stopped, so that cells that need it wait. */
export function unlessStopped<T>(text: string, make: () => T): T | Promise<never> {
  return text === "" ? make() : new Promise<never>(() => {});
}
