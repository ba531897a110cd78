// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {el} from "../../src/components/dom.js";
import {myScenarios} from "../../src/components/my-scenarios.js";
import {scenarioList} from "../../src/components/scenario-list.js";
import {readScenarios, scenarioPages, writeScenarios} from "../../src/components/scenario-store.js";

const page = "/pages/p";
const three = ["A", "B", "C"].map((name, i) => ({name, search: `ctx=${i}`}));

beforeEach(() => {
  window.localStorage.clear();
  document.body.replaceChildren();
});

function shown(options: {root?: string | null; now?: boolean} = {}) {
  writeScenarios(page, three);
  const onChange = vi.fn();
  const list = scenarioList({
    page,
    root: options.root === undefined ? "https://x.example/" : options.root,
    opener: ({name}) => el("b", {}, name),
    onChange,
    ...(options.now ? {now: () => ({name: "Now", search: "ctx=9"})} : {})
  });
  document.body.append(list.element);
  return {...list, onChange};
}

const labelled = (label: string) =>
  document.querySelector<HTMLElement>(`[aria-label="${label}"]`) as HTMLElement;
const names = () => readScenarios(page).map(({name}) => name);
const text = (selector: string) => document.querySelector(selector)?.textContent;

describe("scenarioList", () => {
  it("offers a comparison for two to four ticked ones, with their inputs in its address", () => {
    shown();
    expect(text(".lab-scenario-compare")).toBe("Tick two to four to compare them.");
    labelled("Compare A").click();
    labelled("Compare C").click();
    const link = document.querySelector<HTMLAnchorElement>(".lab-scenario-compare a");
    expect(link?.textContent).toBe("Compare A, C");
    expect(new URL(link?.href ?? "").searchParams.getAll("s")).toEqual(["A~ctx=0", "C~ctx=2"]);
  });

  it("compares a single one with the inputs now, where there are any", () => {
    shown({now: true});
    labelled("Compare B").click();
    expect(text(".lab-scenario-compare a")).toBe("Compare Now, B");
  });

  it("offers none where no comparison can be opened", () => {
    shown({root: null});
    labelled("Compare A").click();
    labelled("Compare B").click();
    expect(document.querySelector(".lab-scenario-compare a")).toBeNull();
  });

  it("renames, and keeps the tick; never to a name that is there", () => {
    const {onChange} = shown();
    labelled("Compare A").click();
    labelled("Compare B").click();
    const rename = (old: string, name: string) => {
      labelled(`Rename ${old}`).click();
      const input = labelled(`New name of ${old}`) as HTMLInputElement;
      input.value = name;
      input.dispatchEvent(new Event("change"));
      input.dispatchEvent(new Event("blur"));
    };
    rename("A", "Z");
    expect(names()).toEqual(["Z", "B", "C"]);
    expect(text(".lab-scenario-compare a")).toBe("Compare Z, B");
    expect(onChange).toHaveBeenCalledTimes(1);
    rename("Z", "B");
    expect(names()).toEqual(["Z", "B", "C"]);
    expect(text(".lab-told")).toBe("There is a “B” already");
  });

  it("deletes, and brings back in its place", () => {
    shown();
    labelled("Delete B").click();
    expect(names()).toEqual(["A", "C"]);
    labelled("Undo: bring B back").click();
    expect(names()).toEqual(["A", "B", "C"]);
  });

  it("deletes nothing else when another tab was first, and says so", () => {
    shown();
    writeScenarios(page, three.slice(1));
    labelled("Delete A").click();
    expect(names()).toEqual(["B", "C"]);
    expect(text(".lab-told")).toBe("“A” was deleted in another tab");
  });

  it("does not bring one back over another of its name", () => {
    shown();
    labelled("Delete C").click();
    writeScenarios(page, [{name: "C", search: "ctx=7"}]);
    labelled("Undo: bring C back").click();
    expect(readScenarios(page)).toEqual([{name: "C", search: "ctx=7"}]);
    expect(text(".lab-told")).toBe("There is a “C” already");
  });

  it("shows what another tab has saved", () => {
    shown();
    writeScenarios(page, [...three, {name: "D", search: ""}]);
    window.dispatchEvent(new Event("storage"));
    expect(labelled("Delete D")).not.toBeNull();
  });

  it("says when the browser keeps nothing", () => {
    const {keep} = shown();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    keep([], "Saved");
    expect(text(".lab-told")).toBe("Saved, until you leave: this browser keeps nothing");
    vi.restoreAllMocks();
  });
});

it("readScenarios(page) gives back every scenario that was kept", () => {
  writeScenarios(
    page,
    Array.from({length: 60}, (_, i) => ({name: `n${i}`, search: ""}))
  );
  expect(names()).toHaveLength(60);
});

describe("myScenarios(questions)", () => {
  it("lists the scenarios of each page, by its question or its path, as links", () => {
    writeScenarios(page, three);
    writeScenarios("/pages/forks/mine", [{name: "Own", search: ""}]);
    window.localStorage.setItem("inference-lab:scenarios:/<b>", '[{"name":"X","search":""}]');
    expect(scenarioPages()).toEqual(["/pages/forks/mine", page]);
    const element = myScenarios({[page]: "Why?"});
    expect([...element.querySelectorAll("h3")].map((h) => h.textContent)).toEqual([
      "forks/mine",
      "Why?"
    ]);
    const links = [...element.querySelectorAll<HTMLAnchorElement>("li a")];
    expect(links.map(({textContent}) => textContent)).toEqual(["Own", "A", "B", "C"]);
    expect(links[1]?.href).toMatch(/\/pages\/p\.html\?ctx=0$/);
  });

  it("says how to get some where there are none", () => {
    expect(myScenarios({}).textContent).toContain("None yet");
  });
});
