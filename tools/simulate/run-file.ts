/** A run as people write it down: models and cards by name, the rest as the simulator takes it. */
import {readFileSync} from "node:fs";
import {fromCatalogRow, type CatalogRow} from "../../src/lib/catalog.js";
import {gpusFromRows} from "../../src/lib/gpu.js";
import type {Run} from "../../src/lib/sim/run.js";
import type {Split} from "../../src/lib/sim/split.js";

/** A run whose model and card are ids of the catalog. */
export type RunDescription = Omit<Run, "model" | "gpu"> & {
  readonly model: string;
  readonly gpu: string;
  /** Some replicas read prompts, others write answers */
  readonly split?: Split;
};

export interface RunFile extends RunDescription {
  /** Values of fields by path, as in {"scheduler.maxSequences": [64, 256]} */
  readonly sweep?: Readonly<Record<string, readonly unknown[]>>;
  /** Repetitions with seeds of their own */
  readonly seeds?: number;
}

const required = ["model", "gpu", "weightDtype", "kvDtype", "memory", "scheduler"] as const;

/** Reads a run file; names what is missing. */
export function parseRunFile(text: string, file: string): RunFile {
  const json = parseJson(text, file);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new TypeError(`${file} is not an object with a run`);
  }
  const fields: Readonly<Record<string, unknown>> = {...json};
  for (const name of [...required, "maxModelLen", "workload", "seed"]) {
    if (fields[name] === undefined) throw new Error(`missing field in ${file}: ${name}`);
  }
  const {seeds = 1} = fields;
  if (!Number.isInteger(seeds) || (seeds as number) < 1) {
    throw new RangeError(`invalid seeds in ${file}: ${String(seeds)}`);
  }
  return json as RunFile;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function raw(name: string): unknown {
  const url = new URL(`../../src/data/raw/${name}`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8"));
}

/** Puts the catalog's model and card in the place of their ids. */
export function resolvedRun({model, gpu, ...rest}: RunDescription): Run {
  const row = (raw("models.json") as readonly CatalogRow[]).find(({id}) => id === model);
  if (!row) throw new Error(`unknown model: ${model}`);
  const card = gpusFromRows(raw("gpus.json")).find(({id}) => id === gpu);
  if (!card) throw new Error(`unknown gpu: ${gpu}`);
  return {...rest, model: fromCatalogRow(row), gpu: card};
}
