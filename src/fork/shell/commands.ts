import {fenced, withCode} from "../notebook/fence.js";

/** Kinds of cells that can be added. */
export const kinds = {
  md: "Markdown",
  js: "JavaScript",
  ts: "TypeScript",
  tex: "TeX",
  html: "HTML"
} as const;

export type Kind = keyof typeof kinds;

/** Text of a new cell. */
export function emptyCell(kind: Kind): string {
  return kind === "md" ? "\n" : `${withCode(fenced(kind, "\n"), "")}\n`;
}

/** What a reader can do with a cell, by its key. */
export interface CellCommands {
  edit(key: string, text: string): void;
  /** Runs what was typed, without waiting; then goes to the next cell, or stays */
  run(key: string, then: "next" | "stay"): void;
  add(key: string, kind: Kind, where: "above" | "below"): void;
  remove(key: string): void;
  move(key: string, by: -1 | 1): void;
  duplicate(key: string): void;
  toggle(key: string): void;
  /** Makes the cell what it is in the original */
  revert(key: string): void;
  /** Puts the focus into the cell's results, or from the results back */
  enterOutput(key: string): void;
  /** The editor has been left */
  left(key: string): void;
  undo(): boolean;
  redo(): boolean;
  save(): void;
}

/** A key and what it does; shown under "?". */
export const keyHelp: readonly (readonly [keys: string, does: string])[] = [
  ["Shift-Enter", "run the cell and go to the next"],
  ["Ctrl-Enter", "run the cell and stay (⌘-Enter)"],
  ["Alt-↑, Alt-↓", "move the cell"],
  ["Alt-Shift-↓", "duplicate the cell"],
  ["Alt-Shift-↑", "switch the cell off or on"],
  ["Alt-Backspace", "delete the cell"],
  ["Alt-O", "go into the results of the cell; Escape comes back"],
  ["Ctrl-Z, Ctrl-Shift-Z", "undo and redo, across cells"],
  ["Ctrl-S", "save"],
  ["Ctrl-[, Ctrl-]", "indent less, more"],
  ["Escape", "leave the editor: then Tab goes on, and ←, → go along the cell's buttons"],
  ["N, P", "next and previous difference to the original, outside an editor"],
  ["?", "this list, outside an editor"]
];

/** Keys of an editor. */
export function editorKeys(key: string, commands: CellCommands, leave: () => void) {
  const does = (run: () => void) => () => {
    run();
    return true;
  };
  return {
    "Shift-Enter": does(() => commands.run(key, "next")),
    "Mod-Enter": does(() => commands.run(key, "stay")),
    "Ctrl-Enter": does(() => commands.run(key, "stay")),
    "Alt-ArrowUp": does(() => commands.move(key, -1)),
    "Alt-ArrowDown": does(() => commands.move(key, 1)),
    "Alt-Shift-ArrowDown": does(() => commands.duplicate(key)),
    "Alt-Shift-ArrowUp": does(() => commands.toggle(key)),
    "Alt-Backspace": does(() => commands.remove(key)),
    "Alt-o": does(() => commands.enterOutput(key)),
    "Mod-z": does(() => commands.undo()),
    "Mod-Shift-z": does(() => commands.redo()),
    "Mod-y": does(() => commands.redo()),
    "Mod-s": does(() => commands.save()),
    Escape: does(leave)
  };
}
