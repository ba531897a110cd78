// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import type {Values} from "../../src/components/fields.js";
import type {Catalog} from "../../src/components/catalog.js";
import {pageState} from "../../src/components/state.js";
import {fromGpuRow} from "../../src/lib/gpu.js";
import {fromHfConfig} from "../../src/lib/hf-config.js";

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
const gpuRow = {
  id: "h100-sxm",
  name: "NVIDIA H100",
  memoryBytes: 8e10,
  memoryBytesPerSecond: 3.35e12,
  bf16DenseTflops: 989,
  source: "test",
  retrieved: "2026-11-29",
  verified: true
};
const model = (id: string, name: string) => fromHfConfig(config, {id, name});
const catalog: Catalog = {
  models: [model("small", "Small 1B"), model("large", "Large 70B"), model("other", "Other 7B")],
  rows: [
    {id: "small", family: "One"},
    {id: "large", family: "One"},
    {id: "other", family: "Two"}
  ],
  gpus: [fromGpuRow(gpuRow)],
  fromHfConfig
};
const defaults: Values = {m: "small", ctx: 131072, batch: 1, kvdt: "bf16", gpu: "h100-sxm"};

const make = (search = "") => {
  window.history.replaceState(null, "", `/page${search}`);
  return pageState(defaults, catalog);
};
const settle = () => vi.advanceTimersByTime(300);

beforeEach(() => {
  vi.useFakeTimers();
  window.localStorage.clear();
});

