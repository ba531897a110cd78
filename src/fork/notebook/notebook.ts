import {matchCells} from "./align.js";
import {isOff, switchedOff, switchedOn} from "./fence.js";
import {separated} from "./merge.js";
import {splitPage} from "./split.js";

/** A cell with a name of its own that stays when its text or its place changes. */
export interface NotebookCell {
  readonly key: string;
  readonly text: string;
}

/** A page being edited. Never changed in place. */
export interface Notebook {
  readonly frontMatter: string;
  readonly cells: readonly NotebookCell[];
}

/** A number that no cell has had, as a key. */
export type NewKey = () => string;

/** Keys "1", "2", … */
export function keyMaker(): NewKey {
  let count = 0;
  return () => String(++count);
}

export function fromSource(source: string, newKey: NewKey): Notebook {
  const {frontMatter, cells} = splitPage(source);
  return {frontMatter, cells: cells.map((text) => ({key: newKey(), text}))};
}

/** The page's text; cells that would run into each other get a blank line between them. */
export function toSource({frontMatter, cells}: Notebook): string {
  return frontMatter + separated(cells.map(({text}) => text)).join("");
}

/** Another text of the same page; cells that are still there keep their keys. */
export function withSource(notebook: Notebook, source: string, newKey: NewKey): Notebook {
  const {frontMatter, cells} = splitPage(source);
  const matches = matchCells(
    notebook.cells.map(({text}) => text),
    cells
  );
  const origin = new Map([...matches].map(([i, j]) => [j, i]));
  return {
    frontMatter,
    cells: cells.map((text, j) => ({
      key: notebook.cells[origin.get(j) ?? -1]?.key ?? newKey(),
      text
    }))
  };
}

export function indexOf({cells}: Notebook, key: string): number {
  return cells.findIndex((cell) => cell.key === key);
}

export function insertCell(
  notebook: Notebook,
  {at, cell}: {readonly at: number; readonly cell: NotebookCell}
): Notebook {
  return {...notebook, cells: notebook.cells.toSpliced(at, 0, cell)};
}

export function removeCell(notebook: Notebook, key: string): Notebook {
  return {...notebook, cells: notebook.cells.filter((cell) => cell.key !== key)};
}

/** The cell up (-1) or down (1); at the end it stays. */
export function moveCell(notebook: Notebook, key: string, by: -1 | 1): Notebook {
  const from = indexOf(notebook, key);
  const to = from + by;
  const cell = notebook.cells[from];
  if (!cell || to < 0 || to >= notebook.cells.length) return notebook;
  return {...notebook, cells: notebook.cells.toSpliced(from, 1).toSpliced(to, 0, cell)};
}

export function editCell(notebook: Notebook, key: string, text: string): Notebook {
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => (cell.key === key ? {key, text} : cell))
  };
}

/** The cell off when it is on, on when it is off. */
export function toggleCell(notebook: Notebook, key: string): Notebook {
  const text = notebook.cells[indexOf(notebook, key)]?.text ?? "";
  return editCell(notebook, key, isOff(text) ? switchedOn(text) : switchedOff(text));
}

/** A cell whose text has become several, as several; the first keeps its key. */
export function resplitCell(notebook: Notebook, key: string, newKey: NewKey): Notebook {
  const index = indexOf(notebook, key);
  const texts = splitPage(`\n${notebook.cells[index]?.text ?? ""}`).cells;
  if (index < 0 || texts.length < 2) return notebook;
  const cells = texts.map((text, i) => ({
    key: i === 0 ? key : newKey(),
    text: i === 0 ? text.slice(1) : text
  }));
  return {...notebook, cells: notebook.cells.toSpliced(index, 1, ...cells)};
}
