/**
 * Runs the cells of a page headless: Framework's parser and transpiler, its own client (so `view`,
 * `display`, errors and the implicit names are the real ones), Observable's runtime, jsdom.
 *
 *     const page = await runPage("src/pages/kv-cache.md", {search: "?ctx=131072"});
 *     expect(await page.value("fit")).toEqual(…);
 */
import {execFile} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {promisify} from "node:util";
import {createMarkdownIt, parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {transpileJavaScript} from "@observablehq/framework/dist/javascript/transpile.js";
import {openWindow} from "./page-window.js";

export interface RunOptions {
  /** The address's query, with its question mark. */
  search?: string;
  /** Contents by the name a cell gives to FileAttachment; other files are read or made by their loader. */
  files?: Readonly<Record<string, string>>;
  /** Values that take the place of what the page defines under these names. */
  inputs?: Readonly<Record<string, unknown>>;
  /** Width of the page's column in pixels, which cells know as `width`. */
  width?: number;
  /** Source root, which a leading slash stands for. */
  root?: string;
}

export interface RunningPage {
  /** The value of a name, once all that it depends on has settled; rejects with the cell's error. */
  value(name: string): Promise<unknown>;
  /** Gives a name another value, as a reader does with an input. */
  set(name: string, value: unknown): void;
  /** Waits until every named cell has a value or an error, and the document shows it. */
  settled(): Promise<void>;
  /** The page's column. */
  main: HTMLElement;
  /** Texts of the errors that stand on the page. */
  errors(): string[];
}

interface Client {
  define(cell: {outputs?: string[]}): void;
  main: {
    value(name: string): Promise<unknown>;
    redefine(name: string, inputs: string[], define: () => unknown): void;
  };
}

const client = resolve("node_modules/@observablehq/framework/dist/client");
const loaded = new Map<string, Promise<string>>();
let runs = 0;

/** Output of the data loader beside a path, run once per test file. */
function loaderOutput(file: string): Promise<string> {
  if (!existsSync(`${file}.ts`)) throw new Error(`file not found: ${file}`);
  const output = loaded.get(file) ?? runLoader(`${file}.ts`);
  loaded.set(file, output);
  return output;
}

async function runLoader(loader: string): Promise<string> {
  const tsx = resolve("node_modules/.bin/tsx");
  return (await promisify(execFile)(tsx, [loader], {maxBuffer: 1 << 28})).stdout;
}

async function fileText(root: string, path: string, files: Readonly<Record<string, string>>) {
  const given = files[path] ?? files[path.slice(1)];
  if (given !== undefined) return given;
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, "utf8") : loaderOutput(file);
}

/** The source file of a local module, or the specifier of a library. */
function importPath(root: string, pagePath: string, specifier: string): string {
  if (!/^\.{0,2}\//.test(specifier)) return specifier;
  const path = join(root, new URL(specifier, `file://${pagePath}`).pathname);
  return existsSync(path) ? path : path.replace(/\.js$/, ".ts");
}

const load = (specifier: string): Promise<unknown> => import(/* @vite-ignore */ specifier);

/** Starts a page and returns a handle on its cells. */
export async function runPage(file: string, options: RunOptions = {}): Promise<RunningPage> {
  const {search = "", files = {}, inputs = {}, width = 720} = options;
  const root = resolve(options.root ?? "src");
  const path = resolve(file).slice(root.length).replace(/\.md$/, "");
  const page = parseMarkdown(readFileSync(file, "utf8"), {md: createMarkdownIt(), path});
  const document = openWindow(`http://localhost${path}.html${search}`, width);
  document.body.innerHTML = `<main class="observablehq">${page.body}</main>`;
  const {registerFile} = (await load("observablehq:stdlib")) as {
    registerFile(name: string, info: object): void;
  };
  for (const {name} of page.code.flatMap((cell) => cell.node.files)) {
    const target = new URL(name, `file://${path}`).pathname;
    const text = await fileText(root, target, files);
    const type = target.endsWith(".json") ? "application/json" : "text/plain";
    registerFile(name, {path: `data:${type};base64,${Buffer.from(text).toString("base64")}`});
  }
  const {define, main} = (await load(`${client}/main.js?run=${++runs}`)) as Client;
  const names: string[] = [];
  for (const {id, node, mode} of page.code) {
    const resolveImport = (specifier: string) => importPath(root, path, specifier);
    const source = transpileJavaScript(node, {id, path, mode, resolveImport});
    const run = new Function(
      "define",
      "importModule",
      source.replace(/\bimport\(/g, "importModule(")
    );
    run((cell: {outputs?: string[]}) => {
      names.push(...(cell.outputs ?? []));
      define(cell);
    }, load);
  }
  const set = (name: string, value: unknown) => main.redefine(name, [], () => value);
  for (const [name, value] of Object.entries(inputs)) set(name, value);
  const column = document.querySelector("main");
  if (column === null) throw new Error(`page without a column: ${file}`);
  return {
    value: (name) => main.value(name),
    set,
    async settled() {
      await Promise.allSettled(names.map((name) => main.value(name)));
      for (let i = 0; i < 3; ++i) await new Promise((done) => setTimeout(done, 20));
    },
    main: column,
    errors: () =>
      Array.from(column.querySelectorAll(".observablehq--error"), (e) => e.textContent ?? "")
  };
}
