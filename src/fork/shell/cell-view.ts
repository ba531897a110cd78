import {el, fill} from "../../components/dom.js";
import type {Editor, EditorModule} from "../editor/editor.js";
import {fenceOf, isOff, liveTags, withCode} from "../notebook/fence.js";
import type {NotebookCell} from "../notebook/notebook.js";
import type {CellState} from "../protocol.js";
import type {Fault} from "./analysis.js";
import {cellBar, type CellBar} from "./cell-bar.js";
import {editorKeys, type CellCommands} from "./commands.js";

/** What is known about a cell besides its text. */
export interface CellFacts {
  /** Place on the page, from 1 */
  readonly number: number;
  readonly faults: readonly Fault[];
  readonly state: CellState;
  /** What became of it since the original; null when it is the same */
  readonly change: "changed" | "added" | "moved" | null;
}

export interface CellView {
  readonly element: HTMLElement;
  update(cell: NotebookCell, facts: CellFacts): void;
  /** Opens the source and puts the cursor into it */
  edit(line?: number): void;
  /** Puts the focus on the cell's buttons */
  focus(): void;
  setOpen(isOpen: boolean): void;
  destroy(): void;
}

interface Source {
  readonly language: string;
  readonly isCode: boolean;
  /** What the editor shows */
  readonly text: string;
  /** Lines of the cell's text above what the editor shows */
  readonly linesAbove: number;
}

/** What a cell's editor shows: code without its fence, words without the blank lines at their end. */
export function sourceOf(text: string): Source {
  const plain = text.replace(/\r\n?/g, "\n");
  const fence = fenceOf(plain);
  if (fence && (liveTags.includes(fence.tag) || fence.isOff))
    return {
      language: fence.tag,
      isCode: true,
      text: fence.code.replace(/\n$/, ""),
      linesAbove: 1
    };
  const words = plain.replace(/^\n+/, "").trimEnd();
  const linesAbove = plain.length - plain.replace(/^\n+/, "").length;
  return {language: "md", isCode: false, text: words, linesAbove};
}

/** The cell's text with other words or code in it. */
export function withSourceText(text: string, edited: string): string {
  if (sourceOf(text).isCode) return withCode(text.replace(/\r\n?/g, "\n"), edited);
  const [, before = "", , after = "\n\n"] = /^(\n*)([^]*?)(\s*)$/.exec(text) ?? [];
  return `${before}${edited}${after === "" ? "\n" : after}`;
}

const observed = new WeakMap<Element, () => void>();
const nearScreen =
  typeof IntersectionObserver === "undefined"
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const {isIntersecting, target} of entries)
            if (isIntersecting) observed.get(target)?.();
        },
        {rootMargin: "600px"}
      );

interface Options {
  readonly key: string;
  readonly commands: CellCommands;
  readonly editors: Promise<EditorModule>;
}

/** A cell's source, its buttons and what is wrong with it. Its results are the sandbox's. */
export function cellView({key, commands, editors}: Options): CellView {
  const place = el("div", {class: "fork-editor"});
  const faults = el("div", {class: "fork-faults", role: "status"});
  const bar: CellBar = cellBar(key, commands, () => setOpen(!isOpen));
  const element = el("div", {class: "fork-cell", "data-key": key}, bar.element, place, faults);
  let cell: NotebookCell = {key, text: ""};
  let facts: CellFacts | null = null;
  let editor: Editor | null = null;
  let isOpen = false;
  let isWanted = false;
  let goTo: {line?: number} | null = null;

  function update(next: NotebookCell, known: CellFacts): void {
    const isNew = facts === null;
    if (!isNew && next.text === cell.text && JSON.stringify(known) === JSON.stringify(facts))
      return;
    cell = next;
    facts = known;
    if (isNew) setOpen(sourceOf(cell.text).isCode && !isOff(cell.text));
    show();
  }

  function show(): void {
    if (!facts) return;
    const source = sourceOf(cell.text);
    bar.update(source, {...facts, isOpen, isOff: isOff(cell.text)});
    element.dataset["state"] = facts.state;
    element.toggleAttribute("data-off", isOff(cell.text));
    if (facts.change) element.dataset["change"] = facts.change;
    else delete element.dataset["change"];
    fill(
      faults,
      facts.faults.map(({message, line}) =>
        el("p", {}, line === null ? null : `line ${line - source.linesAbove + 1}: `, message)
      )
    );
    if (editor && !editor.hasFocus()) editor.setText(source.text);
    else if (editor && editor.text() !== source.text) editor.setText(source.text);
    const lines = facts.faults.flatMap(({line}) =>
      line === null ? [] : [line - source.linesAbove]
    );
    editor?.setFaults(lines);
    if (!editor && isOpen) fill(place, el("pre", {class: "fork-pre", tabindex: 0}, source.text));
  }

  function setOpen(open: boolean): void {
    isOpen = open;
    place.hidden = !open;
    if (!open) dropEditor();
    else if (!editor) observe();
    show();
  }

  function dropEditor(): void {
    editor?.destroy();
    editor = null;
    isWanted = false;
    nearScreen?.unobserve(element);
    place.replaceChildren();
  }

  function observe(): void {
    observed.set(element, want);
    if (nearScreen) nearScreen.observe(element);
    else want();
  }

  function want(): void {
    nearScreen?.unobserve(element);
    if (isWanted) return;
    isWanted = true;
    void editors.then(create);
  }

  function create({createEditor}: EditorModule): void {
    if (editor || !isOpen || !isWanted || !facts) return;
    const source = sourceOf(cell.text);
    place.replaceChildren();
    editor = createEditor({
      parent: place,
      text: source.text,
      language: source.language,
      isCode: source.isCode,
      label: `Source of cell ${facts.number}`,
      onChange: (text) => commands.edit(key, withSourceText(cell.text, text)),
      onFocus: () => element.scrollIntoView({block: "nearest"}),
      keys: editorKeys(key, commands, focus)
    });
    show();
    if (goTo) editor.focus(goTo.line);
    goTo = null;
  }

  function edit(line?: number): void {
    goTo = line === undefined ? {} : {line};
    if (!isOpen) setOpen(true);
    if (editor) {
      editor.focus(line);
      goTo = null;
    } else want();
  }

  function focus(): void {
    bar.focus();
  }

  place.addEventListener("focusout", ({relatedTarget}) => {
    if (editor && !place.contains(relatedTarget as Node | null)) commands.left(key);
  });

  return {
    element,
    update,
    edit,
    focus,
    setOpen,
    destroy() {
      dropEditor();
      element.remove();
    }
  };
}
