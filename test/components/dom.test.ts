// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {colors, patterned, series} from "../../src/components/colors.js";
import {announce, el, fill, keep, svg, uid} from "../../src/components/dom.js";

afterEach(() => vi.useRealTimers());

describe("el(tag, attributes, …children)", () => {
  it("sets attributes, listens, and takes text, nodes and lists, leaving out what is not there", () => {
    const onclick = vi.fn();
    const button = el(
      "button",
      {type: "button", hidden: true, title: null, onclick},
      "a",
      [el("b", {}, 1)],
      false
    );
    expect(button.outerHTML).toBe('<button type="button" hidden="">a<b>1</b></button>');
    button.click();
    expect(onclick).toHaveBeenCalledTimes(1);
  });
  it("never reads text as markup", () => {
    expect(el("p", {}, "<img src=x>").innerHTML).toBe("&lt;img src=x&gt;");
  });
  it("svg(tag) makes elements of a picture", () => {
    expect(svg("rect", {width: 2}).namespaceURI).toBe("http://www.w3.org/2000/svg");
  });
  it("fill(element, …children) replaces what was there", () => {
    const list = el("ul", {}, el("li"));
    fill(list, "x");
    expect(list.innerHTML).toBe("x");
  });
});

describe("keep(key, create)", () => {
  it("makes a thing once", () => {
    const create = vi.fn(() => ({}));
    expect(keep("k", create)).toBe(keep("k", create));
    expect(create).toHaveBeenCalledTimes(1);
    expect(uid("x")).not.toBe(uid("x"));
  });
});

describe("announce(text)", () => {
  it("speaks once the page is quiet, the last word only", () => {
    vi.useFakeTimers();
    announce("one");
    vi.advanceTimersByTime(300);
    announce("two");
    vi.advanceTimersByTime(1000);
    expect(document.querySelector("[aria-live=polite]")?.textContent).toBe("two");
  });
});

describe("colors", () => {
  it("are variables of the style sheet, each defined there for light and dark", async () => {
    const {readFileSync} = await import("node:fs");
    const css = readFileSync("src/style.css", "utf8");
    const names = [...Object.values(colors), ...series].map((value) => value.slice(4, -1));
    for (const name of names.filter((one) => one.startsWith("--c-")))
      expect(css.split(`${name}:`).length - 1, name).toBe(2);
  });
  it("patterned(color, pattern) makes each pattern once, on one sheet", () => {
    expect(patterned("kv")).toBe("url(#lab-hatch-kv)");
    patterned("kv");
    patterned("free", "dots");
    const ids = [...document.querySelectorAll("#lab-patterns pattern")].map(({id}) => id);
    expect(ids).toEqual(["lab-hatch-kv", "lab-dots-free"]);
  });
});