describe("pageState(defaults, catalog)", () => {
  it("starts from the defaults, overwritten by the address", () => {
    expect(make("?ctx=8192").values).toMatchObject({...defaults, ctx: 8192});
  });

  it("names what it could not take", () => {
    const page = make("?ctx=0&x=1");
    expect(page.values.ctx).toBe(131072);
    expect(page.problems).toEqual([
      "ctx: not between 1 and 1M: 0",
      "“x” is not an input of this page"
    ]);
  });

  it("refuses defaults that are no fields", () => {
    expect(() => pageState({nope: 1})).toThrow("unknown field: nope");
    expect(() => pageState({toString: 1})).toThrow("unknown field: toString");
  });

  it("takes fields and ranges of the page's own", () => {
    const page = pageState(
      {ctx: 1024, seg: "a"},
      {fields: {ctx: {max: 2048}, seg: {kind: "text", label: "Segments", maxLength: 9}}}
    );
    expect(page.schema.fields.ctx).toMatchObject({label: "Context", max: 2048});
    expect(page.schema.fields.seg).toMatchObject({kind: "text"});
  });

  it("writes changes to the address after a moment, one step of the history for one movement", () => {
    const page = make();
    const before = window.history.length;
    for (const ctx of [65536, 32768, 16384]) {
      page.set({ctx});
      vi.advanceTimersByTime(50);
    }
    expect(window.location.search).toBe("");
    settle();
    expect(window.location.search).toBe("?ctx=16384");
    vi.advanceTimersByTime(500);
    page.set({ctx: 8192});
    settle();
    expect(window.location.search).toBe("?ctx=8192");
    expect(window.history.length).toBe(before + 1);
    page.set({batch: 4});
    settle();
    expect(window.history.length).toBe(before + 2);
    vi.advanceTimersByTime(5000);
    page.set({batch: 8});
    settle();
    expect(window.history.length).toBe(before + 3);
  });

  it("follows back and forward", async () => {
    const page = make();
    page.set({ctx: 8192});
    settle();
    vi.useRealTimers();
    const heard = vi.fn();
    page.subscribe(["ctx"], heard);
    window.history.back();
    await vi.waitFor(() => expect(page.values.ctx).toBe(131072));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("does not write an address that it just read", () => {
    const page = make("?ctx=8192");
    page.set({ctx: 8192});
    settle();
    expect(window.location.search).toBe("?ctx=8192");
  });

  it("keeps the fragment of the address", () => {
    const page = make("?ctx=8192#part");
    page.set({ctx: 4096});
    settle();
    expect(window.location.href).toMatch(/\/page\?ctx=4096#part$/);
  });

  it("link() is up to date at once", () => {
    const page = make();
    page.set({ctx: 8192});
    expect(page.link()).toMatch(/\?ctx=8192$/);
  });

  it("reset() goes back to the defaults and empties the query", () => {
    const page = make("?ctx=8192&batch=4");
    page.reset();
    settle();
    expect(page.values).toMatchObject(defaults);
    expect(window.location.search).toBe("");
  });

  it("set(patch) leaves keys alone that are no input", () => {
    const page = make();
    page.set({ctx: 8192, nope: 1});
    expect(page.values).not.toHaveProperty("nope");
  });

  it("finds models and cards, the reader's own too", () => {
    const page = make();
    expect(page.model().name).toBe("Small 1B");
    expect(page.model("large").name).toBe("Large 70B");
    expect(() => page.model("none")).toThrow("unknown model: none");
    page.set({m: "own", cfg: JSON.stringify({...config, hidden_size: 128})});
    expect(page.model().hiddenSize).toBe(128);
    page.set({gpu: "own", card: "80000000000,1000000000000,100000000000000,,"});
    expect(page.gpu().hbmBytesPerSecond).toBe(1e12);
    settle();
    expect(make(window.location.search).model().hiddenSize).toBe(128);
    expect(pageState(defaults, catalog).gpu().hbmBytesPerSecond).toBe(1e12);
  });
});

describe("form(keys)", () => {
  const input = (form: HTMLElement, name: string) => {
    const found = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`no input: ${name}`);
    return found;
  };
  const type = (box: HTMLInputElement, text: string) => {
    box.value = text;
    box.dispatchEvent(new Event("change", {bubbles: true}));
  };

  it("has these fields as its value, companions included", () => {
    const form = make().form(["m", "ctx"]);
    expect(form.value).toEqual({m: "small", cfg: "", ctx: 131072});
  });

  it("keeps two controls of one field in step and speaks once a change", () => {
    const page = make();
    const [one, two] = [page.form(["ctx", "batch"]), page.form(["ctx"])];
    const [heardOne, heardTwo] = [vi.fn(), vi.fn()];
    one.addEventListener("input", heardOne);
    two.addEventListener("input", heardTwo);
    type(input(one, "ctx"), "8K");
    expect(input(two, "ctx").value).toBe("8K");
    expect(input(two, "ctx-slider").value).toBe(input(one, "ctx-slider").value);
    expect([one.value.ctx, two.value.ctx]).toEqual([8192, 8192]);
    expect(heardOne).toHaveBeenCalledTimes(1);
    expect(heardTwo).toHaveBeenCalledTimes(1);
    page.set({batch: 2});
    expect(heardTwo).toHaveBeenCalledTimes(1);
  });

  it("does not pass on what happens inside it", () => {
    const form = make().form(["ctx"]);
    const heard = vi.fn();
    form.addEventListener("input", heard);
    input(form, "ctx").dispatchEvent(new Event("input", {bubbles: true}));
    expect(heard).not.toHaveBeenCalled();
  });

  it("moves by slider to the stops, and says the value", () => {
    const page = make();
    const slider = input(page.form(["ctx"]), "ctx-slider");
    expect(slider.getAttribute("aria-label")).toBe("Context");
    expect(slider.getAttribute("aria-valuetext")).toBe("128K tokens");
    slider.value = "0";
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    expect(page.values.ctx).toBe(1024);
    expect(slider.getAttribute("aria-valuetext")).toBe("1K tokens");
  });

  it("leaves a bad number standing, says why and changes nothing", () => {
    const page = make();
    const form = page.form(["ctx"]);
    type(input(form, "ctx"), "lots");
    expect(page.values.ctx).toBe(131072);
    expect(input(form, "ctx").value).toBe("lots");
    expect(input(form, "ctx").getAttribute("aria-invalid")).toBe("true");
    expect(form.querySelector(".lab-error")?.textContent).toBe("not a number: lots");
    type(input(form, "ctx"), "4K");
    expect(page.values.ctx).toBe(4096);
    expect(form.querySelector(".lab-error")?.textContent).toBe("");
  });

  it("labels every control", () => {
    const page = pageState(
      {...defaults, tp: 1, hit: 0.7, fold: false, cmp: ["small"], seg: ""},
      {
        ...catalog,
        fields: {
          fold: {kind: "toggle", label: "Fold"},
          cmp: {kind: "list", label: "Compare", of: "model", maxLength: 3},
          seg: {kind: "text", label: "Segments", maxLength: 9}
        }
      }
    );
    const form = page.form([
      "m",
      "ctx",
      "kvdt",
      "gpu",
      "tp",
      "fold",
      "cmp",
      "seg",
      {fold: "More", keys: ["hit"]}
    ]);
    document.body.replaceChildren(form);
    for (const control of form.querySelectorAll<HTMLInputElement>("input, select"))
      expect(
        control.labels?.length || control.ariaLabel || control.getAttribute("aria-label"),
        control.name
      ).toBeTruthy();
  });

  it("sums itself up in one line for a phone", () => {
    const page = make();
    const form = page.form(["m", "ctx", "kvdt"]);
    expect(form.querySelector(".lab-fold-values")?.textContent).toBe(
      "Small 1B · 128K tokens · bf16 or fp16"
    );
    page.set({ctx: 8192});
    expect(form.querySelector(".lab-fold-values")?.textContent).toContain("8K tokens");
  });

  it("shows what the address did not give, in the first form only", () => {
    const page = make("?ctx=0");
    const [first, second] = [page.form(["ctx"]), page.form(["ctx"])];
    expect(first.querySelector(".lab-notice")?.textContent).toContain("not between 1 and 1M: 0");
    expect(second.querySelector(".lab-notice")).toBeNull();
    page.reset();
    expect(first.querySelector<HTMLElement>(".lab-notice")?.hidden).toBe(true);
  });

  it("keeps a dismissed notice away until an address brings another", () => {
    const page = make("?ctx=0");
    const notice = page.form(["ctx"]).querySelector<HTMLElement>(".lab-notice")!;
    notice.querySelector("button")!.click();
    page.set({ctx: 8192});
    expect(notice.hidden).toBe(true);
    window.history.replaceState(null, "", "/page?ctx=8192&batch=-1");
    window.dispatchEvent(new PopStateEvent("popstate"));
    expect(notice.hidden).toBe(false);
    expect(notice.textContent).toContain("batch: not between 1 and 1024: -1");
  });

  it("refuses a key that the defaults do not have", () => {
    expect(() => make().form(["hit"])).toThrow("not in the defaults of this page: hit");
  });
});

describe("watch(keys) and setUp(label, patch)", () => {
  it("follow and move the record", () => {
    const page = make();
    const watched = page.watch(["ctx"]);
    const heard = vi.fn();
    watched.addEventListener("input", heard);
    page.setUp("Small context", {ctx: 2048, batch: 8}).click();
    expect(watched.value).toEqual({ctx: 2048});
    expect(page.values.batch).toBe(8);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
