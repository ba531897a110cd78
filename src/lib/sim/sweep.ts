/** Many runs that differ in some fields: spelled out, cut into shards, put together again. */

import {seedFor} from "../random.js";
import type {RunRow} from "./run.js";

/** Values of one field by its path, as in "scheduler.maxSequences". */
export type Axes = Readonly<Record<string, readonly unknown[]>>;

/** A run of a sweep by its place in the whole. */
export interface SweepRun<T> {
  readonly index: number;
  /** Runs of the whole sweep */
  readonly nRuns: number;
  /** The fields that differ, by path */
  readonly point: Readonly<Record<string, unknown>>;
  readonly run: T;
}

/** A row of results with its place. */
export interface SweepRow {
  readonly index: number;
  /** Rows of the whole sweep: what a merge must find */
  readonly nRuns: number;
  readonly point: Readonly<Record<string, unknown>>;
  readonly row: RunRow;
}

/**
 * Every combination of the axes' values, the last axis fastest, repeated with as many seeds.
 *
 * The seed of repetition r is `seedFor(seed, r)`: it depends neither on the other axes nor on who
 * runs it, so all points of a repetition see the same requests.
 *
 * @throws Error naming an axis that is no field of the base or has no values
 * @see https://en.wikipedia.org/wiki/Variance_reduction "common random numbers"
 * @example sweepRuns({a: {b: 1}, seed: 7}, {"a.b": [1, 2]}, 2)[3].point["a.b"] // 2
 */
export function sweepRuns<T extends {readonly seed: number}>(
  base: T,
  axes: Axes,
  nSeeds = 1
): SweepRun<T>[] {
  let points: Record<string, unknown>[] = [{}];
  for (const [path, values] of Object.entries(axes)) {
    if (!Array.isArray(values) || values.length === 0) {
      throw new TypeError(`axis without values: ${path}`);
    }
    points = points.flatMap((point) => values.map((value: unknown) => ({...point, [path]: value})));
  }
  const seeds = Array.from({length: nSeeds}, (_, r) =>
    nSeeds === 1 ? base.seed : seedFor(base.seed, r)
  );
  const nRuns = seeds.length * points.length;
  return seeds
    .flatMap((seed) => points.map((point) => (nSeeds === 1 ? point : {...point, seed})))
    .map((point, index) => ({index, nRuns, point, run: withFields(base, point)}));
}

function withFields<T extends object>(base: T, point: Readonly<Record<string, unknown>>): T {
  return Object.entries(point).reduce(
    (run, [path, value]) => withField(run, path.split("."), {path, value}),
    base
  );
}

/** A copy with one field changed, which must be there: a slip of the pen is no new field. */
function withField<T extends object>(
  base: T,
  names: readonly string[],
  change: {readonly path: string; readonly value: unknown}
): T {
  const [name, ...rest] = names as [string, ...string[]];
  const inner: unknown = Object.hasOwn(base, name) ? base[name as keyof T] : undefined;
  if (rest.length === 0 && inner !== undefined) return {...base, [name]: change.value};
  if (typeof inner !== "object" || inner === null) {
    throw new Error(`unknown field of axis: ${change.path}`);
  }
  return {...base, [name]: withField(inner, rest, change)};
}

/**
 * Part `i` of `n` of a list of runs, 0 ≤ i < n: every n-th one, so that slow corners are shared out.
 *
 * @throws RangeError when there is no such part
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
 * @example shardOf([10, 11, 12, 13, 14], {i: 1, n: 2}) // [11, 13]
 */
export function shardOf<T>(
  runs: readonly T[],
  {i, n}: {readonly i: number; readonly n: number}
): T[] {
  if (!Number.isInteger(n) || n < 1 || !Number.isInteger(i) || i < 0 || i >= n) {
    throw new RangeError(`invalid shard: ${i}/${n}`);
  }
  return runs.filter((_, index) => index % n === i);
}

/**
 * The rows of all shards in the order of the whole sweep.
 *
 * @throws Error when rows are missing, occur twice or come from sweeps of different sizes
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
 * @example mergedRows([[{index: 1, nRuns: 2}], [{index: 0, nRuns: 2}]]).map(({index}) => index) // [0, 1]
 */
export function mergedRows(shards: readonly (readonly SweepRow[])[]): SweepRow[] {
  const rows = shards.flat().sort((a, b) => a.index - b.index);
  const nRuns = rows[0]?.nRuns;
  if (nRuns === undefined) throw new Error("no rows to merge");
  rows.forEach((row, place) => {
    if (row.nRuns !== nRuns) {
      throw new Error(`rows of different sweeps: of ${nRuns} runs and of ${row.nRuns}`);
    }
    if (row.index >= nRuns) throw new RangeError(`invalid row: ${row.index} of ${nRuns}`);
    if (row.index === rows[place - 1]?.index) throw new Error(`repeated row: ${row.index}`);
  });
  const missing = missingIndices(rows, nRuns);
  if (missing.length === 0) return rows;
  throw new Error(
    `missing ${missing.length === 1 ? "row" : "rows"} of ${nRuns}: ${rangesOf(missing)}`
  );
}

function missingIndices(rows: readonly SweepRow[], nRuns: number): number[] {
  const found = new Set(rows.map(({index}) => index));
  return Array.from({length: nRuns}, (_, index) => index).filter((index) => !found.has(index));
}

/** Ascending numbers in few words: "2, 5–7". */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/**
 * Rows as lines of JSON: the same rows give the same bytes.
 *
 * @see https://jsonlines.org
 * @example jsonLines([{index: 0, nRuns: 1, point: {}, row: {a: 1}}]) // "{\"index\":0,\"nRuns\":1,\"point\":{},\"row\":{\"a\":1}}\n"
 */
export function jsonLines(rows: readonly SweepRow[]): string {
  return rows
    .map(({index, nRuns, point, row}) => `${JSON.stringify({index, nRuns, point, row})}\n`)
    .join("");
}

/**
 * Rows as CSV: index, the fields that differ, then the figures; empty where nothing was measured.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 * @example csvOf([{index: 0, nRuns: 1, point: {"scheduler.maxSequences": 4}, row: {seconds: 2}}]) // "index,scheduler.maxSequences,seconds\n0,4,2\n"
 */
export function csvOf(rows: readonly SweepRow[]): string {
  const first = rows[0];
  if (!first) return "";
  const points = Object.keys(first.point);
  const figures = Object.keys(first.row);
  const lines = rows.map(({index, point, row}) =>
    [index, ...points.map((name) => point[name]), ...figures.map((name) => row[name] ?? "")]
      .map(csvCell)
      .join(",")
  );
  const head = ["index", ...points, ...figures].map(csvCell).join(",");
  return [head, ...lines].map((line) => `${line}\n`).join("");
}

function csvCell(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
