import {OWN} from "./address.js";
import {el, fill, uid} from "./dom.js";
import type {CatalogField, ListField, Option, Value} from "./fields.js";
import type {Control, ControlOptions} from "./inputs.js";

/** What a picker shows beside the catalog. */
export interface PickerOptions {
  readonly key: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly onPick: (value: string) => void;
  /** The last line of the list, for the reader's own; left out without one */
  readonly own?: OwnEntry;
}

export interface OwnEntry {
  readonly label: string;
  /** What the box shows while the reader's own is in use */
  readonly name: () => string;
  readonly open: () => void;
}

/**
 * A box to search a long list in, grouped under headings (a combobox with a list of options).
 * Typing filters, arrows move, Enter picks, Escape restores.
 */
export function picker({key, label, options, onPick, own}: PickerOptions) {
  const {input, list} = comboBox(key, label);
  const popup = popupList(input, list);
  let shown = "";

  function open(filter: string): void {
    popup.show(listed(options, filter, {id: input.id, own: own?.label}));
    popup.activate(filter === "" ? popup.find(shown) : 0);
  }

  function close(): void {
    popup.hide();
    input.value = shown;
  }

  function pick(line: HTMLElement | null): void {
    const value = line?.dataset.value;
    close();
    if (value === OWN) own?.open();
    else if (value !== undefined) onPick(value);
  }

  const orOpen = (act: () => void) => () => (list.hidden ? open("") : act());
  onKeys(input, {
    ArrowDown: orOpen(() => popup.move(1)),
    ArrowUp: orOpen(() => popup.move(-1)),
    PageDown: orOpen(() => popup.move(8)),
    PageUp: orOpen(() => popup.move(-8)),
    Enter: orOpen(() => pick(popup.active())),
    Escape: close
  });
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("click", () => (list.hidden ? open("") : undefined));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({target}) => {
    const line = target instanceof Element ? target.closest<HTMLElement>("[role=option]") : null;
    if (line) pick(line);
  });
  function show(text: string): void {
    shown = text;
    if (list.hidden) input.value = text;
  }
  return {input, list, show};
}

function comboBox(key: string, label: string) {
  const id = uid(`lab-${key}`);
  const list = el("div", {
    class: "lab-list",
    role: "listbox",
    id: `${id}-list`,
    "aria-label": label
  });
  list.hidden = true;
  if ("popover" in list) list.popover = "manual";
  const input = el("input", {
    type: "text",
    id,
    name: key,
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id
  });
  return {input, list};
}

