import type {CatalogRow} from "./catalog-row.js";

type RowField = keyof CatalogRow & string;

/** Largest value of each count that any published model comes near; a slipped unit is far above. */
const limits: Partial<Record<RowField, number>> = {
  layers: 1000,
  hidden: 100_000,
  heads: 1000,
  kvHeads: 1000,
  headDim: 2048,
  vocab: 1_000_000
};

const texts: readonly RowField[] = ["id", "name", "family", "source", "retrieved", "nativeDtype"];

/**
 * The rows of the catalog file, checked: ids unique, every text and date there, every count a
 * whole number in range, heads divisible by KV heads, and a source for the layout details.
 *
 * @throws naming the row and the field
 * @example parseCatalog([]) // []
 */
export function parseCatalog(json: unknown): CatalogRow[] {
  if (!Array.isArray(json)) throw new TypeError(`models is not a list: ${typeof json}`);
  const ids = new Set<string>();
  for (const row of json as CatalogRow[]) {
    checkRow(row);
    if (ids.has(row.id)) throw new Error(`duplicate model id: ${row.id}`);
    ids.add(row.id);
  }
  return json as CatalogRow[];
}

function checkRow(row: CatalogRow): void {
  for (const field of texts) {
    if (typeof row[field] !== "string" || row[field] === "") fail(row, field);
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(row.retrieved)) fail(row, "retrieved");
  for (const [field, limit] of Object.entries(limits)) {
    if (!isCount(row[field as RowField], limit)) fail(row, field);
  }
  for (const field of ["intermediate", "maxContext", "totalParams", "activeParams"] as const) {
    if (row[field] !== null && !isCount(row[field], 1e13)) fail(row, field);
  }
  if (row.heads % row.kvHeads !== 0) fail(row, "kvHeads");
  if (!row.attention?.kind) fail(row, "attention.kind");
  if (!row.details?.source) fail(row, "details.source");
  if (!isCount(row.details.norms, 10)) fail(row, "details.norms");
}

function isCount(value: unknown, limit: number): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= limit;
}

function fail(row: CatalogRow, field: string): never {
  const value = field.split(".").reduce<unknown>((v, key) => (v as never)?.[key], row);
  throw new RangeError(`invalid ${field} of model ${row.id}: ${JSON.stringify(value)}`);
}
