// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {addCodeButtons, fencesOf, mendFramework} from "../../src/components/shell.js";

const page = [
  "# Page",
  "```js",
  "const a = 1",
  "```",
  "text `code`",
  "~~~js echo",
  "a + 1",
  "```not the end",
  "~~~",
  "```js run=false",
  "never(run)",
  "```",
  "```sh",
  "npm run dev",
  "```",
  "````js",
  "html`<pre>```</pre>`",
  "```",
  "````"
].join("\n");

describe("fencesOf(markdown)", () => {
  it("gives the cells that run, in order, as written", () => {
    expect(fencesOf(page).map(({source}) => source)).toEqual([
      "const a = 1",
      "a + 1\n```not the end",
      "html`<pre>```</pre>`\n```"
    ]);
  });
  it("takes Windows line ends and an unclosed fence", () => {
    expect(fencesOf("```js\r\n1\r\n```\r\n```js\r\n2").map(({source}) => source)).toEqual(["1"]);
  });
});

describe("addCodeButtons()", () => {
  it("fetches the page's source once and shows each cell its own code", async () => {
    document.head.innerHTML = '<link rel="alternate" type="text/markdown" href="/page.md">';
    document.body.innerHTML = `<main id="observablehq-main"><div class="observablehq observablehq--block"></div>
      <div class="observablehq observablehq--block"></div></main>`;
    const fetched = vi.fn(() =>
      Promise.resolve(new Response("```js\none\n```\n```js\ntwo\n```\n"))
    );
    vi.stubGlobal("fetch", fetched);
    addCodeButtons();
    const button = document.querySelector<HTMLElement>('[aria-label="Code of cell 2"]');
    button?.click();
    await vi.waitFor(() =>
      expect(document.querySelector(".lab-code pre")?.textContent).toBe("two")
    );
    button?.click();
    await vi.waitFor(() =>
      expect(document.querySelector<HTMLElement>(".lab-code")?.hidden).toBe(true)
    );
    document.querySelector<HTMLElement>(".lab-all-code button")?.click();
    await vi.waitFor(() =>
      expect(document.querySelectorAll(".lab-code:not([hidden])")).toHaveLength(2)
    );
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});

describe("mendFramework()", () => {
  it("names the search box and leaves only items in the list of pages", () => {
    document.body.innerHTML = `<input id="observablehq-sidebar-toggle" type="checkbox"><nav id="observablehq-sidebar">
      <ol><label id="observablehq-sidebar-close" for="observablehq-sidebar-toggle"></label><li>Home</li></ol>
      <div id="observablehq-search"><input type="search"></div></nav>`;
    mendFramework();
    expect(document.querySelector("#observablehq-search input")?.getAttribute("aria-label")).toBe(
      "Search pages"
    );
    expect(document.body.firstElementChild?.textContent).toBe("Skip to content");
    expect([...(document.querySelector("ol")?.children ?? [])].map(({tagName}) => tagName)).toEqual(
      ["LI", "LI"]
    );
  });
});
