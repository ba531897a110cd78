/** Local modules and vendored libraries: do they exist, and what do they export? */
import {existsSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join, posix, resolve} from "node:path";
import type {ExportNamedDeclaration, Pattern, Program} from "acorn";
import {findModule, readJavaScriptSync} from "@observablehq/framework/dist/javascript/module.js";
import {parseProgram} from "@observablehq/framework/dist/javascript/parse.js";
import {libraries, packageFolder, packageVersion} from "../vendor.js";

const framework = packageFolder("@observablehq/framework");

/** Libraries that Framework brings itself under an npm name, and the file each comes from. */
const own: Readonly<Record<string, string>> = {
  "@observablehq/inputs": "stdlib/inputs.js",
  "@observablehq/runtime": "runtime.js",
  "@observablehq/stdlib": "stdlib.js",
  "@observablehq/tex": "stdlib/tex.js"
};

function patternNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((p) =>
        patternNames(p.type === "Property" ? p.value : p.argument)
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? patternNames(element) : []));
    case "AssignmentPattern":
      return patternNames(pattern.left);
    case "RestElement":
      return patternNames(pattern.argument);
    default:
      return [];
  }
}

function declaredNames({declaration, specifiers}: ExportNamedDeclaration): string[] {
  const names = specifiers.map(({exported}) =>
    exported.type === "Identifier" ? exported.name : String(exported.value)
  );
  if (!declaration) return names;
  if (declaration.type !== "VariableDeclaration") return [...names, declaration.id?.name ?? ""];
  return [...names, ...declaration.declarations.flatMap(({id}) => patternNames(id))];
}

/** Names that a program exports; `star` gives those of a module it re-exports whole. */
function exportedNames(program: Program, star: (specifier: string) => Iterable<string>): string[] {
  return program.body.flatMap((node) => {
    if (node.type === "ExportNamedDeclaration") return declaredNames(node);
    if (node.type === "ExportDefaultDeclaration") return ["default"];
    if (node.type !== "ExportAllDeclaration") return [];
    if (node.exported) return [node.exported.type === "Identifier" ? node.exported.name : ""];
    return [...star(String(node.source.value))].filter((name) => name !== "default");
  });
}

/** The source of a local module, `/lib/kv.js` for `src/lib/kv.ts`; null where there is none. */
export function localModule(root: string, path: string): Program | null | "broken" {
  const found = posix.extname(path) === "" ? undefined : findModule(root, path);
  if (!found) return null;
  try {
    return parseProgram(readJavaScriptSync(join(root, found.path)));
  } catch {
    return "broken";
  }
}

/** Names that a local module exports, or null where it does not exist or cannot be parsed. */
export function localExports(
  root: string,
  path: string,
  seen = new Set<string>()
): Set<string> | null {
  if (seen.has(path)) return new Set();
  seen.add(path);
  const program = localModule(root, path);
  if (program === null || program === "broken") return null;
  const star = (specifier: string) =>
    localExports(root, posix.join(posix.dirname(path), specifier), seen) ?? [];
  return new Set(exportedNames(program, star));
}

const libraryExportsByFile = new Map<string, Set<string>>();

function fileExports(file: string): Set<string> {
  const known = libraryExportsByFile.get(file);
  if (known) return known;
  const star = (specifier: string): Iterable<string> =>
    /^\.\.?\//.test(specifier) ? fileExports(join(dirname(file), specifier)) : [];
  const names = new Set(exportedNames(parseProgram(readFileSync(file, "utf8")), star));
  libraryExportsByFile.set(file, names);
  return names;
}

/** Names that a vendored library exports, or null when it is not vendored. */
export function libraryExports(root: string, specifier: string): Set<string> | null {
  const name = specifier.replace(/^npm:/, "");
  const client = own[name];
  if (client !== undefined) return fileExports(join(framework, "dist/client", client));
  if (!(name in libraries)) return null;
  const file = `.observablehq/cache/_npm/${name}@${packageVersion(name)}/_esm.js`;
  return fileExports(join(root, file));
}

/** Whether a bare name is installed, so that Framework bundles it. */
export function isInstalled(root: string, specifier: string): boolean {
  try {
    createRequire(resolve(root, "index.js")).resolve(specifier);
    return true;
  } catch {
    return existsSync(join("node_modules", specifier, "package.json"));
  }
}
