// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {host} from "../../src/components/host.js";
import {pageState} from "../../src/components/state.js";
import {fromHfConfig} from "../../src/lib/hf-config.js";
import {fromGpuRow} from "../../src/lib/gpu.js";
import {waitForAddress} from "../written.js";

waitForAddress();

const config = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  hidden_size: 64,
  intermediate_size: 128,
  num_attention_heads: 4,
  num_hidden_layers: 2,
  num_key_value_heads: 2,
  vocab_size: 100
};
const gpu = fromGpuRow({
  id: "x",
  name: "Maker X",
  memoryBytes: 8e10,
  memoryBytesPerSecond: 3e12,
  bf16DenseTflops: 300,
  source: "s",
  retrieved: "2026-11-29",
  verified: true
});
const models = [fromHfConfig(config, {id: "a", name: "A"})];
const defaults = {m: "a", gpu: "x", usdh: 2.4};

const dialog = () => {
  const found = document.querySelector("dialog");
  if (!found) throw new Error("no dialog");
  return found;
};

/** jsdom has no modal dialogs; what they do to focus is tried in a browser. */
function openByHand(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
}

function choose(form: HTMLElement, key: string): void {
  const input = form.querySelector<HTMLInputElement>(`[name="${key}"]`);
  input?.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown"}));
  form.querySelector<HTMLElement>(`[data-key="${key}"] [data-value="own"]`)?.click();
}

function submit(): void {
  dialog()
    .querySelector("form")
    ?.dispatchEvent(new Event("submit", {cancelable: true}));
}

function type(box: HTMLInputElement | HTMLTextAreaElement | null | undefined, text: string): void {
  if (!box) throw new Error("no box");
  box.value = text;
  box.dispatchEvent(new Event("input", {bubbles: true}));
}

function openForm(search = "") {
  window.history.replaceState(null, "", `/p${search}`);
  const page = pageState(defaults, {models, gpus: [gpu], fromHfConfig});
  const form = page.form(["m", "gpu"]);
  document.body.replaceChildren(form);
  return {page, form};
}

beforeEach(() => {
  window.localStorage.clear();
  openByHand();
});

describe("the reader's own model", () => {
  it("is refused with one sentence, and what was pasted stays", () => {
    const {page, form} = openForm();
    choose(form, "m");
    type(dialog().querySelector("textarea"), '{"model_type": ');
    submit();
    expect(dialog().querySelector(".lab-error")?.textContent).toMatch(/^not JSON: /);
    type(dialog().querySelector("textarea"), JSON.stringify({...config, hidden_size: undefined}));
    submit();
    expect(dialog().querySelector(".lab-error")?.textContent).toContain("hidden_size");
    expect(page.values.m).toBe("a");
    dialog().close();
    expect(document.querySelector("dialog")).toBeNull();
    choose(form, "m");
    expect(dialog().querySelector("textarea")?.value).toContain('"num_hidden_layers"');
  });

  it("is used, named in the picker, and says that it travels", () => {
    const {page, form} = openForm();
    choose(form, "m");
    type(dialog().querySelector("textarea"), JSON.stringify(config, null, 2));
    submit();
    expect(page.values).toMatchObject({m: "own", cfg: JSON.stringify(config)});
    expect(form.querySelector<HTMLInputElement>('[name="m"]')?.value).toBe("llama (mine)");
    expect(dialog().textContent).toContain("part of this page’s address");
    expect(host.storage.get("draft:cfg")).toBeNull();
  });

  it("says when it is too long to travel", () => {
    const {form} = openForm();
    choose(form, "m");
    const long = {...config, pad: "x".repeat(4000)};
    type(dialog().querySelector("textarea"), JSON.stringify(long));
    submit();
    expect(dialog().textContent).toContain("kept in this browser");
  });

  it("opens again for editing with what is in use", () => {
    const {form} = openForm();
    choose(form, "m");
    type(dialog().querySelector("textarea"), JSON.stringify(config));
    submit();
    dialog().close();
    form.querySelector<HTMLElement>('[data-key="m"] .lab-quiet')?.click();
    expect(JSON.parse(dialog().querySelector("textarea")?.value ?? "")).toEqual(config);
  });
});

describe("the reader's own card", () => {
  const boxes = () => [...dialog().querySelectorAll("input")];

  it("is read from the units of a data sheet, with its price an hour", () => {
    const {page, form} = openForm();
    choose(form, "gpu");
    ["80", "3.35", "989", "", "450", "1.99"].forEach((text, i) => type(boxes()[i], text));
    submit();
    expect(page.values).toMatchObject({
      gpu: "own",
      card: "80000000000,3350000000000,989000000000000,,450000000000",
      usdh: 1.99
    });
    expect(page.gpu().interconnectBytesPerSecond).toBe(450e9);
  });

  it("names the box that is wrong and keeps the draft", () => {
    const {page, form} = openForm();
    choose(form, "gpu");
    type(boxes()[0], "lots");
    submit();
    expect(dialog().querySelector(".lab-error")?.textContent).toBe("invalid Memory: lots");
    expect(page.values.gpu).toBe("x");
    dialog().close();
    choose(form, "gpu");
    expect(boxes()[0]?.value).toBe("lots");
  });

  it("survives a draft that is no list", () => {
    host.storage.set("draft:card", "{");
    const {form} = openForm();
    choose(form, "gpu");
    expect(boxes()[0]?.value).toBe("");
  });
});
