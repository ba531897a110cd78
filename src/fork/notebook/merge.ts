import {matchCells} from "./align.js";
import {switchedOff} from "./fence.js";
import {mergeFrontMatter} from "./front-matter.js";
import {splitPage, type Split} from "./split.js";

type Page = Pick<Split, "frontMatter" | "cells">;

export interface Merge {
  readonly frontMatter: string;
  readonly cells: readonly string[];
  /** What both sides changed, in words, one for each place */
  readonly conflicts: readonly string[];
  /** Cells that came from, were changed or were removed by the original */
  readonly taken: number;
}

/** Starts the comment that stands between two versions of a cell. */
export const conflictMark = "<!-- fork conflict: ";

/** Number of places in a page where two versions still stand side by side. */
export function countConflicts(source: string): number {
  return source.split(conflictMark).length - 1;
}

/**
 * A fork with what its original has changed since. Per cell: changed on one side takes that side;
 * changed on both keeps the fork's and puts the original's below it, switched off; deleted on one
 * side and changed on the other keeps what was changed.
 */
export function mergePages(
  base: Page,
  {mine, theirs}: {readonly mine: Page; readonly theirs: Page}
): Merge {
  const front = mergeFrontMatter(base.frontMatter, {
    mine: mine.frontMatter,
    theirs: theirs.frontMatter
  });
  const toMine = matchCells(base.cells, mine.cells);
  const toTheirs = matchCells(base.cells, theirs.cells);
  const context: Context = {
    base: base.cells,
    mine: mine.cells,
    theirs: theirs.cells,
    fromMine: inverse(toMine),
    fromTheirs: inverse(toTheirs),
    toMine,
    toTheirs
  };
  const order = isAscending(context.fromMine) ? theirOrder(context) : myOrder(context);
  const merged = order.map((place) => mergeCell(place, context));
  return {
    frontMatter: front.text,
    cells: separated(merged.flatMap(({texts}) => texts)),
    conflicts: [
      ...front.conflicts.map((key) => `front matter: ${key}`),
      ...merged.flatMap(({conflict}) => (conflict === null ? [] : [conflict]))
    ],
    taken: merged.filter(({isTaken}) => isTaken).length
  };
}

interface Context {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** Index in base by index in mine, and so on */
  readonly fromMine: ReadonlyMap<number, number>;
  readonly fromTheirs: ReadonlyMap<number, number>;
  readonly toMine: ReadonlyMap<number, number>;
  readonly toTheirs: ReadonlyMap<number, number>;
}

/** One cell of the result by where it stands in the three versions. */
interface Place {
  readonly base: number | null;
  readonly mine: number | null;
  readonly theirs: number | null;
}

function inverse(matches: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...matches].map(([i, j]): [number, number] => [j, i]).sort(([i], [j]) => i - j));
}

function isAscending(indices: ReadonlyMap<number, number>): boolean {
  const values = [...indices.values()];
  return values.every((value, i) => i === 0 || value > (values[i - 1] ?? -1));
}

const key = ({base, mine, theirs}: Place): string =>
  base !== null ? `b${base}` : mine !== null ? `m${mine}` : `t${theirs}`;

function myPlaces({mine, fromMine, toTheirs}: Context): Place[] {
  return mine.map((_, j) => {
    const base = fromMine.get(j) ?? null;
    return {base, mine: j, theirs: base === null ? null : (toTheirs.get(base) ?? null)};
  });
}

function theirPlaces({theirs, fromTheirs, toMine, mine, fromMine}: Context): Place[] {
  const added = mine.flatMap((text, j) => (fromMine.has(j) ? [] : [text.trim()]));
  return theirs.flatMap((text, j) => {
    const base = fromTheirs.get(j) ?? null;
    if (base === null && added.includes(text.trim())) return [];
    return [{base, mine: base === null ? null : (toMine.get(base) ?? null), theirs: j}];
  });
}