function onKeys(input: HTMLElement, keys: Readonly<Record<string, () => void>>): void {
  input.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** The list under a box, and the line of it that Enter would take. */
function popupList(input: HTMLInputElement, list: HTMLElement) {
  let lines: readonly HTMLElement[] = [];
  let index = -1;

  function activate(next: number): void {
    lines[index]?.setAttribute("aria-selected", "false");
    index = lines.length > 0 ? Math.min(lines.length - 1, next) : -1;
    const line = lines[index];
    if (!line) return input.removeAttribute("aria-activedescendant");
    line.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", line.id);
    line.scrollIntoView?.({block: "nearest"});
  }

  const isOpen = () => Boolean(list.popover) && list.isConnected && list.matches(":popover-open");
  return {
    activate,
    active: () => lines[index] ?? null,
    find: (label: string) => lines.findIndex((line) => line.dataset.label === label),
    move: (step: number) => activate(Math.max(0, index + step)),
    show({groups, items}: ReturnType<typeof listed>) {
      lines = items;
      fill(list, groups.length > 0 ? groups : el("p", {class: "lab-hint"}, "nothing found"));
      list.hidden = false;
      if (list.popover && list.isConnected && !isOpen()) list.showPopover();
      place(list, input);
      input.setAttribute("aria-expanded", "true");
    },
    hide() {
      if (isOpen()) list.hidePopover();
      list.hidden = true;
      index = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    }
  };
}

interface Listing {
  readonly id: string;
  readonly own: string | undefined;
}

/** The options that hold every word of the filter, under their headings, with the reader's own last. */
function listed(options: readonly Option[], filter: string, {id, own}: Listing) {
  const words = filter.toLowerCase().split(/\s+/);
  const isWanted = ({value, label, group = ""}: Option) =>
    words.every((word) => `${value} ${label} ${group}`.toLowerCase().includes(word));
  const wanted = options.filter(isWanted);
  const all = own ? [...wanted, {value: OWN, label: own, group: "Yours"}] : wanted;
  const items = all.map(({value, label, note}, i) =>
    el(
      "div",
      {
        role: "option",
        id: `${id}-${i}`,
        "data-value": value,
        "data-label": label,
        "aria-selected": "false"
      },
      label,
      note ? el("small", {}, ` ${note}`) : null
    )
  );
  const headings = [...new Set(all.map(({group = ""}) => group))];
  const groups = headings.map((heading) =>
    el(
      "div",
      {role: "group", "aria-label": heading},
      heading ? el("div", {class: "lab-list-heading", role: "presentation"}, heading) : null,
      items.filter((_, i) => (all[i]?.group ?? "") === heading)
    )
  );
  return {groups, items: groups.flatMap((group) => optionsIn(group))};
}

function optionsIn(group: HTMLElement): HTMLElement[] {
  return [...group.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.getAttribute("role") === "option"
  );
}

/** Under its box, or above it where there is more room. */
function place(list: HTMLElement, input: HTMLElement): void {
  const {left, top, bottom, width} = input.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const isBelow = below > 240 || below > top;
  list.style.left = `${left}px`;
  list.style.minWidth = `${width}px`;
  list.style.maxHeight = `${Math.max(120, Math.min(360, (isBelow ? below : top) - 12))}px`;
  list.style.top = isBelow ? `${bottom + 2}px` : "auto";
  list.style.bottom = isBelow ? "auto" : `${window.innerHeight - top + 2}px`;
}

/** A catalog field: the picker, and a way to change the reader's own. */
export function catalogControl({
  key,
  field,
  onChange,
  options,
  own
}: ControlOptions<CatalogField> & Pick<PickerOptions, "options" | "own">): Control {
  const {input, list, show} = picker({
    key,
    label: field.label,
    options,
    onPick: onChange,
    ...(own ? {own} : {})
  });
  const edit = el("button", {type: "button", class: "lab-quiet", onclick: own?.open}, "Edit");
  return {
    element: el(
      "div",
      {class: "lab-control lab-picker", "data-key": key},
      el(
        "div",
        {class: "lab-head"},
        el("label", {for: input.id, title: field.term}, field.label),
        edit
      ),
      input,
      list,
      field.hint ? el("p", {class: "lab-hint"}, field.hint) : null
    ),
    update(value: Value) {
      edit.hidden = value !== OWN;
      show(value === OWN && own ? own.name() : labelOf(String(value), options));
    }
  };
}

function labelOf(value: string, options: readonly Option[]): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Several of a list: each with a button that takes it out, and a picker that adds. */
export function listControl({
  key,
  field,
  onChange,
  options
}: ControlOptions<ListField> & Pick<PickerOptions, "options">): Control {
  let values: readonly string[] = [];
  const {input, list, show} = picker({
    key,
    label: field.label,
    options,
    onPick: (value) => onChange([...values.filter((other) => other !== value), value])
  });
  const chips = el("ul", {class: "lab-chips"});
  input.placeholder = "Add…";
  const chip = (value: string) => {
    const label = labelOf(value, options);
    const remove = () => onChange(values.filter((other) => other !== value));
    const button = el(
      "button",
      {type: "button", "aria-label": `Remove ${label}`, onclick: remove},
      "×"
    );
    return el("li", {}, label, button);
  };
  return {
    element: el(
      "div",
      {class: "lab-control lab-chooser", "data-key": key},
      el("label", {for: input.id, title: field.term}, field.label),
      chips,
      input,
      list,
      field.hint ? el("p", {class: "lab-hint"}, field.hint) : null
    ),
    update(value) {
      values = Array.isArray(value) ? (value as readonly string[]) : [];
      fill(chips, values.map(chip));
      input.disabled = values.length >= field.maxLength;
      show("");
    }
  };
}
