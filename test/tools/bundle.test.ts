import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {bundle} from "../../tools/bundle.js";

const dist = mkdtempSync(join(tmpdir(), "bundle-"));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(dist, file)), {recursive: true});
  writeFileSync(join(dist, file), text);
}

const read = (file: string) => readFileSync(join(dist, file), "utf8");

const page = (base: string, ...modules: string[]) => `<html><head>
<link rel="modulepreload" href="${base}_observablehq/client.0000.js">
<link rel="modulepreload" href="${base}_import/lib/one.0000.js">
<link rel="modulepreload" href="${base}_import/lib/deep.0000.js">
<script type="module" src="${base}_import/start.0000.js"></script>
${modules.map((name) => `import("${base}_import/lib/${name}.0000.js")`).join("\n")}
`;

beforeAll(async () => {
  write("_import/start.0000.js", 'import {log} from "./lib/deep.0000.js";\nlog.push("start");');
  write("_import/lib/deep.0000.js", "export const log = [];");
  write("_import/lib/one.0000.js", 'export {log} from "./deep.0000.js";\nexport const one = 1;');
  write(
    "_import/lib/two.0000.js",
    `export {log} from "./deep.0000.js";
export {library} from "../../_npm/library.js";
export const worker = import.meta.resolve("../workers/w.0000.js");
export const here = import.meta.url;
`
  );
  write(
    "_import/workers/w.0000.js",
    `import {one} from "../lib/one.0000.js";
import {library} from "../../_npm/library.js";
export const said = [one, library, import.meta.resolve("../lib/two.0000.js"), import.meta.url];
`
  );
  write("_npm/library.js", 'export const library = "library";');
  write("index.html", page("./", "one"));
  write("pages/a.html", page("../", "one", "two"));
  write("pages/forks/b.html", page("../../", "one", "two"));
  await bundle(dist);
});

afterAll(() => rmSync(dist, {recursive: true}));

/** The modules that a page gets, in the order of its imports. */
async function load(file: string): Promise<Record<string, unknown>[]> {
  const imports = Array.from(
    read(file).matchAll(/import\("([^"]+)"\)\.then\(\(m\) => m\.(\w+)\)/g)
  );
  return Promise.all(
    imports.map(async ([, path = "", name = ""]) => {
      const url = new URL(path, pathToFileURL(join(dist, file)));
      const module = (await import(/* @vite-ignore */ url.href)) as Record<string, object>;
      return module[name] as Record<string, unknown>;
    })
  );
}

describe("bundle(dist)", () => {
  it("gives each page the modules it imports, from one file", async () => {
    expect((await load("index.html")).map(({one}) => one)).toEqual([1]);
    const [first, second] = await load("pages/a.html");
    expect(first?.["one"]).toBe(1);
    expect(second?.["library"]).toBe("library");
    expect(new Set(read("pages/a.html").match(/import\("[^"]+"\)/g)).size).toBe(1);
  });

  it("keeps one copy of what pages and scripts share", async () => {
    const [src = ""] = /start[^"]*/.exec(read("pages/a.html")) ?? [];
    await import(/* @vite-ignore */ pathToFileURL(join(dist, "_import", src)).href);
    const logs = (await load("pages/a.html")).map(({log}) => log);
    expect(logs).toEqual([["start"], ["start"]]);
    expect(logs[0]).toBe(logs[1]);
  });

  it("lets pages that import the same modules share a bundle", () => {
    const bundleOf = (file: string) => /import\("[./]+([^"]+)"/.exec(read(file))?.[1];
    expect(bundleOf("pages/forks/b.html")).toBe(bundleOf("pages/a.html"));
    expect(bundleOf("index.html")).not.toBe(bundleOf("pages/a.html"));
  });

  it("keeps the addresses that a module resolves", async () => {
    const [, second] = await load("pages/a.html");
    const url = (file: string) => pathToFileURL(join(dist, "_import", file)).href;
    expect(second?.["worker"]).toBe(url("workers/w.0000.js"));
    expect(second?.["here"]).toBe(url("lib/two.0000.js"));
  });

  it("puts into a worker's file what it imports, and keeps its name and addresses", async () => {
    const url = (file: string) => pathToFileURL(join(dist, "_import", file)).href;
    const file = "_import/workers/w.0000.js";
    expect(read(file)).not.toContain("one.0000.js");
    const worker = (await import(/* @vite-ignore */ url("workers/w.0000.js"))) as {said: unknown[]};
    const addresses = [url("lib/two.0000.js"), url("workers/w.0000.js")];
    expect(worker.said).toEqual([1, "library", ...addresses]);
  });

  it("preloads bundles in place of single modules, and leaves the rest", () => {
    const preloads = read("pages/a.html").match(/modulepreload" href="[^"]+"/g) ?? [];
    expect(preloads.filter((link) => link.includes(".0000.js"))).toEqual([
      'modulepreload" href="../_observablehq/client.0000.js"'
    ]);
    const files = readdirSync(join(dist, "_import"));
    for (const link of preloads.slice(1)) {
      expect(files).toContain(link.replace(/.*_import\//, "").replace('"', ""));
    }
  });
});
