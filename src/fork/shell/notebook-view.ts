import {el} from "../../components/dom.js";
import type {EditorModule} from "../editor/editor.js";
import type {Notebook} from "../notebook/notebook.js";
import {cellView, type CellFacts, type CellView} from "./cell-view.js";
import type {CellCommands} from "./commands.js";
import type {Group} from "./program.js";

/** The cells on the page: room for their results, under which the sandbox lies, and their sources. */
export interface NotebookView {
  /** Holds the sandbox's frame and, above it, the cells */
  readonly element: HTMLElement;
  update(notebook: Notebook, groups: readonly Group[], factsOf: (key: string) => CellFacts): void;
  cell(key: string): CellView | undefined;
  /** Heights of results, by the key of the first cell shown in them */
  setHeights(heights: readonly (readonly [string, number])[]): void;
  setAllOpen(isOpen: boolean): void;
  /** Offset of results from the top of the notebook */
  topOf(key: string): number;
}

interface Options {
  readonly commands: CellCommands;
  readonly editors: Promise<EditorModule>;
  /** Called when results have to be put elsewhere */
  readonly onLayout: (tops: readonly (readonly [string, number])[]) => void;
}

export function notebookView({commands, editors, onLayout}: Options): NotebookView {
  const list = el("div", {class: "fork-cells"});
  const element = el("div", {class: "fork-notebook"}, list);
  const views = new Map<string, CellView>();
  const outputs = new Map<string, HTMLElement>();
  const heights = new Map<string, number>();
  let last = "";

  /** In the list, each group's results stand before the sources of its cells. */
  function update(
    {cells}: Notebook,
    groups: readonly Group[],
    factsOf: (key: string) => CellFacts
  ): void {
    const texts = new Map(cells.map((cell) => [cell.key, cell]));
    for (const key of [...views.keys()]) if (!texts.has(key)) drop(views, key);
    for (const key of [...outputs.keys()])
      if (!groups.some((group) => group.key === key)) drop(outputs, key);
    const elements = groups.flatMap((group) => [
      outputOf(group.key),
      ...group.cells.map((key) => viewOf(key).element)
    ]);
    elements.forEach((child, i) => {
      if (list.children[i] !== child) moveTo(child, i);
    });
    for (const [key, cell] of texts) viewOf(key).update(cell, factsOf(key));
    layout();
  }

  /** A moved element loses the focus that is in it: it gets it back. */
  function moveTo(child: HTMLElement, i: number): void {
    const focused = child.contains(document.activeElement)
      ? (document.activeElement as HTMLElement)
      : null;
    list.insertBefore(child, list.children[i] ?? null);
    focused?.focus({preventScroll: true});
  }

  function drop(map: Map<string, CellView | HTMLElement>, key: string): void {
    const view = map.get(key);
    if (view && "destroy" in view) view.destroy();
    else if (view) view.remove();
    map.delete(key);
  }

  function viewOf(key: string): CellView {
    const view = views.get(key) ?? cellView({key, commands, editors});
    views.set(key, view);
    return view;
  }

  function outputOf(key: string): HTMLElement {
    const output = outputs.get(key) ?? el("div", {class: "fork-output", "data-key": key});
    output.style.height = `${heights.get(key) ?? 0}px`;
    outputs.set(key, output);
    return output;
  }

  function layout(): void {
    const tops = Array.from(outputs, ([key, output]) => [key, output.offsetTop] as const);
    const text = JSON.stringify(tops);
    if (text === last) return;
    last = text;
    onLayout(tops);
  }

  new ResizeObserver(layout).observe(list);

  return {
    element,
    update,
    cell: (key) => views.get(key),
    setHeights(changed) {
      for (const [key, height] of changed) {
        heights.set(key, height);
        outputs.get(key)?.style.setProperty("height", `${height}px`);
      }
      layout();
    },
    setAllOpen: (isOpen) => views.forEach((view) => view.setOpen(isOpen)),
    topOf: (key) => outputs.get(key)?.offsetTop ?? 0
  };
}
