/**
 * Finds what Framework builds without a word: broken names, imports, files and links, and pages
 * that break the house rules. `npm run check`, or `npm run check -- --graph kv-cache`.
 */
import {existsSync, readdirSync} from "node:fs";
import {join, posix} from "node:path";
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";
import {
  circularDefinitions,
  duplicateDefinitions,
  printGraph,
  unknownNames
} from "./check/graph.js";
import {missingImports} from "./check/imports.js";
import {brokenLinks, foreignLoads, missingAssets} from "./check/links.js";
import {readPage, type Fault, type Page} from "./check/page.js";
import {brokenRules} from "./check/rules.js";
import {writeManifest} from "./fork/manifest.js";
import {vendor} from "./vendor.js";

/** Every page below a source root. */
export function readPages(root: string): Page[] {
  return readdirSync(root, {recursive: true, encoding: "utf8"})
    .filter((file) => file.endsWith(".md") && !file.startsWith(".observablehq"))
    .sort()
    .map((file) => readPage(root, posix.join("/", file.slice(0, -".md".length))));
}

function syntaxErrors(page: Page): Fault[] {
  return page.cells.flatMap(({syntaxError, number}) =>
    syntaxError === null
      ? []
      : [
          {
            file: page.file,
            line: syntaxError.line,
            cell: number,
            message: /^non-local/.test(syntaxError.message)
              ? `outside the source root: ${syntaxError.message.replace(/^[^:]*: /, "")}`
              : `syntax error: ${syntaxError.message}`
          }
        ]
  );
}

/** All that is wrong with the pages below a source root, whose libraries are vendored. */
export function check(root: string, pages = readPages(root)): Fault[] {
  return pages.flatMap((page) => {
    const faults = [
      syntaxErrors(page),
      unknownNames(page),
      duplicateDefinitions(page),
      circularDefinitions(page),
      missingImports(root, page),
      brokenLinks(pages, page),
      missingAssets(root, page),
      foreignLoads(page),
      posix.dirname(page.path) === "/pages" ? brokenRules(page) : []
    ];
    return faults.flat().sort((a, b) => a.line - b.line);
  });
}

export function formatFault({file, line, cell, message}: Fault): string {
  return `${file}:${line}: ${cell === null ? "text" : `cell ${cell}`}: ${message}`;
}

/** Runs the command and returns its exit code. */
export async function run(args: string[], print = console.log): Promise<number> {
  const options = {graph: {type: "string"}, root: {type: "string", default: "src"}} as const;
  const {graph, root} = parseArgs({args, options}).values;
  await vendor(root);
  if (existsSync(join(root, "fork.md"))) writeManifest(root);
  const pages = readPages(root);
  if (graph !== undefined) {
    const page = pages.find(({path}) => posix.basename(path) === graph);
    print(page ? printGraph(page) : `unknown page: ${graph}`);
    return page ? 0 : 1;
  }
  const faults = check(root, pages);
  for (const fault of faults) print(formatFault(fault));
  const nCells = pages.reduce((sum, page) => sum + page.cells.length, 0);
  print(`check: ${pages.length} pages, ${nCells} cells, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await run(process.argv.slice(2));
}
