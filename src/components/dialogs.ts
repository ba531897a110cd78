import {OWN, travels} from "./address.js";
import {el, fill, uid} from "./dom.js";
import type {CatalogField, Values} from "./fields.js";
import {host} from "./host.js";
import {
  compactJson,
  gpuBoxes,
  priceBoxes,
  readOwnGpu,
  readOwnModel,
  readOwnPrice,
  typedNumbers,
  writeOwnNumbers,
  type OwnBox
} from "./own.js";
import type {OwnEntry} from "./picker.js";
import type {PageState} from "./state.js";

/** What the picker offers for the reader's own; undefined where the page takes none. */
export function ownEntry(key: string, field: CatalogField, state: PageState): OwnEntry | undefined {
  if (field.kind === "model" && !state.catalog.fromHfConfig) return undefined;
  const labels = {model: "Your config.json…", gpu: "Your own card…", price: "Your own prices…"};
  const open = () => {
    const dialog = field.kind === "model" ? modelDialog : numbersDialog;
    dialog(key, field, state);
  };
  const names = {
    model: () => state.model(OWN).name,
    gpu: () => state.gpu(OWN).name,
    price: () => state.price(OWN).model
  };
  return {label: labels[field.kind], name: names[field.kind], open};
}

/** Asks for a config.json; what was typed is kept, and one sentence says what is wrong with it. */
function modelDialog(key: string, field: CatalogField, state: PageState): void {
  const {fromHfConfig} = state.catalog;
  if (!fromHfConfig) return;
  const current = String(state.values[field.companion] ?? "");
  const area = el("textarea", {
    rows: 14,
    spellcheck: "false",
    "aria-label": "config.json",
    placeholder: '{"architectures": ["LlamaForCausalLM"], "hidden_size": 4096, …}'
  });
  area.value = host.storage.get("draft:cfg") ?? pretty(current);
  area.addEventListener("input", () => host.storage.set("draft:cfg", area.value));
  showDialog({
    title: "Your own model",
    intro: "Paste the config.json of a Hugging Face model. It stays in this page and its address.",
    body: [area],
    use() {
      readOwnModel(area.value, fromHfConfig);
      const text = compactJson(area.value);
      state.set({[field.companion]: text, [key]: OWN});
      host.storage.remove("draft:cfg");
      return travels(text)
        ? "Your model is part of this page’s address now."
        : "Your model is too long for the address: it is kept in this browser, and a link to this page will not carry it.";
    }
  });
}

function pretty(text: string): string {
  return text === "" ? "" : JSON.stringify(JSON.parse(text), null, 2);
}

const numbers = {
  gpu: {
    title: "Your own card",
    intro: "Figures of one card, as its data sheet prints them, without sparsity.",
    boxes: gpuBoxes,
    read: readOwnGpu
  },
  price: {
    title: "Your own prices",
    intro: "What a provider charges. Leave empty what it does not print.",
    boxes: priceBoxes,
    read: readOwnPrice
  }
} as const;

function numbersDialog(key: string, field: CatalogField, state: PageState): void {
  const {title, intro, boxes, read} = field.kind === "price" ? numbers.price : numbers.gpu;
  const current = String(state.values[field.companion] ?? "");
  const typed = draftOf(field.companion, current === "" ? [] : typedNumbers(current, boxes));
  const inputs = boxes.map((_, i) =>
    el("input", {type: "text", inputmode: "decimal", value: typed[i] ?? "", id: uid("lab-own")})
  );
  const save = () => draft(field.companion, inputs);
  const rows = boxes.map((box, i) => boxRow(box, inputs[i]));
  const price = state.schema.fields.usdh && field.kind === "gpu" ? hourRow(state) : null;
  showDialog({
    title,
    intro,
    body: [el("div", {class: "lab-own-boxes", oninput: save}, rows, price?.row)],
    use() {
      const text = writeOwnNumbers(
        inputs.map((input) => input.value),
        boxes
      );
      read(text);
      state.set({[field.companion]: text, [key]: OWN, ...price?.patch()});
      host.storage.remove(`draft:${field.companion}`);
      return `${title}: in use, and part of this page’s address.`;
    }
  });
}

function boxRow({label, unit, isOptional}: OwnBox, input: HTMLInputElement | undefined) {
  return el(
    "label",
    {for: input?.id},
    el("span", {}, label, isOptional ? el("small", {}, " optional") : null),
    el("span", {}, input, el("small", {}, ` ${unit}`))
  );
}

/** The hourly price of the card is a field of its own on pages that reckon with money. */
function hourRow(state: PageState) {
  const input = el("input", {
    type: "text",
    inputmode: "decimal",
    id: uid("lab-own"),
    value: String(state.values.usdh ?? "")
  });
  const box = {
    label: "Price",
    unit: "$ per hour",
    scale: 1,
    style: "plain",
    isOptional: true
  } as const;
  return {
    row: boxRow(box, input),
    patch: (): Values =>
      input.value.trim() === "" ? {} : {usdh: Number(writeOwnNumbers([input.value], [box]))}
  };
}

function draft(name: string, inputs: readonly HTMLInputElement[]): void {
  host.storage.set(`draft:${name}`, JSON.stringify(inputs.map(({value}) => value)));
}

function draftOf(name: string, otherwise: readonly string[]): readonly string[] {
  try {
    const kept: unknown = JSON.parse(host.storage.get(`draft:${name}`) ?? "null");
    return Array.isArray(kept) ? kept.map(String) : otherwise;
  } catch {
    return otherwise;
  }
}

interface DialogOptions {
  readonly title: string;
  readonly intro: string;
  readonly body: readonly HTMLElement[];
  /** Takes what was typed; throws the sentence to be shown, or returns one to end with */
  readonly use: () => string;
}

function showDialog({title, intro, body, use}: DialogOptions): void {
  const error = el("p", {class: "lab-error", role: "alert"});
  const heading = el("h2", {id: uid("lab-dialog")}, title);
  const dialog = el("dialog", {class: "lab-dialog", "aria-labelledby": heading.id});
  const form = el("form", {method: "dialog"});
  const cancel = el("button", {type: "button", onclick: () => dialog.close()}, "Cancel");
  const submit = el("button", {type: "submit", class: "lab-primary"}, "Use it");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const told = use();
      fill(form, heading, el("p", {role: "status"}, told), el("p", {}, done));
      done.focus();
    } catch (problem) {
      error.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  });
  const done = el(
    "button",
    {type: "button", class: "lab-primary", onclick: () => dialog.close()},
    "Close"
  );
  fill(
    form,
    heading,
    el("p", {class: "lab-hint"}, intro),
    body,
    error,
    el("p", {class: "lab-buttons"}, submit, cancel)
  );
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
