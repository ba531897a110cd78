import {indexOf, type Notebook} from "../notebook/notebook.js";
import type {CellState} from "../protocol.js";
import type {Analysis, Fault} from "./analysis.js";
import type {CellFacts} from "./cell-view.js";
import type {Program} from "./program.js";
import type {Changes} from "./session.js";

/** What the sandbox says of a piece of code. */
export interface Report {
  readonly id: string;
  readonly state: CellState;
  readonly message?: string;
  /** Line within the code, from 0 */
  readonly line?: number;
}

/** What was last reported of each piece of code. */
export interface ReportBook {
  /** Takes a report of code that the program has; false for any other */
  note(report: Report, program: Program): boolean;
  /** Forgets code that the program no longer has */
  keepOnly(program: Program): void;
  faultsOf(ids: readonly string[]): readonly Fault[];
  isPending(ids: readonly string[]): boolean;
}

export function reportBook(): ReportBook {
  const states = new Map<string, CellState>();
  const faults = new Map<string, Fault>();
  return {
    note({id, state, message, line}, {code}) {
      const known = code.get(id);
      if (!known) return false;
      states.set(id, state);
      const place = line === undefined ? null : known.code.line + line;
      if (state === "error") faults.set(id, {message: message ?? "failed", line: place});
      else faults.delete(id);
      return true;
    },
    keepOnly({code}) {
      for (const id of [...states.keys()]) {
        if (code.has(id)) continue;
        states.delete(id);
        faults.delete(id);
      }
    },
    faultsOf: (ids) => ids.flatMap((id) => faults.get(id) ?? []),
    isPending: (ids) => ids.some((id) => states.get(id) === "pending")
  };
}

interface Sources {
  readonly program: Program;
  readonly analysis: Analysis;
  readonly reports: ReportBook;
  /** Null for a notebook without an original */
  readonly changes: Changes | null;
}

/** What is known of each cell of a notebook. */
export function factsOf(notebook: Notebook, sources: Sources): (key: string) => CellFacts {
  const {program, analysis, reports, changes} = sources;
  const ids = new Map<string, string[]>();
  for (const [id, {key}] of program.code) ids.set(key, [...(ids.get(key) ?? []), id]);
  const changed = changesByKey(notebook, changes);
  return (key) => {
    const own = ids.get(key) ?? [];
    const faults = [...(analysis.faults.get(key) ?? []), ...reports.faultsOf(own)];
    return {
      number: indexOf(notebook, key) + 1,
      faults,
      state: faults.length > 0 ? "error" : reports.isPending(own) ? "pending" : "ok",
      change: changed.get(key) ?? null
    };
  };
}

function changesByKey(
  {cells}: Notebook,
  changes: Changes | null
): ReadonlyMap<string, CellFacts["change"]> {
  const found = changes?.changes ?? [];
  return new Map(
    found.flatMap(({kind, after, isMoved}) => {
      const key = after === null ? undefined : cells[after]?.key;
      const change = kind === "changed" || kind === "added" ? kind : isMoved ? "moved" : null;
      return key === undefined ? [] : [[key, change] as const];
    })
  );
}
