import {commonPairs, matchCells} from "./align.js";

/** What became of one cell between two versions of a page. */
export interface CellChange {
  readonly kind: "same" | "changed" | "added" | "removed";
  /** Index in the old version, null for a new cell */
  readonly before: number | null;
  /** Index in the new version, null for a removed cell */
  readonly after: number | null;
  /** Whether it stands elsewhere among the cells that both versions have */
  readonly isMoved: boolean;
}

/** The changes between two versions in the order of the new one, removed cells where they stood. */
export function diffCells(before: readonly string[], after: readonly string[]): CellChange[] {
  const matches = matchCells(before, after);
  const origin = new Map([...matches].map(([i, j]) => [j, i]));
  const moved = movedCells(after.map((_, j) => origin.get(j)).filter((i) => i !== undefined));
  const changes = after.map((text, j): CellChange => {
    const i = origin.get(j) ?? null;
    if (i === null) return {kind: "added", before: null, after: j, isMoved: false};
    const kind = before[i]?.trim() === text.trim() ? "same" : "changed";
    return {kind, before: i, after: j, isMoved: moved.has(i)};
  });
  const removed = before.map((_, i) => i).filter((i) => !matches.has(i));
  for (const i of removed) {
    const change: CellChange = {kind: "removed", before: i, after: null, isMoved: false};
    changes.splice(placeAfter(changes, i - 1), 0, change);
  }
  return changes;
}

/** Where the old cell with an index, or the nearest one before it, has its place in the list. */
function placeAfter(changes: readonly CellChange[], index: number): number {
  for (let i = index; i >= 0; --i) {
    const at = changes.findIndex(({before}) => before === i);
    if (at >= 0) return at + 1;
  }
  return 0;
}

/** Members of a permutation that are off its longest ascending run. */
function movedCells(order: readonly number[]): Set<number> {
  const names = order.map(String);
  const sorted = [...order].sort((a, b) => a - b).map(String);
  const kept = new Set(commonPairs(names, sorted).map(([i]) => order[i]));
  return new Set(order.filter((i) => !kept.has(i)));
}

/** One line of a comparison of two texts. */
export interface LineChange {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Lines of two texts, those of the first that went and those of the second that came. */
export function diffLines(before: string, after: string): LineChange[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const lines: LineChange[] = [];
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of [...commonPairs(a, b), [a.length, b.length] as const]) {
    while (i < nextI) lines.push({sign: "-", text: a[i++] ?? ""});
    while (j < nextJ) lines.push({sign: "+", text: b[j++] ?? ""});
    if (i < a.length) lines.push({sign: " ", text: a[i++] ?? ""});
    ++j;
  }
  return lines;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}
