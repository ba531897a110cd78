/** A run as people write it down: models and cards by name, the rest as the simulator takes it. */
import {readFileSync} from "node:fs";
import {fromCatalogRow, type CatalogRow} from "../../src/lib/catalog.js";
import {gpusFromRows} from "../../src/lib/gpu.js";
import {checkedConfig} from "../../src/lib/sim/config.js";
import {preparedRun, type Run} from "../../src/lib/sim/run.js";
import type {Split} from "../../src/lib/sim/split.js";
import {sweepRuns, type SweepRun} from "../../src/lib/sim/sweep.js";
import {runFileSchema, runSchema} from "./fields.js";

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

/** Reads a run file; names the first field that is wrong, missing or unknown. */
export function parseRunFile(text: string, file: string): RunFile {
  const json = parseJson(text, file);
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new TypeError(`${file} is not an object with a run`);
  }
  runFileSchema(json, {path: "", file});
  return json as RunFile;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** All runs of a file, each of them checked: what cannot run is said before anything does. */
export function runsOf({sweep = {}, seeds = 1, ...base}: RunFile, file: string) {
  if (seeds > 1 && Object.hasOwn(sweep, "seed")) {
    throw new Error(`invalid sweep.seed in ${file}: seeds = ${seeds} draws them`);
  }
  const runs: SweepRun<RunDescription>[] = sweepRuns(base, sweep, seeds);
  for (const {run} of runs) checkRun(run, file);
  return runs;
}

function checkRun(description: RunDescription, file: string): void {
  runSchema(description, {path: "", file});
  const {split, ...rest} = description;
  const run = resolvedRun(rest);
  // one request is enough to see that the rest fits together
  checkedConfig(preparedRun({...run, workload: {...run.workload, nRequests: 1}}).config);
  if (split === undefined) return;
  if (run.closedLoop) {
    throw new RangeError(`invalid closedLoop in ${file}: users do not wait for a split`);
  }
}

const read = new Map<string, unknown>();

/** A table of the catalog, read once. */
function raw(name: string): unknown {
  if (!read.has(name)) {
    const url = new URL(`../../src/data/raw/${name}`, import.meta.url);
    read.set(name, JSON.parse(readFileSync(url, "utf8")));
  }
  return read.get(name);
}

/** Puts the catalog's model and card in the place of their ids. */
export function resolvedRun({model, gpu, ...rest}: Omit<RunDescription, "split">): Run {
  const row = (raw("models.json") as readonly CatalogRow[]).find(({id}) => id === model);
  if (!row) throw new Error(`unknown model: ${model}`);
  const card = gpusFromRows(raw("gpus.json")).find(({id}) => id === gpu);
  if (!card) throw new Error(`unknown gpu: ${gpu}`);
  return {...rest, model: fromCatalogRow(row), gpu: card};
}
