/**
 * Joins the local modules of each built page into one file, and what pages share into a few more.
 * Framework serves every module by itself: a hundred requests for a page of ours. The single files
 * stay in the site, for whoever loads a module by its own address. A worker's file holds all that it
 * imports, under the name that it had.
 */
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {basename, dirname, join, relative, resolve} from "node:path";
import {build, type Metafile, type Plugin} from "esbuild";
import {filesIn} from "./files.js";

/** How a page names a local module: in a cell's import, as a script, as a preload. */
const imported = /import\("((?:\.{1,2}\/)+)_import\/([^"]+\.js)"\)/g;
const script = /(<script type="module" src=")((?:\.{1,2}\/)+)_import\/([^"]+\.js)"/g;
const preload = /\n<link rel="modulepreload" href="((?:\.{1,2}\/)+)_import\/[^"]+">/g;

interface PageModules {
  file: string;
  html: string;
  /** Modules that its cells import, from the folder of local modules; the order numbers them. */
  modules: string[];
  scripts: string[];
}

function readPage(file: string): PageModules {
  const html = readFileSync(file, "utf8");
  const modules = new Set(Array.from(html.matchAll(imported), (match) => match[2] ?? ""));
  const scripts = new Set(Array.from(html.matchAll(script), (match) => match[3] ?? ""));
  return {file, html, modules: [...modules].sort(), scripts: [...scripts]};
}

/** Pages that import the same modules, such as forks, share a bundle. */
const keyOf = ({modules}: PageModules) => modules.join();

/** Makes an address within a module right for a bundle, which lies in `home`. */
function readdress(source: string, home: string, file: string): string {
  const from = (path: string) => `./${relative(home, path)}`;
  return source
    .replace(
      /import\.meta\.resolve\("(\.[^"]+)"\)/g,
      (_, path: string) => `import.meta.resolve("${from(resolve(dirname(file), path))}")`
    )
    .replaceAll("import.meta.url", `new URL("${from(file)}", import.meta.url).href`);
}

interface Place {
  /** Folder of the local modules */
  readonly folder: string;
  /** Folder of the bundles */
  readonly home: string;
}

/** Reads entries from memory, leaves libraries outside, and keeps addresses right. */
function local({folder, home}: Place, entries: ReadonlyMap<string, string>): Plugin {
  return {
    name: "local",
    setup({onLoad, onResolve}) {
      onResolve({filter: /^entry:/}, ({path}) => ({path: path.slice(6), namespace: "entry"}));
      onLoad({filter: /./, namespace: "entry"}, ({path}) => ({
        contents: entries.get(`entry:${path}`) ?? "",
        resolveDir: folder
      }));
      onResolve({filter: /^\.{1,2}\//}, ({path, resolveDir}) => {
        const file = resolve(resolveDir, path);
        if (file.startsWith(folder)) return {path: file};
        return {path: relative(home, file), external: true};
      });
      onLoad({filter: /\.js$/, namespace: "file"}, ({path}) => {
        const source = readFileSync(path, "utf8");
        return source.includes("import.meta")
          ? {contents: readdress(source, home, path)}
          : undefined;
      });
    }
  };
}

/** The bundle of each entry, and all that it imports from the start, as file names. */
function outputsOf({outputs}: Metafile): Map<string, string[]> {
  const closure = (name: string, seen: Set<string>): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const imports = outputs[name]?.imports ?? [];
    const first = imports.filter(({kind, external}) => kind === "import-statement" && !external);
    return [basename(name), ...first.flatMap(({path}) => closure(path, seen))];
  };
  return new Map(
    Object.entries(outputs).flatMap(([name, {entryPoint}]) =>
      entryPoint ? [[entryPoint, closure(name, new Set())] as const] : []
    )
  );
}

function rewrite(
  {html, modules, scripts}: PageModules,
  entry: string,
  files: Map<string, string[]>
) {
  const [bundle = ""] = files.get(entry) ?? [];
  const first = new Set(
    [entry, ...scripts.map((name) => `entry:${name}`)].flatMap((e) => files.get(e) ?? [])
  );
  let preloads = (base: string) => {
    preloads = () => "";
    return [...first]
      .map((file) => `\n<link rel="modulepreload" href="${base}_import/${file}">`)
      .join("");
  };
  return html
    .replace(preload, (_, base: string) => preloads(base))
    .replace(script, (_, start: string, base: string, name: string) => {
      const [file = ""] = files.get(`entry:${name}`) ?? [];
      return `${start}${base}_import/${file}"`;
    })
    .replace(imported, (_, base: string, name: string) => {
      return `import("${base}_import/${bundle}").then((m) => m.m${modules.indexOf(name)})`;
    });
}

/** Bundles the local modules of a built site and points its pages to the bundles. */
export async function bundle(dist: string): Promise<void> {
  const folder = resolve(dist, "_import");
  const pages = filesIn(dist)
    .filter((file) => file.endsWith(".html"))
    .map(readPage);
  const entries = new Map<string, string>();
  const names = new Map<string, string>();
  for (const page of pages) {
    for (const name of page.scripts) entries.set(`entry:${name}`, `import "./${name}";`);
    if (page.modules.length === 0 || names.has(keyOf(page))) continue;
    const name = `entry:${basename(page.file, ".html")}-${names.size}`;
    names.set(keyOf(page), name);
    const lines = page.modules.map((module, i) => `export * as m${i} from "./${module}";`);
    entries.set(name, lines.join("\n"));
  }
  const {metafile} = await build({
    entryPoints: [...entries.keys()].map((entry) => ({in: entry, out: outName(entry)})),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    outdir: folder,
    entryNames: "[name].[hash]",
    chunkNames: "shared.[hash]",
    plugins: [local({folder, home: folder}, entries)]
  });
  await bundleWorkers(folder);
  const files = outputsOf(metafile);
  for (const page of pages) {
    writeFileSync(page.file, rewrite(page, names.get(keyOf(page)) ?? "", files));
  }
}

/** Workers start with one request instead of one for each module, depth after depth. */
async function bundleWorkers(folder: string): Promise<void> {
  const home = join(folder, "workers");
  if (!existsSync(home)) return;
  const {outputFiles} = await build({
    entryPoints: filesIn(home).filter((file) => file.endsWith(".js")),
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    write: false,
    outdir: home,
    plugins: [local({folder, home}, new Map())]
  });
  for (const {path, contents} of outputFiles) writeFileSync(path, contents);
}

/** `entry:components/start.902375bd.js` becomes `start`. */
function outName(entry: string): string {
  return basename(join("/", entry.slice("entry:".length))).replace(/(\.[0-9a-f]{8})?\.js$/, "");
}
