/** Builds the site into `dist` without network, and makes sure that it loads nothing from elsewhere. */
import {existsSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {bundle} from "./bundle.js";
import {filesIn} from "./files.js";
import {forkPackages} from "./fork/bundle.js";
import {writeManifest} from "./fork/manifest.js";
import {packModules} from "./fork/pack.js";
import {run} from "./offline.js";
import {libraries, packageFolder, packageVersion, vendor} from "./vendor.js";

/** What Framework made for an earlier build; a loader's output outlives a change in what it imports. */
function clearCache(root: string): void {
  const cache = join(root, ".observablehq", "cache");
  for (const entry of readdirSync(cache)) {
    if (!/^_(npm|vendor)$/.test(entry)) rmSync(join(cache, entry), {recursive: true});
  }
}

/** KaTeX's fonts and style sheet, which MathML does without: empty files and links to them. */
function dropEmptyAssets(dist: string): void {
  const katex = `katex@${packageVersion("katex")}`;
  rmSync(join(dist, "_npm", katex, "dist"), {recursive: true, force: true});
  for (const file of filesIn(dist).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(file, "utf8");
    const kept = html.replace(/\n<link [^>]*katex\.min\.css"[^>]*>/g, "");
    if (kept !== html) writeFileSync(file, kept);
  }
}

/** The licences of what the site carries, as they ask. */
async function licences(): Promise<string> {
  const names = ["@observablehq/framework", "@observablehq/runtime", "@observablehq/inputs"];
  return [...new Set([...names, ...Object.keys(libraries), ...(await forkPackages())])]
    .map((name) => {
      const folder = packageFolder(name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      return `${name}\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : "ISC"}\n`;
    })
    .join(`\n${"-".repeat(72)}\n\n`);
}

const host = String.raw`["'(\x60\s=](?:https?:)?//[\w-]+\.`;

/** What makes a browser load something, followed by another host. */
const loads: readonly [ending: RegExp, pattern: RegExp][] = [
  [
    /\.html$/,
    new RegExp(
      String.raw`<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=["']?(?:https?:)?//`
    )
  ],
  [/\.html$/, /<link\b(?![^>]*rel="(?:canonical|license)")[^>]*\bhref=["']?(?:https?:)?\/\//],
  [/\.(css|html)$/, /(?:@import\s+["']|url\(\s*["']?)(?:https?:)?\/\//],
  [
    /\.(js|html)$/,
    new RegExp(String.raw`\b(?:from|import|import\(|fetch\(|Worker\(|importScripts\()\s*${host}`)
  ],
  [/./, /cdn\.jsdelivr\.net|unpkg\.com|fonts\.(?:googleapis|gstatic)\.com|cdnjs\.|esm\.sh|skypack/]
];

/** Places of the built site that load from another host, each with the text that does. */
export function foreignLoads(dist: string): string[] {
  return filesIn(dist).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return loads.flatMap(([ending, pattern]) => {
      const match = ending.test(file) ? pattern.exec(text) : null;
      return match ? [`${file}: ${text.slice(match.index, match.index + 120)}`] : [];
    });
  });
}

/** Builds `src` into `dist`; returns Framework's report. */
export async function build(root = "src", dist = "dist"): Promise<string> {
  await vendor(root);
  writeManifest(root);
  clearCache(root);
  const {code, output} = await run([join("node_modules", ".bin", "observable"), "build"], {
    quiet: true
  });
  if (code !== 0) throw new Error(`build failed\n${output}`);
  dropEmptyAssets(dist);
  await bundle(dist);
  await packModules(dist);
  writeFileSync(join(dist, ".nojekyll"), "");
  writeFileSync(join(dist, "licences.txt"), await licences());
  const foreign = foreignLoads(dist);
  if (foreign.length > 0) throw new Error(`loads from another host:\n${foreign.join("\n")}`);
  return output.slice(output.indexOf("\u250c"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync("src")) throw new Error("run from the project's folder");
  try {
    console.log(await build());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
