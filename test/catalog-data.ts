/** The catalog's own models and cards, for tests that hold formulas against real shapes. */

import {readFileSync} from "node:fs";
import {fromCatalogRow} from "../src/lib/catalog.js";
import {parseCatalog} from "../src/lib/catalog-check.js";
import type {CatalogRow} from "../src/lib/catalog-row.js";
import {gpusFromRows, type GpuSpec} from "../src/lib/gpu.js";
import {fromMeasuredRows} from "../src/lib/measured.js";
import type {ModelSpec} from "../src/lib/model.js";

function raw(name: string): unknown {
  return JSON.parse(readFileSync(`src/data/raw/${name}`, "utf8"));
}

/** The rows of the catalog as they stand in the file. */
export const catalogRows: readonly CatalogRow[] = parseCatalog(raw("models.json"));
export const models: readonly ModelSpec[] = catalogRows.map(fromCatalogRow);
export const gpus: readonly GpuSpec[] = gpusFromRows(raw("gpus.json"));
export const measured = fromMeasuredRows(raw("measured.json"));

export function catalogRow(id: string): CatalogRow {
  const row = catalogRows.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`unknown model: ${id}`);
  return row;
}

export function modelById(id: string): ModelSpec {
  return fromCatalogRow(catalogRow(id));
}

export function gpuById(id: string): GpuSpec {
  const gpu = gpus.find((candidate) => candidate.id === id);
  if (!gpu) throw new Error(`unknown gpu: ${id}`);
  return gpu;
}
