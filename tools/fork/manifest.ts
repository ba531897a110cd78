/**
 * Writes src/fork/manifest.ts: every module and file of the site that a fork may use, and where the
 * build puts it. Framework turns import.meta.resolve("…") and FileAttachment("…") into addresses,
 * and builds what they name.
 */
import {existsSync, readdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {libraries} from "../vendor.js";

/** Built-in modules of Framework, each under the names by which pages and modules import it. */
const builtins: readonly string[] = [
  "npm:@observablehq/inputs",
  "npm:@observablehq/runtime",
  "npm:@observablehq/stdlib",
  "npm:@observablehq/tex"
];

const folders = ["components", "lib", "workers"];

function modulesBelow(root: string): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), {recursive: true, encoding: "utf8"})
        .filter((file) => /\.(ts|js)$/.test(file) && !file.endsWith(".d.ts"))
        .map((file) => `/${folder}/${file.replaceAll("\\", "/").replace(/\.ts$/, ".js")}`)
    )
    .sort();
}

/** Data files, those that a loader makes by the name it has in front of its own ending. */
function filesBelow(root: string): string[] {
  return readdirSync(join(root, "data"), {withFileTypes: true})
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map(({name}) => `/data/${name.replace(/\.(ts|js|sh|py)$/, "")}`)
    .filter((name) => /\.\w+$/.test(name))
    .sort();
}

/** Text of the manifest for a source root. */
export function manifestText(root = "src"): string {
  const npm = [...Object.keys(libraries).map((name) => `npm:${name}`), ...builtins].sort();
  const entry = (specifier: string, path: string) =>
    `  ${JSON.stringify(specifier)}: import.meta.resolve(${JSON.stringify(path)})`;
  const modules = [
    ...modulesBelow(root).map((path) => entry(path, `..${path}`)),
    ...npm.map((name) => entry(name, name))
  ];
  const files = filesBelow(root).map(
    (path) => `  [${JSON.stringify(path)}, FileAttachment(${JSON.stringify(`..${path}`)})]`
  );
  return `/** Written by tools/fork/manifest.ts: what a fork may import and read, and where the build puts it. */
import {FileAttachment} from "npm:@observablehq/stdlib";

/** Addresses of modules by specifier, relative to this module's own. */
export const modules: Readonly<Record<string, string>> = {
${modules.join(",\n")}
};

export const files = [
${files.join(",\n")}
] as const;

/** The address that the others are relative to. */
export const base = import.meta.url;
`;
}

/** Brings the manifest up to date; returns whether it was not. */
export function writeManifest(root = "src"): boolean {
  const file = join(root, "fork", "manifest.ts");
  const text = manifestText(root);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(writeManifest() ? "manifest written" : "manifest is up to date");
}
