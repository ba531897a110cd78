/** Which cell defines a name and which read it: unknown, twice defined and circular names. */
import {JSDOM} from "jsdom";
import * as libraries from "@observablehq/framework/dist/client/stdlib/recommendedLibraries.js";
import * as samples from "@observablehq/framework/dist/client/stdlib/sampleDatasets.js";
import {cellLine, type Fault, type Page, type PageCell} from "./page.js";

/** Names that Framework's client gives to every cell. */
export const builtins: ReadonlySet<string> = new Set([
  ...["now", "width", "dark", "resize", "FileAttachment", "Generators", "Mutable"],
  ...["display", "view", "invalidation", "visibility"],
  ...Object.keys(libraries),
  ...Object.keys(samples)
]);

/** Properties of a browser's window that are far more often a slip than meant. */
const slips =
  "blur close closed event external find focus frames length name open opener origin parent print scroll self status stop top".split(
    " "
  );

const {window} = new JSDOM("");
const globals = new Set([
  ...Object.getOwnPropertyNames(window),
  ...Object.getOwnPropertyNames(globalThis)
]);
for (const name of slips) globals.delete(name);

export interface Definition {
  cell: PageCell;
  line: number;
}

/** Every name that a cell of the page defines, with all the places where one does. */
export function definitions(page: Page): Map<string, Definition[]> {
  const found = new Map<string, Definition[]>();
  for (const cell of page.cells) {
    for (const {name, start} of cell.code?.declarations ?? []) {
      found.set(name, [...(found.get(name) ?? []), {cell, line: cellLine(cell, start)}]);
    }
  }
  return found;
}

export function unknownNames(page: Page): Fault[] {
  const defined = definitions(page);
  return page.cells.flatMap((cell) => {
    const references = cell.code?.references ?? [];
    const unknown = references.filter(
      ({name}) => !defined.has(name) && !builtins.has(name) && !globals.has(name)
    );
    const once = unknown.filter(({name}, i) => unknown.findIndex((u) => u.name === name) === i);
    return once.map(({name, start}) => ({
      file: page.file,
      line: cellLine(cell, start),
      cell: cell.number,
      message: `unknown name: ${name}`
    }));
  });
}

const place = ({cell, line}: Definition) => `line ${line}, cell ${cell.number}`;

export function duplicateDefinitions(page: Page): Fault[] {
  return [...definitions(page)].flatMap(([name, places]) =>
    places.slice(1).map((second) => ({
      file: page.file,
      line: second.line,
      cell: second.cell.number,
      message: `duplicate definition: ${name}, first defined at ${places[0] ? place(places[0]) : ""}`
    }))
  );
}

/** The cells whose names a cell reads, each with the name. */
export function readsOf(page: Page): Map<PageCell, Map<string, PageCell>> {
  const defined = definitions(page);
  return new Map(
    page.cells.map((cell) => {
      const names = new Set(cell.code?.references.map(({name}) => name));
      const reads = [...names].flatMap((name): [string, PageCell][] => {
        const definer = defined.get(name)?.[0]?.cell;
        return definer ? [[name, definer]] : [];
      });
      return [cell, new Map(reads)];
    })
  );
}

/** The names on a way from a cell back to itself, or null. */
function circle(start: PageCell, reads: Map<PageCell, Map<string, PageCell>>): string[] | null {
  const visited = new Set<PageCell>();
  const visit = (cell: PageCell): string[] | null => {
    for (const [name, definer] of reads.get(cell) ?? []) {
      if (definer === start) return [name];
      if (visited.has(definer)) continue;
      visited.add(definer);
      const rest = visit(definer);
      if (rest !== null) return [name, ...rest];
    }
    return null;
  };
  return visit(start);
}

export function circularDefinitions(page: Page): Fault[] {
  const reads = readsOf(page);
  const defined = definitions(page);
  return page.cells.flatMap((cell) => {
    const names = circle(cell, reads);
    if (names === null) return [];
    const way = names.map((name) => {
      const definition = defined.get(name)?.[0];
      return definition ? `${name} (${place(definition)})` : name;
    });
    const message = `circular definition: ${way.join(" reads ")} reads ${names[0]}`;
    return [{file: page.file, line: cell.line, cell: cell.number, message}];
  });
}

/** The page's cells, what each defines and what it reads from which cell. */
export function printGraph(page: Page): string {
  const reads = readsOf(page);
  const lines = page.cells.map((cell) => {
    const outputs = (cell.code?.declarations ?? []).map(({name}) => name);
    const own = [...(reads.get(cell) ?? [])].map(([name, {number}]) => `${name} (cell ${number})`);
    const names = new Set(cell.code?.references.map(({name}) => name));
    const given = [...names].filter((name) => builtins.has(name));
    const title =
      outputs.length > 0 ? outputs.join(", ") : cell.tag === "inline" ? "text" : "shown";
    const inputs = [...own, ...given].join(", ");
    return `cell ${cell.number}, line ${cell.line}: ${title}${inputs ? ` <- ${inputs}` : ""}`;
  });
  return `${page.file}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
