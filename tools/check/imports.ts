/** Do the modules, libraries and files that a page names exist? */
import {posix} from "node:path";
import type {ImportDeclaration, Program} from "acorn";
import {getModuleInfo} from "@observablehq/framework/dist/javascript/module.js";
import {
  getImplicitFileImports,
  getImplicitInputImports
} from "@observablehq/framework/dist/libraries.js";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import {definitions} from "./graph.js";
import {isInstalled, libraryExports, localExports, localModule} from "./modules.js";
import {cellLine, type Fault, type Page, type PageCell} from "./page.js";

const isLocal = (specifier: string) => /^\.{0,2}\//.test(specifier);

/** A path in a page or module, from the source root. */
function fromRoot(path: string, specifier: string): string {
  return specifier.startsWith("/") ? specifier : posix.join(posix.dirname(path), specifier);
}

/** What is wrong with the name of a library, or null. */
function libraryFault(root: string, specifier: string): string | null {
  if (specifier.startsWith("observablehq:")) return null;
  const vendored = libraryExports(root, specifier) !== null;
  if (/^(npm|jsr):/.test(specifier)) return vendored ? null : `library not vendored: ${specifier}`;
  if (vendored) return `second copy of a vendored library: ${specifier}, import npm:${specifier}`;
  return isInstalled(root, specifier) ? null : `import not found: ${specifier}`;
}

/** What is wrong with a local module or anything it imports, in turn. */
function moduleFaults(root: string, path: string, seen: Set<string>): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const module = localModule(root, path);
  if (module === null) return [`import not found: ${path}`];
  const info = getModuleInfo(root, path);
  if (module === "broken" || !info) return [`syntax error in module: ${path}`];
  const locals = [...info.localStaticImports, ...info.localDynamicImports];
  const globals = [...info.globalStaticImports, ...info.globalDynamicImports];
  const implicit = getImplicitFileImports(info.fileMethods);
  const loaders = new LoaderResolver({root});
  return [
    ...locals.flatMap((name) => moduleFaults(root, fromRoot(path, name), seen)),
    ...[...globals, ...implicit].flatMap((name) => libraryFault(root, name) ?? []),
    ...[...info.files]
      .filter((name) => !loaders.find(fromRoot(path, name)))
      .map((name) => `file not found: ${fromRoot(path, name)}`)
  ];
}

function missingExports(root: string, path: string, node: ImportDeclaration): string[] {
  const specifier = String(node.source.value);
  const exports = isLocal(specifier)
    ? localExports(root, fromRoot(path, specifier))
    : libraryExports(root, specifier);
  if (exports === null) return [];
  return node.specifiers.flatMap((imported) => {
    if (imported.type === "ImportNamespaceSpecifier") return [];
    const {imported: id} = imported.type === "ImportSpecifier" ? imported : {imported: null};
    const name = id === null ? "default" : id.type === "Identifier" ? id.name : String(id.value);
    return exports.has(name) ? [] : [`missing export: ${name} of ${specifier}`];
  });
}

/** Each import of a cell: where it stands, and what is wrong with it. */
function importFaults(
  root: string,
  page: Page,
  cell: PageCell
): {start: number; message: string}[] {
  const declarations = ((cell.code?.body as Program).body ?? []).filter(
    (node): node is ImportDeclaration => node.type === "ImportDeclaration"
  );
  const placeOf = (name: string) =>
    declarations.find(({source}) =>
      isLocal(name)
        ? fromRoot(page.path, String(source.value)) === fromRoot(page.path, name)
        : source.value === name
    )?.start ?? 0;
  const seen = new Set<string>();
  const modules = (cell.code?.imports ?? []).flatMap(({name, type}) => {
    const script = /\.js$/.test(name);
    if (type === "local" && !script) return [];
    const path = fromRoot(page.path, name);
    const faults = type === "local" ? moduleFaults(root, path, seen) : libraryFault(root, name);
    return [faults ?? []].flat().map((message) => ({start: placeOf(name), message}));
  });
  const names = declarations.flatMap((node) =>
    missingExports(root, page.path, node).map((message) => ({start: node.start, message}))
  );
  return [...modules, ...names];
}

/** Libraries that a cell asks for by an implicit name or a method of a file. */
function implicitFaults(
  root: string,
  page: Page,
  cell: PageCell
): {start: number; message: string}[] {
  const defined = definitions(page);
  const free = (cell.code?.references ?? []).filter(({name}) => !defined.has(name));
  const named = free.flatMap(({name, start}) =>
    [...getImplicitInputImports([name])].map((library) => ({library, start}))
  );
  const methods = (cell.code?.files ?? []).flatMap(({method, node}) =>
    [...getImplicitFileImports(method ? [method] : [])].map((library) => ({
      library,
      start: node.start
    }))
  );
  return [...named, ...methods].flatMap(({library, start}) => {
    const vendored = libraryExports(root, library.replace("observablehq:stdlib/", "")) !== null;
    return vendored ? [] : [{start, message: `library not vendored: ${library}`}];
  });
}

function fileFaults(root: string, page: Page, cell: PageCell): {start: number; message: string}[] {
  const loaders = new LoaderResolver({root});
  return (cell.code?.files ?? [])
    .filter(({name}) => !loaders.find(fromRoot(page.path, name)))
    .map(({name, node}) => ({
      start: node.start,
      message: `file not found: ${fromRoot(page.path, name)}`
    }));
}

export function missingImports(root: string, page: Page): Fault[] {
  return page.cells
    .filter(({code}) => code !== null)
    .flatMap((cell) =>
      [importFaults, implicitFaults, fileFaults]
        .flatMap((find) => find(root, page, cell))
        .map(({start, message}) => ({
          file: page.file,
          line: cellLine(cell, start),
          cell: cell.number,
          message
        }))
    );
}