/** The original's order, with the fork's own cells after those they follow in the fork. */
function theirOrder(context: Context): Place[] {
  return woven(theirPlaces(context), myPlaces(context));
}

/** The fork's order, since cells were moved there, with the original's new cells put in. */
function myOrder(context: Context): Place[] {
  return woven(myPlaces(context), theirPlaces(context));
}

/** A list with what only the other list has, each after the one it follows there. */
function woven(list: readonly Place[], other: readonly Place[]): Place[] {
  const result = [...list];
  const known = new Set(list.map(key));
  let last = -1;
  for (const place of other) {
    if (known.has(key(place))) last = result.findIndex((known) => key(known) === key(place));
    else result.splice(++last, 0, place);
  }
  return result;
}

interface MergedCell {
  readonly texts: readonly string[];
  readonly conflict: string | null;
  readonly isTaken: boolean;
}

function mergeCell(place: Place, context: Context): MergedCell {
  const base = textAt(context.base, place.base);
  const mine = textAt(context.mine, place.mine);
  const theirs = textAt(context.theirs, place.theirs);
  if (isEqual(theirs, base) || isEqual(mine, theirs)) return settled(mine, {base, theirs});
  if (isEqual(mine, base)) return {texts: listOf(theirs), conflict: null, isTaken: true};
  return {...besides(mine, theirs), isTaken: true};
}

/** Nothing new in the original but blank lines: the fork's text stands, or its deletion. */
function settled(mine: string | null, {base, theirs}: Others): MergedCell {
  const text = mine !== null && mine === base ? (theirs ?? mine) : mine;
  return {texts: listOf(text), conflict: null, isTaken: false};
}

interface Others {
  readonly base: string | null;
  readonly theirs: string | null;
}

function besides(mine: string | null, theirs: string | null): Omit<MergedCell, "isTaken"> {
  const what = nameOf(mine ?? theirs ?? "");
  if (theirs === null) {
    const note = `${conflictMark}the original deleted this cell, the fork had changed it -->\n\n`;
    return {
      texts: [note, mine ?? ""],
      conflict: `“${what}”: deleted in the original, changed here`
    };
  }
  const isDeleted = mine === null;
  const note = isDeleted
    ? `${conflictMark}the fork had deleted this cell, the original changed it -->\n\n`
    : `${conflictMark}the original changed the cell above too; its version, switched off -->\n\n`;
  return {
    texts: [...listOf(mine), note, switchedOff(theirs)],
    conflict: `“${what}”: ${isDeleted ? "deleted here, changed in the original" : "changed on both sides"}`
  };
}

function nameOf(text: string): string {
  const line = text.split(/\r\n?|\n/).find((line) => /[^\s`~]/.test(line.replace(/^[`~]+\w*/, "")));
  return (line ?? "").trim().slice(0, 60);
}

function textAt(cells: readonly string[], index: number | null): string | null {
  return index === null ? null : (cells[index] ?? null);
}

function isEqual(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.trim() === b.trim());
}

function listOf(text: string | null): string[] {
  return text === null ? [] : [text];
}

/** Cells with a blank line put between those that would run into each other. */
export function separated(cells: readonly string[]): string[] {
  return cells.map((text, i) => {
    const next = cells[i + 1];
    return next === undefined || isApart(text, next) ? text : withBlankLine(text);
  });
}

/** Whether a cell starts where the second text does. */
function isApart(text: string, next: string): boolean {
  if (blankEnd.test(text)) return true;
  let end = 0;
  return splitPage(`\n${text}${next}`).cells.some(
    (cell) => (end += cell.length) === text.length + 1
  );
}

const blankEnd = /(\r\n?|\n)[ \t]*(\r\n?|\n)[ \t]*$/;

function withBlankLine(text: string): string {
  return /[\r\n]$/.test(text) ? `${text}\n` : `${text}\n\n`;
}
