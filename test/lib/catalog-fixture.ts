import {readFileSync} from "node:fs";
import {parseCatalog} from "../../src/lib/catalog-check.js";
import type {CatalogRow} from "../../src/lib/catalog-row.js";

const path = new URL("../../src/data/raw/models.json", import.meta.url);

/** The rows of the catalog as they stand in the file. */
export const catalogRows: readonly CatalogRow[] = parseCatalog(
  JSON.parse(readFileSync(path, "utf8"))
);

export function catalogRow(id: string): CatalogRow {
  const row = catalogRows.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`unknown model: ${id}`);
  return row;
}
