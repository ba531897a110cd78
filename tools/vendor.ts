/**
 * Puts the libraries that pages use where Framework looks for downloaded ones
 * (`src/.observablehq/cache/_npm/NAME@VERSION/`), so that nothing is fetched, now or by a reader.
 */
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join, posix, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {build, version as esbuildVersion, type Plugin} from "esbuild";
import {getImplicitDownloads} from "@observablehq/framework/dist/libraries.js";

/** Libraries a cell or component may import as `npm:NAME`, and the module each is built from. */
export const libraries: Readonly<Record<string, string>> = {
  "@observablehq/plot": `export * from "@observablehq/plot";`,
  arquero: `export * from "arquero";`,
  d3: `export * from "d3";`,
  "d3-dsv": `export * from "d3-dsv";`,
  htl: `export * from "htl";`,
  isoformat: `export * from "isoformat";`,
  // Framework's tex asks for html, which needs fonts and says nothing to a screen reader.
  katex: `import katex from "katex";
    const mathml = (options) => ({...options, output: "mathml"});
    const render = (tex, root, options) => katex.render(tex, root, mathml(options));
    const renderToString = (tex, options) => katex.renderToString(tex, mathml(options));
    export {render, renderToString};
    export default {...katex, render, renderToString};`
};

/** Libraries that Framework's client names in code no page of ours reaches: a version is enough. */
const markers = [
  "@observablehq/sample-datasets",
  "apache-arrow",
  "echarts",
  "leaflet",
  "lodash",
  "mapbox-gl",
  "parquet-wasm",
  "react",
  "react-dom",
  "topojson-client"
];

const require = createRequire(import.meta.url);
const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The folder in node_modules that holds a package. */
export function packageFolder(name: string): string {
  const paths = require.resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`package not installed: ${name}`);
  return folder;
}

export function packageVersion(name: string): string {
  const file = join(packageFolder(name), "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as {version: string}).version;
}

/** Where the cache keeps a library, from the cache's own root. */
function cachePath(name: string): string {
  return `/_npm/${name}@${packageVersion(name)}/_esm.js`;
}

/** Leaves imports of the other libraries in place, as relative paths within the cache. */
function shared(name: string): Plugin {
  const others = new RegExp(`^(${Object.keys(libraries).join("|")})$`);
  return {
    name: "shared",
    setup({onResolve}) {
      onResolve({filter: others}, ({path, importer}) =>
        path === name || importer === "<stdin>"
          ? undefined
          : {path: posix.relative(posix.dirname(cachePath(name)), cachePath(path)), external: true}
      );
    }
  };
}

async function bundle(name: string): Promise<string> {
  const result = await build({
    stdin: {contents: libraries[name] ?? "", resolveDir: projectRoot},
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    plugins: [shared(name)]
  });
  return result.outputFiles[0]?.text ?? "";
}

/** MathML needs neither, but Framework lists them: an empty file each, which the build leaves out. */
function katexAssets(): string[] {
  const downloads = getImplicitDownloads(["npm:katex"]);
  return [...downloads, "npm:katex/dist/katex.min.css"].map((name) =>
    name.slice("npm:katex/".length)
  );
}

function write(file: string, contents: string): void {
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, contents);
}

/** What decides the cache's contents: this tool, the bundler, every version. */
function fingerprint(): string {
  const versions = Object.keys(libraries).map((name) => `${name}@${packageVersion(name)}`);
  const tool = readFileSync(fileURLToPath(import.meta.url));
  return createHash("sha256").update(tool).update(`${esbuildVersion} ${versions}`).digest("hex");
}

/** Fills the cache of a source root; returns false, at once, when it is filled already. */
export async function vendor(root = join(projectRoot, "src")): Promise<boolean> {
  const cache = join(root, ".observablehq", "cache");
  const stamp = join(cache, "_vendor");
  const key = fingerprint();
  const current = existsSync(join(cache, "_npm")) && existsSync(stamp);
  if (current && readFileSync(stamp, "utf8") === key) return false;
  const staged = join(cache, `_staged-${process.pid}`);
  const names = Object.keys(libraries);
  const sources = await Promise.all(names.map(bundle));
  names.forEach((name, i) => write(join(staged, cachePath(name)), sources[i] ?? ""));
  const katex = dirname(join(staged, cachePath("katex")));
  for (const asset of katexAssets()) write(join(katex, asset), "");
  for (const name of markers) mkdirSync(join(staged, `_npm/${name}@0.0.0`), {recursive: true});
  rmSync(join(cache, "_npm"), {recursive: true, force: true});
  renameSync(join(staged, "_npm"), join(cache, "_npm"));
  rmSync(staged, {recursive: true});
  write(stamp, key);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const filled = await vendor();
  console.log(filled ? "libraries vendored" : "libraries already vendored");
}
