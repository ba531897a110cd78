/** Reading the two files of published figures. */

import type {CheckRecord} from "./record.js";
import type {VectorRecord} from "./vector.js";

/** What /data/checks.json holds. */
export interface PublishedFigures {
  readonly checks: readonly CheckRecord[];
  readonly vectors: readonly VectorRecord[];
}

/**
 * The records of checks.json, checked, without what another program recomputed: the lab computes
 * for itself.
 *
 * @throws naming the record and the field
 * @example parseChecks([]) // []
 */
export function parseChecks(json: unknown): CheckRecord[] {
  return rows(json, "checks").map((row) => {
    requireText(row, ["kind", "model", "formula", "source"]);
    const {published, tolerance, agrees} = row as unknown as CheckRecord;
    if (!Number.isFinite(published?.value)) fail(row, "published.value");
    if (typeof published.unit !== "string") fail(row, "published.unit");
    if (!(tolerance >= 0 && tolerance < 0.05)) fail(row, "tolerance");
    if (typeof agrees !== "boolean") fail(row, "agrees");
    if ("missing" in row) requireText(row, ["missing"]);
    return recordOf(row as unknown as CheckRecord);
  });
}

function recordOf(row: CheckRecord): CheckRecord {
  const {id, kind, model, inputs, published, formula} = row;
  const {tolerance, agrees, note, missing, source, verified} = row;
  const rest = {tolerance, agrees, note, source, verified};
  const record = {id, kind, model, inputs, published, formula, ...rest};
  return missing === undefined ? record : {...record, missing};
}

/**
 * The records of vectors.json, checked.
 *
 * @throws naming the record and the field
 * @example parseVectors([]) // []
 */
export function parseVectors(json: unknown): VectorRecord[] {
  return rows(json, "vectors").map((row) => {
    requireText(row, ["source"]);
    const {expect} = row;
    if (typeof expect !== "number" && (typeof expect !== "object" || expect === null)) {
      fail(row, "expect");
    }
    return row as unknown as VectorRecord;
  });
}

type Row = Readonly<Record<string, unknown>>;

function rows(json: unknown, name: string): Row[] {
  if (!Array.isArray(json)) throw new TypeError(`${name} is not a list: ${typeof json}`);
  const ids = new Set<unknown>();
  for (const row of json as Row[]) {
    requireText(row, ["id"]);
    if (ids.has(row.id)) throw new Error(`duplicate record: ${String(row.id)}`);
    ids.add(row.id);
  }
  return json as Row[];
}

function requireText(row: Row, keys: readonly string[]): void {
  for (const key of keys) if (typeof row[key] !== "string" || row[key] === "") fail(row, key);
}

function fail(row: Row, field: string): never {
  const value = field
    .split(".")
    .reduce<unknown>((part, key) => (part as Row | undefined)?.[key], row);
  throw new RangeError(`invalid ${field} of record ${String(row.id)}: ${JSON.stringify(value)}`);
}
