import type {LeverId, LeverStep} from "../lib/cost/levers.js";
import {el, fill, keep} from "./dom.js";
import type {PageState} from "./state.js";

export interface LeverPanelOptions {
  readonly state: PageState;
  /** Levers already pulled, in their order */
  readonly pulled: readonly LeverId[];
}

/** A button for each lever beside what it costs in quality; pulled ones stand first, in order. */
export function leverPanel(
  steps: readonly LeverStep[],
  {state, pulled}: LeverPanelOptions
): HTMLElement {
  const list = keep("lever-panel", () => el("ul", {class: "lab-levers"}));
  const key = [...steps.map(({id}) => id), "|", ...pulled].join();
  if (list.dataset.key === key) return list;
  list.dataset.key = key;
  const focused = (document.activeElement as HTMLElement | null)?.dataset.lever;
  const toggle = (id: LeverId) => {
    const next = pulled.includes(id) ? pulled.filter((p) => p !== id) : [...pulled, id];
    state.set({lev: next.join(".")});
  };
  const rank = ({id}: LeverStep) => (pulled.includes(id) ? pulled.indexOf(id) : pulled.length);
  fill(
    list,
    steps
      .toSorted((a, b) => rank(a) - rank(b))
      .map((step) => rowOf(step, {order: pulled.indexOf(step.id), onToggle: () => toggle(step.id)}))
  );
  if (focused) list.querySelector<HTMLElement>(`[data-lever="${focused}"]`)?.focus();
  return list;
}

interface RowOptions {
  /** Place among the pulled; −1 when not pulled */
  readonly order: number;
  readonly onToggle: () => void;
}

function rowOf({id, label, price}: LeverStep, {order, onToggle}: RowOptions): HTMLElement {
  const isPulled = order >= 0;
  const word = isPulled ? `${order + 1}. undo` : "apply";
  const attributes = {
    type: "button",
    class: isPulled ? "lab-primary" : "lab-guess",
    "aria-pressed": String(isPulled),
    "aria-label": `${word}: ${label}`,
    "data-lever": id,
    onclick: onToggle
  };
  return el(
    "li",
    {},
    el("button", attributes, word),
    el("span", {}, el("strong", {}, label), el("small", {}, ` ${price}`))
  );
}
