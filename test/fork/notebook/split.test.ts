import {readdirSync, readFileSync} from "node:fs";
import {createMarkdownIt} from "@observablehq/framework/dist/markdown.js";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {groupCells, isClosed, joinPage, splitPage} from "../../../src/fork/notebook/split.js";
import {anyText, pages} from "./arbitrary.js";

const md = createMarkdownIt();

function rendered(content: string, references: object = {}): string {
  const context = {code: [], startLine: 0, currentLine: 0, path: "/page", references};
  return md.renderer
    .render(md.parse(content, context), md.options, context)
    .replace(/:([0-9a-f]{8})(-\d+)?:/g, ":$1:")
    .replace(/(id|href)="(#?[\w-]*?)(-\d+)?"/g, '$1="$2"')
    .replace(/\s+/g, " ");
}

describe("splitPage(source)", () => {
  it("cuts at fences that run, at headings and where elements of the page's level open and close", () => {
    const source = [
      "---\ntitle: T\n---\n",
      "\n# One\n\nText.\n\n",
      "```js\nconst a = 1;\n```\n\n",
      "More.\n\n```python\nprint(1)\n```\n\n",
      "<div>\n\nInside\n\n",
      "```js\na\n```\n\n",
      "</div>\n\n",
      "<br>\n\nAfter.\n\n",
      "## Two\n",
      "~~~tex\nx\n~~~\n"
    ];
    const {frontMatter, cells} = splitPage(source.join(""));
    expect(frontMatter).toBe(source[0]);
    expect(cells).toEqual(source.slice(1));
  });

  it("is lossless on any text", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(joinPage(splitPage(source))).toBe(source);
      })
    );
  });

  it("is lossless on the pages of the site", () => {
    const files = readdirSync("src", {recursive: true, encoding: "utf8"});
    for (const file of files.filter((name) => name.endsWith(".md"))) {
      const source = readFileSync(`src/${file}`, "utf8");
      expect(joinPage(splitPage(source))).toBe(source);
    }
  });

  it("makes cells that render, one by one, to what the whole page renders to", () => {
    fc.assert(
      fc.property(pages, (source) => {
        const {frontMatter, cells, references} = splitPage(source);
        const whole = rendered(source.slice(frontMatter.length));
        const parts = cells.map((cell) => rendered(cell, {...references}));
        expect(parts.join("").replace(/\s+/g, " ").trim()).toBe(whole.trim());
      }),
      {numRuns: 500}
    );
  });

  it("gives no empty cell", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        expect(splitPage(source).cells).not.toContain("");
      })
    );
  });
});

describe("groupCells(cells)", () => {
  it("holds together what an open element holds together", () => {
    const cells = [
      "a\n\n",
      "<div>\n<p>\n\n",
      "```js\n'<section>'\n```\n\n",
      "x\n\n</div>\n\n",
      "b\n\n"
    ];
    expect(groupCells(cells)).toEqual([
      [0, 1],
      [1, 4],
      [4, 5]
    ]);
    expect(groupCells(["<div>\n\n", "a\n\n"])).toEqual([
      [0, 1],
      [1, 2]
    ]);
    expect(groupCells(["<div>${html`</div>`}\n\n", "</div>\n"])).toEqual([[0, 2]]);
    expect(groupCells([])).toEqual([]);
  });

  it("covers all cells, in order", () => {
    fc.assert(
      fc.property(pages, (source) => {
        const {cells} = splitPage(source);
        expect(groupCells(cells).flatMap(([start, end]) => cells.slice(start, end))).toEqual(cells);
      })
    );
  });
});

describe("isClosed(text)", () => {
  it("tells a cell that would swallow what follows it", () => {
    expect(isClosed("Words.\n")).toBe(true);
    expect(isClosed("```js\na\n```")).toBe(true);
    expect(isClosed("```js\na\n")).toBe(false);
    expect(isClosed("<!-- never ends\n")).toBe(false);
    expect(isClosed("<script>\n")).toBe(false);
    expect(isClosed("<div>\n\ntext\n")).toBe(true);
  });
});
