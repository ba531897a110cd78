/** The code that a button shows is the code of its cell: our reading of fences against Framework's. */
import {readdirSync, readFileSync} from "node:fs";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {describe, expect, it} from "vitest";
import {fencesOf} from "../../src/components/shell.js";

const pages = ["src/index.md", ...readdirSync("src/pages").map((name) => `src/pages/${name}`)];

describe("fencesOf(markdown)", () => {
  it.each(pages.filter((file) => file.endsWith(".md")))("finds the cells of %s", (file) => {
    const markdown = readFileSync(file, "utf8");
    const page = parseMarkdown(markdown, {md: createMarkdownIt(), path: "/page"});
    const blocks = page.body.match(/observablehq--block/g) ?? [];
    const cells = page.code.filter(({mode}) => mode !== "inline");
    const fences = fencesOf(markdown);
    expect(fences).toHaveLength(blocks.length);
    expect(fences).toHaveLength(cells.length);
    fences.forEach(({language, source}, i) => {
      if (language === "js") expect(cells[i]?.node.input.trim()).toBe(source.trim());
    });
  });
});
