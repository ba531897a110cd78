/** A fork beside its original: what it changed, whether the original moved on, and how to follow it. */
import {execFileSync} from "node:child_process";
import {diffCells, diffLines, type CellChange} from "../../src/fork/notebook/diff.js";
import {
  lineageOf,
  textHash,
  withLineage,
  withoutLineage,
  type Lineage
} from "../../src/fork/notebook/lineage.js";
import {countConflicts, mergePages} from "../../src/fork/notebook/merge.js";
import {joinPage, splitPage} from "../../src/fork/notebook/split.js";
import {comparable} from "./create.js";
import {keepBase, pageFile, readBase, touchConfig} from "./store.js";
import {readText, replaceFile} from "./whole-file.js";

/** A fork with all that is known of its original. */
export interface Fork {
  readonly path: string;
  readonly source: string;
  readonly lineage: Lineage;
  /** The original as it was; null when that text is nowhere to be found */
  readonly base: string | null;
  /** The original as it is; null when it was deleted */
  readonly original: string | null;
}

/** Reads a fork. @throws when the page is none */
export function readFork(root: string, path: string): Fork {
  const source = readText(pageFile(root, path));
  if (source === null) throw new Error(`no such page: ${path}`);
  const lineage = lineageOf(source);
  if (lineage === null) throw new Error(`not a fork: ${path}`);
  const original = readText(pageFile(root, lineage.of));
  const base = original !== null && textHash(original) === lineage.base ? original : null;
  return {path, source, lineage, original, base: base ?? findBase(root, lineage)};
}

/** The original's text from the store, or from the repository's history. */
function findBase(root: string, {of, base}: Lineage): string | null {
  return readBase(root, base) ?? fromHistory(pageFile(root, of), base);
}

function fromHistory(file: string, hash: string): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]});
  try {
    for (const commit of git("log", "--format=%H", "-n", "200", "--", file).split("\n")) {
      const text = commit === "" ? "" : git("show", `${commit}:./${file}`);
      if (textHash(text) === hash) return text;
    }
  } catch {
    return null;
  }
  return null;
}

/** Cells of a fork and of the original it is compared with. */
export interface Comparison {
  readonly changes: readonly CellChange[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What the fork changed in the text it was made from, or, without that, in the original of today. */
export function compareFork({source, base, original, lineage}: Fork): Comparison {
  const text = base ?? original;
  if (text === null) throw new Error(`the original of this fork is gone: ${lineage.of}`);
  return compare(comparable(text, lineage.of), withoutLineage(source));
}

/** What the original changed since. */
export function compareOriginal({base, original, lineage}: Fork): Comparison | null {
  if (base === null || original === null) return null;
  return compare(comparable(base, lineage.of), comparable(original, lineage.of));
}

function compare(older: string, newer: string): Comparison {
  const [before, after] = [splitPage(older).cells, splitPage(newer).cells];
  return {changes: diffCells(before, after), before, after};
}

/** A comparison as text: one heading and the lines of each cell that is not the same. */
export function printComparison({changes, before, after}: Comparison): string {
  const parts = changes
    .filter(({kind, isMoved}) => kind !== "same" || isMoved)
    .map((change) => printChange(change, {before, after}));
  return parts.length === 0 ? "no differences" : parts.join("\n\n");
}

function printChange(
  {kind, before: i, after: j, isMoved}: CellChange,
  {before, after}: Pick<Comparison, "before" | "after">
): string {
  const place = j === null ? `cell ${(i ?? 0) + 1} of the original` : `cell ${j + 1}`;
  const words = [kind === "same" ? null : kind, isMoved ? "moved" : null].filter(Boolean);
  const lines = diffLines(before[i ?? -1] ?? "", after[j ?? -1] ?? "");
  const body = kind === "same" ? [] : lines.map(({sign, text}) => `${sign} ${text}`);
  return [`@@ ${place}: ${words.join(", ")}`, ...body].join("\n");
}

/** One line that says how a fork stands. */
export function statusOf(fork: Fork): string {
  const conflicts = countConflicts(fork.source);
  const pending = conflicts > 0 ? `, ${plural(conflicts, "conflict")} to settle` : "";
  return `${stateOf(fork)}${pending}`;
}

function stateOf(fork: Fork): string {
  if (fork.original === null) return "original deleted";
  if (textHash(fork.original) === fork.lineage.base) return "up to date";
  const comparison = compareOriginal(fork);
  if (comparison === null) return "original changed, the text it was made from is lost";
  const n = comparison.changes.filter(({kind}) => kind !== "same").length;
  return `original changed: ${n === 0 ? "not in its cells" : plural(n, "cell")}`;
}

export function plural(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

export interface Update {
  readonly conflicts: readonly string[];
  readonly taken: number;
  readonly isChanged: boolean;
}

/** Merges the original's later changes into a fork on disk. */
export function updateFork(root: string, fork: Fork): Update {
  const {path, source, lineage, base, original} = fork;
  if (original === null) throw new Error(`the original was deleted: ${lineage.of}`);
  if (textHash(original) === lineage.base) return {conflicts: [], taken: 0, isChanged: false};
  if (base === null)
    throw new Error(`the text this fork was made from is lost (${lineage.base}), nothing merged`);
  const merge = mergePages(splitPage(comparable(base, lineage.of)), {
    mine: splitPage(withoutLineage(source)),
    theirs: splitPage(comparable(original, lineage.of))
  });
  const merged = withLineage(joinPage(merge), {of: lineage.of, base: keepBase(root, original)});
  replaceFile(pageFile(root, path), merged, textHash(source));
  touchConfig(root);
  return {conflicts: merge.conflicts, taken: merge.taken, isChanged: true};
}
