import {el, fill} from "../../components/dom.js";

export interface Notice {
  readonly text: string;
  /** A button and what it does */
  readonly action?: readonly [label: string, run: () => void];
  /** Whether it stays until the action is chosen */
  readonly isLasting?: boolean;
}

/** Sentences above the notebook, one for each matter, and one in passing. */
export interface Notices {
  readonly element: HTMLElement;
  show(matter: string, notice: Notice): void;
  hide(matter: string): void;
  flash(text: string): void;
}

const FLASH_MS = 4000;

export function notices(): Notices {
  const flashed = el("p", {class: "fork-flash", "aria-hidden": "true", hidden: true});
  const list = el("div", {class: "fork-notices", role: "status"});
  const element = el("div", {}, list, flashed);
  const shown = new Map<string, HTMLElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hide(matter: string): void {
    shown.get(matter)?.remove();
    shown.delete(matter);
  }

  return {
    element,
    hide,
    show(matter, {text, action, isLasting = false}) {
      const notice = shown.get(matter) ?? el("div", {class: "fork-notice"});
      const dismiss = el(
        "button",
        {type: "button", class: "lab-quiet", onclick: () => hide(matter)},
        "Dismiss"
      );
      const act = action && el("button", {type: "button", onclick: action[1]}, action[0]);
      fill(notice, el("p", {}, text), act, isLasting ? null : dismiss);
      shown.set(matter, notice);
      list.append(notice);
    },
    flash(text) {
      clearTimeout(timer);
      flashed.textContent = text;
      flashed.hidden = false;
      timer = setTimeout(() => (flashed.hidden = true), FLASH_MS);
    }
  };
}
