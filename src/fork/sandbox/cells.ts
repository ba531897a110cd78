import {
  define,
  findLoading,
  findRoots,
  main,
  registerRoot,
  undefine,
  type Observer
} from "@observablehq/framework/dist/client/main.js";
import type {CellsMessage, SandboxCell, SandboxCode} from "../protocol.js";
import {errorLine} from "./error-line.js";
import type {Link} from "./link.js";

/** A place for code as Framework's client keeps it: a comment, and the nodes shown before it. */
type Root = Comment & {_nodes?: Node[]};

interface Shown {
  readonly element: HTMLElement;
  readonly roots: ReadonlyMap<string, Root>;
}

interface Options {
  readonly column: HTMLElement;
  readonly link: Link;
  readonly polish: (cell: DocumentFragment) => void;
  /** Called with each cell's element when it comes, and when it goes */
  readonly watch: (element: HTMLElement) => void;
  readonly unwatch: (element: HTMLElement) => void;
}

/** The notebook's cells in this document; redefining one leaves the others as they are. */
export function cellsIn({column, link, polish, watch, unwatch}: Options) {
  const cells = new Map<string, Shown>();
  const wrapObserver = observing(link);

  function remove(key: string): void {
    const shown = cells.get(key);
    if (!shown) return;
    for (const id of shown.roots.keys()) forget(`${key}.${id}`);
    unwatch(shown.element);
    shown.element.remove();
    cells.delete(key);
  }

  /** Puts a cell's new HTML in place; code that did not change keeps its nodes, values and state. */
  function show({key, html}: SandboxCell): ReadonlySet<string> {
    const element = cells.get(key)?.element ?? newCell(key);
    const old = cells.get(key)?.roots ?? new Map<string, Root>();
    const template = document.createElement("template");
    template.innerHTML = html;
    polish(template.content);
    const roots = new Map<string, Root>(findRoots(template.content));
    for (const id of old.keys()) if (!roots.has(id)) forget(`${key}.${id}`);
    const added = new Set([...roots.keys()].filter((id) => !old.has(id)));
    for (const [id, root] of roots) {
      const kept = old.get(id);
      if (kept) moveRoot(kept, root);
      roots.set(id, kept ?? root);
    }
    element.replaceChildren(template.content);
    cells.set(key, {element, roots});
    return added;
  }

  function newCell(key: string): HTMLElement {
    const element = document.createElement("div");
    element.className = "lab-cell";
    element.dataset["key"] = key;
    watch(element);
    return element;
  }

  function order(keys: readonly string[]): void {
    keys.forEach((key, i) => {
      const element = cells.get(key)?.element;
      if (element && column.children[i] !== element)
        column.insertBefore(element, column.children[i] ?? null);
    });
  }

  function apply({changed, removed, order: keys}: CellsMessage): void {
    removed.forEach(remove);
    const added = changed.map((cell) => ({cell, ids: show(cell)}));
    order(keys);
    for (const {cell, ids} of added)
      for (const code of cell.code)
        if (ids.has(code.id)) run(code, {key: cell.key, roots: cells.get(cell.key)?.roots});
  }

  function run(code: SandboxCode, {key, roots}: {key: string; roots?: Shown["roots"]}): void {
    const root = roots?.get(code.id);
    if (!root) return;
    registerRoot(`${key}.${code.id}`, root);
    wrapObserver({key, code}, () => evaluate(code, key));
  }

  return {apply, elementOf: (key: string) => cells.get(key)?.element};
}

function forget(id: string): void {
  try {
    undefine(id);
  } finally {
    registerRoot(id, null);
  }
}

/** What Framework's preview does to a cell that stays while the text round it changes. */
function moveRoot(kept: Root, place: Root): void {
  findLoading(place)?.remove();
  place.replaceWith(kept);
  for (const node of kept._nodes ?? []) kept.parentNode?.insertBefore(node, kept);
}

function evaluate({id, definition}: SandboxCode, key: string): void {
  const source = `"use strict";${definition}\n//# sourceURL=lab-cell/${key}.${id}.js`;
  const run = new Function("define", source) as (define: (cell: object) => void) => void;
  run((cell) => define({...cell, id: `${key}.${id}`}));
}

interface Place {
  readonly key: string;
  readonly code: SandboxCode;
}

/** Runs a definition while the observer that Framework's client makes for it also reports to the shell. */
function observing(link: Link): (place: Place, run: () => void) => void {
  const variable = main.variable.bind(main);
  return ({key, code}, run) => {
    const report = (state: "pending" | "ok" | "error", error?: unknown) =>
      link.send({type: "status", key, id: code.id, state, ...faultOf(error, code)});
    main.variable = (observer, options) =>
      variable(typeof observer === "object" ? reporting(observer, report) : observer, options);
    try {
      run();
    } catch (error) {
      report("error", error);
    } finally {
      main.variable = variable;
    }
  };
}

function reporting(
  observer: Observer,
  report: (state: "pending" | "ok" | "error", error?: unknown) => void
): Observer {
  return {
    ...observer,
    pending() {
      report("pending");
      observer.pending?.();
    },
    fulfilled: () => report("ok"),
    rejected(error) {
      report("error", error);
      observer.rejected?.(error);
    }
  };
}

function faultOf(error: unknown, code: SandboxCode): {message?: string; line?: number} {
  if (error === undefined) return {};
  const line = errorLine(error, code);
  return {message: String(error).slice(0, 2000), ...(line === null ? {} : {line})};
}
