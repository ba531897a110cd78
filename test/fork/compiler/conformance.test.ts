import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {transformSync} from "esbuild";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {transpileJavaScript} from "@observablehq/framework/dist/javascript/transpile.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {beforeAll, describe, expect, it} from "vitest";
import {guarded} from "../../../src/fork/compiler/guard.js";
import {splitPage} from "../../../src/fork/notebook/split.js";
import {loadCompiler, type Compiler} from "./bundle.js";

let compiler: Compiler;

beforeAll(async () => {
  compiler = await loadCompiler();
}, 30_000);

function pagesBelow(root: string): [string, string][] {
  return readdirSync(root, {recursive: true, encoding: "utf8"})
    .filter((file) => file.endsWith(".md") && !file.startsWith(".observablehq"))
    .map((file) => [`/${file.slice(0, -".md".length)}`, join(root, file)]);
}

const spaced = (html: string) => html.replace(/\s+/g, " ").trim();

/** Code as esbuild prints it: the two strippers of types differ in blanks and line ends only. */
const printed = (code: string) => transformSync(code, {minifyWhitespace: true}).code;

/** What the page becomes in node, by Framework itself. */
function byFramework(source: string, path: string) {
  const page = parseMarkdown(source, {md: createMarkdownIt(), path});
  const resolveImport = (name: string) =>
    /^\.{0,2}\//.test(name) ? resolvePath(path, name) : name;
  return {
    body: spaced(page.body),
    definitions: page.code.map(({id, node, mode}) =>
      printed(guarded(transpileJavaScript(node, {id, path, mode, resolveImport})))
    ),
    inputs: page.code.map(({node}) => [...new Set(node.references.map(({name}) => name))])
  };
}

function byBundle(
  texts: readonly string[],
  options: {path: string; references?: Readonly<Record<string, object>>}
) {
  const cells = texts.map((text) => compiler.compileCell(text, {...options}));
  const code = cells.flatMap((cell) => cell.code);
  return {
    body: spaced(cells.map(({html}) => html).join("")),
    definitions: code.map(({definition}) => printed(definition)),
    inputs: code.map(({inputs}) => [...inputs])
  };
}

/** Ids are hashes of the code: those of ts cells differ with what strips the types. */
function withoutTypeIds<T extends {body: string; definitions: string[]}>(page: T): T {
  const strip = (text: string) => text.replace(/(:|id:")[0-9a-f]{8}(-\d+)?(:|")/g, "$1id$3");
  return {...page, body: strip(page.body), definitions: page.definitions.map(strip)};
}

describe.each([...pagesBelow("src"), ...pagesBelow("test/fixtures/src")])(
  "the browser's compiler on %s",
  (path, file) => {
    const source = readFileSync(file, "utf8");
    const {frontMatter, cells, references} = splitPage(source);
    const hasTypes = /^ {0,3}(```|~~~)ts\b/m.test(source);
    const comparable = hasTypes ? withoutTypeIds : <T>(page: T) => page;

    it("gives Framework's body and definitions for the page in one piece", () => {
      const whole = byBundle([source.slice(frontMatter.length)], {path});
      expect(comparable(whole)).toEqual(comparable(byFramework(source, path)));
    });

    it("gives the same cell by cell", () => {
      const split = byBundle(cells, {path, references});
      expect(withoutTypeIds(split)).toEqual(withoutTypeIds(byFramework(source, path)));
    });
  }
);

it("the corpus has every kind of cell, and none of its cells is at fault", () => {
  const {cells} = splitPage(readFileSync("test/fixtures/src/pages/corpus.md", "utf8"));
  const compiled = cells.map((cell) => compiler.compileCell(cell, {path: "/pages/corpus"}));
  expect(compiled.flatMap(({faults}) => faults)).toEqual([]);
  expect(compiled.flatMap(({code}) => code).length).toBeGreaterThanOrEqual(40);
});
