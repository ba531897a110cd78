import {el} from "./dom.js";
import type {Field, Values} from "./fields.js";
import type {PageState} from "./state.js";

/** An element whose value follows some of the record; for view(…). */
export type FormElement = HTMLElement & {readonly value: Values};

/** An element that dispatches "input" and carries the fields of the keys as its value. */
export function watchElement(state: PageState, keys: readonly string[]): FormElement {
  const element = el("span", {hidden: true});
  return valued(element, state, keys);
}

/** Gives an element the fields of the keys as its value, and an "input" event for each change. */
export function valued(
  element: HTMLElement,
  state: PageState,
  keys: readonly string[]
): FormElement {
  const pick = () => Object.fromEntries(keys.map((key) => [key, state.values[key] ?? ""]));
  state.subscribe(keys, () => element.dispatchEvent(new Event("input")));
  Object.defineProperty(element, "value", {get: pick});
  return element as FormElement;
}

/** Keys with those of the reader's own things that they may point to. */
export function withCompanions(
  keys: readonly string[],
  known: Readonly<Record<string, Field>>
): readonly string[] {
  const companions = keys
    .map((key) => known[key])
    .flatMap((field) => (field && "companion" in field ? [field.companion] : []));
  return [...new Set([...keys, ...companions])];
}
