import {defaultKeymap, indentLess, indentMore} from "@codemirror/commands";
import {html} from "@codemirror/lang-html";
import {javascript} from "@codemirror/lang-javascript";
import {markdown} from "@codemirror/lang-markdown";
import {bracketMatching, indentOnInput, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {
  Annotation,
  StateEffect,
  StateField,
  type EditorState,
  type Extension
} from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
  type KeyBinding
} from "@codemirror/view";
import {classHighlighter} from "@lezer/highlight";
import type {Editor, EditorOptions} from "./editor.js";

/** Marks a change that did not come from the keyboard, and is not to be reported back. */
const fromOutside = Annotation.define<boolean>();

const languages: Readonly<Record<string, () => Extension>> = {
  js: () => javascript(),
  ts: () => javascript({typescript: true}),
  html: () => html(),
  svg: () => html(),
  md: () => markdown()
};

const setFaults = StateEffect.define<readonly number[]>();

/** Lines at fault, in red until they are edited. */
const faultLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let next = lines.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setFaults)) next = decorated(effect.value, transaction.state);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field)
});

function decorated(lines: readonly number[], {doc}: EditorState): DecorationSet {
  const mark = Decoration.line({class: "fork-fault-line"});
  const places = lines
    .filter((line) => line >= 0 && line < doc.lines)
    .map((line) => mark.range(doc.line(line + 1).from));
  return Decoration.set(places, true);
}

function bindings(keys: EditorOptions["keys"]): KeyBinding[] {
  return Object.entries(keys).map(([key, run]) => ({key, run, preventDefault: true}));
}

function extensions({
  language,
  label,
  keys,
  isCode,
  onChange,
  onFocus
}: EditorOptions): Extension[] {
  return [
    keymap.of([
      ...bindings(keys),
      {key: "Mod-]", run: indentMore},
      {key: "Mod-[", run: indentLess},
      ...defaultKeymap
    ]),
    isCode ? lineNumbers() : [],
    highlightSpecialChars(),
    drawSelection(),
    EditorView.lineWrapping,
    indentUnit.of("  "),
    indentOnInput(),
    bracketMatching(),
    syntaxHighlighting(classHighlighter),
    languages[language]?.() ?? [],
    faultLines,
    EditorView.contentAttributes.of({"aria-label": label}),
    EditorView.updateListener.of((update) => {
      if (update.focusChanged && update.view.hasFocus) onFocus();
      if (update.docChanged && !update.transactions.some((t) => t.annotation(fromOutside)))
        onChange(update.state.doc.toString());
    })
  ];
}

/** A CodeMirror for one cell; it keeps no history of its own, the notebook has one. */
export function createEditor(options: EditorOptions): Editor {
  const view = new EditorView({
    parent: options.parent,
    doc: options.text,
    extensions: extensions(options)
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => setText(view, text),
    setFaults: (lines) => view.dispatch({effects: setFaults.of(lines)}),
    focus(line) {
      view.focus();
      if (line === undefined || line >= view.state.doc.lines) return;
      view.dispatch({
        selection: {anchor: view.state.doc.line(line + 1).from},
        scrollIntoView: true
      });
    },
    hasFocus: () => view.hasFocus,
    destroy: () => view.destroy()
  };
}

/** Replaces only what differs, so that the selection stays. */
function setText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) ++from;
  let end = 0;
  const most = Math.min(old.length, text.length) - from;
  while (end < most && old.at(-1 - end) === text.at(-1 - end)) ++end;
  view.dispatch({
    changes: {from, to: old.length - end, insert: text.slice(from, text.length - end)},
    annotations: fromOutside.of(true)
  });
}
