import {OWN, travels} from "./address.js";
import {ownEntry} from "./dialogs.js";
import {el, fill, uid} from "./dom.js";
import type {Field, Value} from "./fields.js";
import {host} from "./host.js";
import {choiceControl, numberControl, textControl, toggleControl, type Control} from "./inputs.js";
import {catalogControl, listControl} from "./picker.js";
import {formatQuantity} from "./quantity.js";
import {scenarioButton} from "./scenarios.js";
import type {PageState} from "./state.js";
import {valued, withCompanions, type FormElement} from "./valued.js";

/** A key, or keys folded away under a word. */
export type FormItem = string | {readonly fold: string; readonly keys: readonly string[]};

export interface FormOptions {
  /** Names the group for a screen reader and on a phone */
  readonly title?: string;
  /** Copy link and Reset below the controls */
  readonly actions?: boolean;
}

const withNotices = new WeakSet<PageState>();

/** The controls of some fields of a record. On a phone they fold to one line of their values. */
export function formElement(
  state: PageState,
  items: readonly FormItem[],
  {title = "Inputs", actions = true}: FormOptions = {}
): FormElement {
  const keys = items.flatMap((item) => (typeof item === "string" ? [item] : item.keys));
  const visible = items.filter((item) => typeof item === "string");
  const id = uid("lab-form");
  const body = el("div", {class: "lab-form-body", id});
  fill(
    body,
    items.map((item) => itemElement(item, state)),
    actions ? actionRow(state) : null
  );
  const element = el(
    "section",
    {class: "lab-form", "aria-label": title},
    actions ? notices(state) : null,
    fold({state, keys: visible, id}),
    body
  );
  for (const type of ["input", "change"])
    body.addEventListener(type, (event) => event.stopPropagation());
  return valued(element, state, withCompanions(keys, state.schema.fields));
}

function itemElement(item: FormItem, state: PageState): HTMLElement {
  if (typeof item === "string") return control(item, state);
  const body = item.keys.map((key) => control(key, state));
  return el("details", {class: "lab-more"}, el("summary", {}, item.fold), body);
}

function control(key: string, state: PageState): HTMLElement {
  const field = state.schema.fields[key];
  if (!field) throw new Error(`not in the defaults of this page: ${key}`);
  const made = controlOf(key, field, state);
  const update = () => made.update(state.values[key] ?? "");
  const companion = "companion" in field ? [field.companion] : [];
  state.subscribe([key, ...companion], update);
  update();
  return made.element;
}

function controlOf(key: string, field: Field, state: PageState): Control {
  const onChange = (value: Value) => state.set({[key]: value});
  const options = state.options(field);
  switch (field.kind) {
    case "number":
      return numberControl({key, field, onChange});
    case "choice":
      return choiceControl({key, field, onChange});
    case "toggle":
      return toggleControl({key, field, onChange});
    case "list":
      return listControl({key, field, onChange, options});
    case "model":
    case "gpu":
    case "price": {
      const own = ownEntry(key, field, state);
      return catalogControl({key, field, onChange, options, ...(own ? {own} : {})});
    }
    default:
      return textControl({key, field, onChange});
  }
}

/** The line that stands for the controls on a phone. */
function fold({state, keys, id}: {state: PageState; keys: readonly string[]; id: string}) {
  const line = el("span", {class: "lab-fold-values"});
  const button = el(
    "button",
    {type: "button", class: "lab-fold", "aria-expanded": "false", "aria-controls": id},
    line,
    el("span", {class: "lab-fold-word"})
  );
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
  });
  const update = () => {
    line.textContent = keys.map((key) => shortValue(key, state)).join(" · ");
  };
  state.subscribe(withCompanions(keys, state.schema.fields), update);
  update();
  return button;
}

/** A value of the record in a few words that stand by themselves. */
function shortValue(key: string, state: PageState): string {
  const field = state.schema.fields[key];
  if (field?.kind === "number" && !field.unit)
    return `${field.label.toLowerCase()} ${valueText(key, state)}`;
  if (field?.kind === "toggle")
    return state.values[key] === true ? field.label : `no ${field.label}`;
  return valueText(key, state);
}

/** A value of the record as it stands beside its label. */
export function valueText(key: string, state: PageState): string {
  const field = state.schema.fields[key];
  const value = state.values[key] ?? "";
  if (!field) return "";
  if (field.kind === "number") {
    const text = formatQuantity(Number(value), field.style);
    return field.unit ? `${text} ${field.unit}` : text;
  }
  if (field.kind === "toggle") return value === true ? "yes" : "no";
  if (field.kind === "list" && Array.isArray(value)) return listLabels(field, value, state);
  if ("companion" in field && value === OWN) return ownEntry(key, field, state)?.name() ?? "";
  const option = state.options(field).find((candidate) => candidate.value === value);
  return option?.label ?? String(value);
}

function listLabels(field: Field, ids: readonly string[], state: PageState): string {
  const labels = state.options(field).filter(({value}) => ids.includes(value));
  return labels.map(({label}) => label).join(", ") || `no ${field.label.toLowerCase()}`;
}

function actionRow(state: PageState): HTMLElement {
  const told = el("span", {class: "lab-told", role: "status"});
  const copy = el("button", {type: "button", class: "lab-quiet"}, "Copy link");
  copy.addEventListener("click", () => {
    const link = state.link();
    void host.copy(link).then((isCopied) => {
      const own = String(state.values.cfg ?? "");
      const note = state.values.m === OWN && !travels(own) ? ", without your model" : "";
      told.textContent = isCopied ? `Copied${note}` : link;
    });
  });
  const reset = el(
    "button",
    {type: "button", class: "lab-quiet", onclick: () => state.reset()},
    "Reset"
  );
  return el("div", {class: "lab-actions"}, copy, reset, scenarioButton(state), told);
}

/** What the address asked for in vain; said once a page, in its first form with actions. */
function notices(state: PageState): HTMLElement | null {
  if (withNotices.has(state)) return null;
  withNotices.add(state);
  const list = el("ul");
  const dismiss = el("button", {type: "button", class: "lab-quiet"}, "Dismiss");
  const element = el("div", {class: "lab-notice", role: "status"});
  let shown: readonly string[] | undefined;
  const show = () => {
    if (state.problems === shown) return;
    shown = state.problems;
    element.hidden = shown.length === 0;
    fill(
      list,
      shown.map((problem) => el("li", {}, problem))
    );
    const text = "Not taken from the address; defaults stand in:";
    fill(element, element.hidden ? null : [el("p", {}, text), list, dismiss]);
  };
  dismiss.addEventListener("click", () => {
    element.hidden = true;
  });
  state.subscribe(Object.keys(state.schema.defaults), show);
  show();
  return element;
}
