// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {host} from "../../src/components/host.js";
import {toArchive} from "../../src/fork/drafts/archive.js";
import type {Draft, DraftStore, Saved} from "../../src/fork/drafts/draft.js";
import {myForks} from "../../src/fork/my-forks.js";
import {memoryStore} from "./memory-store.js";

const draft: Draft = {
  id: "x",
  title: "X",
  path: "/pages/kv-cache",
  source: "# X\n",
  base: null,
  search: "",
  storage: {},
  isTrusted: true,
  disk: null,
  revision: 3,
  updated: 5
};
const full: Saved = {kind: "refused", reason: "full"};

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(50);

async function shown(drafts: readonly Draft[] = [draft]) {
  const memory = memoryStore();
  for (const each of drafts) memory.drafts.set(each.id, each);
  document.body.append(myForks("fork", memory.store));
  await soon();
  return memory;
}

async function press(label: string): Promise<void> {
  document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
  await soon();
}

const titles = () => [...document.querySelectorAll("li a")].map((link) => link.textContent);
const told = () => [...document.querySelectorAll(".lab-told")].map((p) => p.textContent).join("");

async function importText(name: string, text: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const bytes = new TextEncoder().encode(text);
  const file = {name, text: async () => text, arrayBuffer: async () => bytes.buffer};
  Object.defineProperty(input, "files", {value: [file], configurable: true});
  input?.dispatchEvent(new Event("change"));
  await vi.waitFor(() => expect(told()).toMatch(/mported/));
}

describe("a deleted fork", () => {
  const y = {...draft, id: "y", title: "Y"};

  it("has its own way back, also after another was deleted", async () => {
    const {drafts} = await shown([draft, y]);
    await press("Delete X");
    await press("Delete Y");
    expect(titles()).toEqual([]);
    await press("Undo: bring X back");
    expect(titles()).toEqual(["X"]);
    await press("Undo: bring Y back");
    expect(titles()).toEqual(["X", "Y"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...drafts.values()]).toEqual([draft, y]);
    expect(told()).toBe("");
  });

  it("is gone for good after ten seconds", async () => {
    const {drafts} = await shown();
    await press("Delete X");
    await vi.advanceTimersByTimeAsync(9_000);
    expect(drafts.size).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drafts.size).toBe(0);
    expect(told()).toBe("");
  });

  it("is deleted and brought back where the browser has no room to note it", async () => {
    const {drafts, refuse} = await shown([draft, y]);
    refuse(full);
    await press("Delete X");
    expect(titles()).toEqual(["Y"]);
    await press("Undo: bring X back");
    expect(titles()).toEqual(["X", "Y"]);
    await press("Delete Y");
    await vi.advanceTimersByTimeAsync(11_000);
    expect([...drafts.keys()]).toEqual(["x"]);
  });

  it("stays within reach until it is really back", async () => {
    const {drafts, refuse} = await shown();
    const download = vi.spyOn(host, "download").mockImplementation(() => {});
    await press("Delete X");
    refuse(full);
    await press("Undo: bring X back");
    expect(told()).toContain("“X” is not back: this browser has no room left for forks.");
    await press("Download X");
    expect(download).toHaveBeenCalledOnce();
    download.mockRestore();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(drafts.size).toBe(1);
    refuse(null);
    await press("Undo: bring X back");
    expect(told()).toBe("“X” is back.");
    expect(titles()).toEqual(["X"]);
  });
});

describe("a browser that has no room", () => {
  it("is said to have none, whatever is asked of it", async () => {
    const {drafts, refuse} = await shown();
    refuse(full);
    const reason = "this browser has no room left for forks.";
    await press("Duplicate X");
    expect(told()).toBe(`Not duplicated: ${reason} Download it`);
    await rename("Mine");
    expect(told()).toBe(`Not renamed: ${reason} Download it`);
    expect(titles()).toEqual(["X"]);
    await importText("a.json", toArchive([draft]));
    expect(told()).toBe(`Not imported: ${reason}`);
    expect([...drafts.values()]).toEqual([draft]);
  });
});

describe("a browser that keeps nothing", () => {
  it("is said to keep nothing, whatever is asked of it", async () => {
    const no = () => Promise.reject(new Error("no"));
    const off = () => Promise.resolve<Saved>({kind: "refused", reason: "off"});
    const kinds = {save: off, remove: off, restore: off, list: no, get: no};
    const store: DraftStore = {...memoryStore().store, ...kinds, versions: no, purge: no};
    document.body.append(myForks("fork", store));
    await soon();
    const reason = "this browser keeps nothing here (a private window?).";
    expect(told()).toBe(`No forks are shown: ${reason}`);
    await press("Export all forks");
    expect(told()).toBe(`Not exported: ${reason}`);
    await importText("a.json", toArchive([draft]));
    expect(told()).toBe(`Not imported: ${reason}`);
  });
});

async function rename(title: string, key = "Enter"): Promise<void> {
  await press("Rename X");
  const input = document.querySelector<HTMLInputElement>("[aria-label='New title of X']");
  if (!input) throw new Error("no box for the title");
  input.value = title;
  input.dispatchEvent(new KeyboardEvent("keydown", {key}));
  await soon();
}

describe("a fork in the list", () => {
  it("is renamed in place", async () => {
    const {drafts} = await shown();
    await rename("  Mine ");
    expect(titles()).toEqual(["Mine"]);
    expect(drafts.get("x")).toMatchObject({title: "Mine", revision: 4});
  });

  it.each([
    ["Mine", "Escape"],
    [" ", "Enter"]
  ])("keeps its title when %j is left by %s", async (title, key) => {
    const {drafts} = await shown();
    await rename(title, key);
    expect(titles()).toEqual(["X"]);
    expect(drafts.get("x")).toEqual(draft);
  });

  it("keeps the box for its title while another tab saves", async () => {
    const {drafts, tell} = await shown();
    await press("Rename X");
    drafts.set("x", {...draft, revision: 4});
    tell("x");
    await soon();
    const input = document.querySelector<HTMLInputElement>("li input");
    if (input) input.value = "Mine";
    input?.dispatchEvent(new Event("blur"));
    await soon();
    expect(told()).toContain("Not renamed: the fork has just changed in another tab.");
  });

  it("that another tab deleted is said to be deleted", async () => {
    const {drafts} = await shown();
    drafts.clear();
    await press("Duplicate X");
    expect(told()).toBe("This fork was deleted in another tab.");
    expect(titles()).toEqual([]);
  });

  it("has a title that can be seen, and no date that there is not", async () => {
    await shown([{...draft, title: "\u200b ", updated: 1e300}]);
    expect(titles()).toEqual(["Untitled"]);
    expect(document.querySelector("small")?.textContent).toBe(" fork of kv-cache,  ");
  });
});

describe("import", () => {
  it("takes a page with its title and what it is a fork of", async () => {
    const {drafts} = await shown([]);
    await importText(
      "x.MD",
      '---\ntitle: Mine\nfork:\n  of: /pages/kv-cache\n  base: "1234567890abcdef"\n---\n\n# KV\n'
    );
    expect(told()).toBe("Imported one. Its code runs once you say so.");
    expect([...drafts.values()]).toMatchObject([
      {title: "Mine", path: "/pages/kv-cache", isTrusted: false}
    ]);
  });

  it("says that a file has no fork in it", async () => {
    await shown([]);
    await importText("a.json", toArchive([]));
    expect(told()).toBe("Not imported: there is no fork in this file.");
  });
});
