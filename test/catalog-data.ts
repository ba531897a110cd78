/** The catalog's own models and cards, for tests that hold formulas against real shapes. */

import {readFileSync} from "node:fs";
import {fromCatalogRow, type CatalogRow} from "../src/lib/catalog.js";
import {gpusFromRows, type GpuSpec} from "../src/lib/gpu.js";
import {fromMeasuredRows} from "../src/lib/measured.js";
import type {ModelSpec} from "../src/lib/model.js";

function raw(name: string): unknown {
  return JSON.parse(readFileSync(`src/data/raw/${name}`, "utf8"));
}

const rows = raw("models.json") as readonly CatalogRow[];

export const models: readonly ModelSpec[] = rows.map(fromCatalogRow);
export const gpus: readonly GpuSpec[] = gpusFromRows(raw("gpus.json"));

export function modelById(id: string): ModelSpec {
  const model = models.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`unknown model: ${id}`);
  return model;
}

export function gpuById(id: string): GpuSpec {
  const gpu = gpus.find((candidate) => candidate.id === id);
  if (!gpu) throw new Error(`unknown gpu: ${id}`);
  return gpu;
}

export const measured = fromMeasuredRows(raw("measured.json"));
