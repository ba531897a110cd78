// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {listControl, picker} from "../../src/components/picker.js";

const options = [
  {value: "a1", label: "Alpha 1B", group: "Alpha"},
  {value: "a2", label: "Alpha 70B", group: "Alpha"},
  {value: "b1", label: "Beta 7B", group: "Beta", note: "mid"}
];

function setUp() {
  const onPick = vi.fn();
  const open = vi.fn();
  const own = {label: "Your own…", name: () => "Mine", open};
  const {input, list, show} = picker({key: "m", label: "Model", options, onPick, own});
  document.body.replaceChildren(input, list);
  show("Alpha 1B");
  const press = (key: string) =>
    input.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const search = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
  };
  const labels = () =>
    [...list.querySelectorAll<HTMLElement>("[role=option]")].map(({dataset}) => dataset.label);
  return {input, list, press, search, labels, onPick, open};
}

beforeEach(() => document.body.replaceChildren());

describe("picker(options)", () => {
  it("opens on the arrow key with everything, under headings, at the current choice", () => {
    const {input, list, press, labels} = setUp();
    expect(list.hidden).toBe(true);
    press("ArrowDown");
    expect(labels()).toEqual(["Alpha 1B", "Alpha 70B", "Beta 7B", "Your own…"]);
    const groups = [...list.querySelectorAll("[role=group]")];
    expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual([
      "Alpha",
      "Beta",
      "Yours"
    ]);
    expect(input.getAttribute("aria-expanded")).toBe("true");
    const active = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
    expect(active?.dataset.value).toBe("a1");
  });

  it("filters by every word of label, id and heading", () => {
    const {search, labels} = setUp();
    search("alpha 70");
    expect(labels()).toEqual(["Alpha 70B", "Your own…"]);
    search("BETA");
    expect(labels()).toEqual(["Beta 7B", "Your own…"]);
    search("zzz");
    expect(labels()).toEqual(["Your own…"]);
  });

  it("picks by Enter what the arrows reached", () => {
    const {press, onPick, list} = setUp();
    press("ArrowDown");
    press("ArrowDown");
    press("Enter");
    expect(onPick).toHaveBeenCalledExactlyOnceWith("a2");
    expect(list.hidden).toBe(true);
  });

  it("picks by pointer", () => {
    const {press, list, onPick} = setUp();
    press("ArrowDown");
    list.querySelector<HTMLElement>('[data-value="b1"]')?.click();
    expect(onPick).toHaveBeenCalledExactlyOnceWith("b1");
  });

  it("restores the text on Escape and on leaving", () => {
    const {input, press, search, onPick} = setUp();
    search("be");
    press("Escape");
    expect(input.value).toBe("Alpha 1B");
    search("be");
    input.dispatchEvent(new Event("blur"));
    expect(input.value).toBe("Alpha 1B");
    expect(onPick).not.toHaveBeenCalled();
  });

  it("opens the dialog for the reader's own instead of picking", () => {
    const {press, search, open, onPick} = setUp();
    search("zzz");
    press("Enter");
    expect(open).toHaveBeenCalledOnce();
    expect(onPick).not.toHaveBeenCalled();
  });

  it("stays within the list at both ends", () => {
    const {input, press} = setUp();
    press("ArrowDown");
    press("ArrowUp");
    press("ArrowUp");
    expect(input.getAttribute("aria-activedescendant")).toMatch(/-0$/);
    press("PageDown");
    press("PageDown");
    expect(input.getAttribute("aria-activedescendant")).toMatch(/-3$/);
  });
});

describe("listControl(options)", () => {
  it("adds by picker, takes out by button, and is full at its length", () => {
    const onChange = vi.fn();
    const field = {kind: "list", of: "model", label: "Compare", maxLength: 2} as const;
    const control = listControl({key: "cmp", field, onChange, options});
    document.body.append(control.element);
    control.update(["a1"]);
    const input = control.element.querySelector("input");
    input?.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown"}));
    control.element.querySelector<HTMLElement>('[data-value="b1"]')?.click();
    expect(onChange).toHaveBeenLastCalledWith(["a1", "b1"]);
    control.update(["a1", "b1"]);
    expect(input?.disabled).toBe(true);
    control.element.querySelector<HTMLElement>('[aria-label="Remove Alpha 1B"]')?.click();
    expect(onChange).toHaveBeenLastCalledWith(["b1"]);
  });
});
