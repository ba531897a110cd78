import {compileCell, type CompiledCell, type CompiledCode} from "../compiler/compile.js";
import {groupCells, splitPage} from "../notebook/split.js";
import type {Notebook, NotebookCell} from "../notebook/notebook.js";
import type {SandboxCell, SandboxCode} from "../protocol.js";
import type {AnalysedCell} from "./analysis.js";

/** Cells that are shown as one, by the key of the first. */
export interface Group {
  readonly key: string;
  readonly cells: readonly string[];
}

/** A notebook compiled: what the sandbox is to show, and what each cell is made of. */
export interface Program {
  readonly groups: readonly Group[];
  readonly cells: readonly AnalysedCell[];
  readonly sandboxCells: readonly SandboxCell[];
  /** The cell and code behind an id in the sandbox */
  readonly code: ReadonlyMap<string, {readonly key: string; readonly code: CompiledCode}>;
}

/** Compiles notebooks of one page; a cell whose text it knows costs nothing. */
export function programmer(path: string): (notebook: Notebook) => Program {
  const known = new Map<string, CompiledCell>();
  let references: {texts: string; found: Readonly<Record<string, object>>} = {texts: "", found: {}};

  function compiled(text: string): CompiledCell {
    const found = known.get(text) ?? compileCell(text, {path, references: {...references.found}});
    if (known.size > 2000) known.clear();
    known.set(text, found);
    return found;
  }

  return ({cells}) => {
    const texts = cells
      .map(({text}) => text)
      .filter(hasReference)
      .join("\n");
    if (texts !== references.texts) {
      references = {texts, found: splitPage(texts).references};
      known.clear();
    }
    const analysed = cells.map(({key, text}) => ({key, compiled: compiled(text)}));
    const groups = groupsOf(cells);
    const named = new Map(analysed.map((cell) => [cell.key, renamed(cell)]));
    return {
      groups,
      cells: analysed,
      sandboxCells: groups.map((group) => joined(group, named)),
      code: new Map(
        analysed.flatMap(({key, compiled}) =>
          compiled.code.map((code) => [idIn(key, code.id), {key, code}] as const)
        )
      )
    };
  };
}

/** Whether a text may define links that other cells use. */
function hasReference(text: string): boolean {
  return /^ {0,3}\[[^\]]+\]:/m.test(text);
}

function groupsOf(cells: readonly NotebookCell[]): Group[] {
  return groupCells(cells.map(({text}) => text)).map(([start, end]) => ({
    key: cells[start]?.key ?? "",
    cells: cells.slice(start, end).map(({key}) => key)
  }));
}

/** An id of Framework's form that no other cell has: cells are compiled one by one. */
function idIn(key: string, id: string): string {
  const [hash = "", count = "0"] = id.split("-");
  return `${hash}-${key}${count.padStart(3, "0")}`;
}

interface Named {
  readonly html: string;
  readonly code: readonly SandboxCode[];
}

const namedCells = new WeakMap<CompiledCell, Map<string, Named>>();

/** A cell with ids of its own, made once. */
function renamed({key, compiled}: AnalysedCell): Named {
  const known = namedCells.get(compiled) ?? new Map<string, Named>();
  namedCells.set(compiled, known);
  const named = known.get(key) ?? withOwnIds(key, compiled);
  known.set(key, named);
  return named;
}

function withOwnIds(key: string, compiled: CompiledCell): Named {
  const html = compiled.code.reduce(
    (text, {id}) => text.replaceAll(`<!--:${id}:-->`, `<!--:${idIn(key, id)}:-->`),
    compiled.html
  );
  const code = compiled.code.map(({id, definition, firstLine}) => ({
    id: idIn(key, id),
    definition,
    firstLine
  }));
  return {html, code};
}

function joined({key, cells}: Group, named: ReadonlyMap<string, Named>): SandboxCell {
  const parts = cells.map((cell) => named.get(cell) ?? {html: "", code: []});
  return {
    key,
    html: parts.map(({html}) => html).join(""),
    code: parts.flatMap(({code}) => code)
  };
}

/** What has to be sent so that a sandbox that shows one program shows another. */
export function changesBetween(before: readonly SandboxCell[], after: readonly SandboxCell[]) {
  const shown = new Map(before.map((cell) => [cell.key, cell]));
  const keys = new Set(after.map(({key}) => key));
  return {
    changed: after.filter((cell) => !isSame(shown.get(cell.key), cell)),
    removed: before.filter(({key}) => !keys.has(key)).map(({key}) => key),
    order: after.map(({key}) => key)
  };
}

function isSame(a: SandboxCell | undefined, b: SandboxCell): boolean {
  return (
    a !== undefined &&
    a.html === b.html &&
    a.code.length === b.code.length &&
    a.code.every(({definition}, i) => definition === b.code[i]?.definition)
  );
}
