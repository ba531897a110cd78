import type {Notebook} from "./notebook.js";

/** A state to go back to, and the cell that the change after it was about. */
interface Step {
  readonly notebook: Notebook;
  readonly key: string;
}

/** All states of a notebook from one list: undo goes across cells. */
export interface History {
  readonly present: Notebook;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** What the last change was, so that typing on is one step: a cell's key, or "" */
  readonly typing: string;
  readonly time: number;
}

/** Milliseconds of rest after which typing on is a new step. */
const REST_MS = 800;
const MAX_STEPS = 500;

export function startHistory(present: Notebook): History {
  return {present, past: [], future: [], typing: "", time: 0};
}

export interface Change {
  /** The cell it is about */
  readonly key: string;
  /** Whether it is typing, which goes on as one step */
  readonly isTyping?: boolean;
  /** Milliseconds of any clock that does not go back */
  readonly time: number;
}

export function changed(history: History, present: Notebook, change: Change): History {
  const {key, isTyping = false, time} = change;
  if (present === history.present) return history;
  const goesOn = isTyping && history.typing === key && time - history.time < REST_MS;
  const past = goesOn
    ? history.past
    : [...history.past, {notebook: history.present, key}].slice(-MAX_STEPS);
  return {present, past, future: [], typing: isTyping ? key : "", time};
}

/** The state before the last change, and the cell that the change was about; null at the beginning. */
export function undone(history: History): {readonly history: History; readonly key: string} | null {
  const step = history.past.at(-1);
  if (!step) return null;
  const future = [...history.future, {notebook: history.present, key: step.key}];
  const past = history.past.slice(0, -1);
  return {history: {...history, present: step.notebook, past, future, typing: ""}, key: step.key};
}

export function redone(history: History): {readonly history: History; readonly key: string} | null {
  const step = history.future.at(-1);
  if (!step) return null;
  const past = [...history.past, {notebook: history.present, key: step.key}];
  const future = history.future.slice(0, -1);
  return {history: {...history, present: step.notebook, past, future, typing: ""}, key: step.key};
}
