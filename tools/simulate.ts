/**
 * Simulates an engine, or a sweep of them, on all cores:
 *
 *   npm run simulate -- run.json [--csv] [--out rows.jsonl] [--shard 0/4] [--threads 8]
 *   npm run simulate -- merge shard-0.jsonl shard-1.jsonl … [--csv] [--out rows.jsonl]
 *
 * The file names a model, a card and an engine; `sweep` in it lists values of its fields by path.
 * Rows come out in the order of the sweep, byte for byte the same however it was cut.
 */
import {readFileSync, renameSync, writeFileSync} from "node:fs";
import {availableParallelism} from "node:os";
import {parseArgs} from "node:util";
import {Piscina} from "piscina";
import type {RunRow} from "../src/lib/sim/run.js";
import {
  csvOf,
  jsonLines,
  mergedRows,
  shardOf,
  sweepRuns,
  type Axes,
  type SweepRow
} from "../src/lib/sim/sweep.js";
import {parseRunFile, type RunDescription} from "./simulate/run-file.js";

interface Options {
  readonly csv?: boolean;
  readonly out?: string;
  readonly shard?: string;
  readonly threads?: string;
}

/** Rows of a file of lines of JSON, as this tool writes them. */
function readRows(file: string): SweepRow[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as SweepRow];
    } catch {
      throw new Error(`${file} line ${i + 1} is not a row of results`);
    }
  });
}

function parseShard(text: string): {i: number; n: number} {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (!match) throw new Error(`invalid --shard: ${text}, expected i/n as in 0/4`);
  return {i: Number(match[1]), n: Number(match[2])};
}

async function simulateFile(file: string, {shard, threads}: Options): Promise<SweepRow[]> {
  const {sweep = {}, seeds = 1, ...base} = parseRunFile(readFileSync(file, "utf8"), file);
  const all = sweepRuns<RunDescription>(base, sweep as Axes, seeds);
  const mine = shard === undefined ? all : shardOf(all, parseShard(shard));
  const pool = new Piscina({
    filename: new URL("simulate/thread.ts", import.meta.url).href,
    execArgv: ["--import", "tsx"],
    maxThreads: Number(threads ?? availableParallelism())
  });
  try {
    return await Promise.all(
      mine.map(async ({index, point, run}) => ({
        index,
        point,
        row: (await pool.run(run)) as RunRow
      }))
    );
  } finally {
    await pool.destroy();
  }
}

/** Writes to a temporary name first: a file with the right name is whole. */
function write(text: string, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  writeFileSync(`${out}.partial`, text);
  renameSync(`${out}.partial`, out);
}

async function main(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {
      csv: {type: "boolean"},
      out: {type: "string"},
      shard: {type: "string"},
      threads: {type: "string"}
    }
  });
  const [first, ...rest] = positionals;
  if (first === undefined) throw new Error("missing run file: npm run simulate -- run.json");
  const rows =
    first === "merge" ? mergedRows(rest.map(readRows)) : await simulateFile(first, values);
  write(values.csv ? csvOf(rows) : jsonLines(rows), values.out);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`simulate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
