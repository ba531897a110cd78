import {readFileSync} from "node:fs";
import {fromCatalogRow, type CatalogRow} from "../../src/lib/catalog.js";
import type {ModelSpec} from "../../src/lib/model.js";

const rows = JSON.parse(readFileSync("src/data/raw/models.json", "utf8")) as readonly CatalogRow[];

/** A model of the catalog by its id. */
export function catalogModel(id: string): ModelSpec {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`unknown model: ${id}`);
  return fromCatalogRow(row);
}

export const catalogModels: readonly ModelSpec[] = rows.map(fromCatalogRow);
