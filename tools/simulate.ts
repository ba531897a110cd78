/** Simulates an engine, or a sweep of them, on all cores; `--help` says how. */
import {readFileSync, renameSync, writeFileSync} from "node:fs";
import {availableParallelism} from "node:os";
import {parseArgs} from "node:util";
import {Piscina} from "piscina";
import type {RunRow} from "../src/lib/sim/run.js";
import {csvOf, jsonLines, mergedRows, shardOf, type SweepRow} from "../src/lib/sim/sweep.js";
import {rowSchema} from "./simulate/fields.js";
import {parseRunFile, runsOf, type RunFile} from "./simulate/run-file.js";

const USAGE = `npm run simulate -- run.json [--csv] [--out rows.jsonl] [--shard 0/4] [--threads 8] [--trace requests.csv]
npm run simulate -- merge shard-0.jsonl shard-1.jsonl … [--csv] [--out rows.jsonl]

The file names a model and a card of the catalog and describes an engine and its requests:

  {"model": "llama3.1-8b", "gpu": "h100-sxm", "weightDtype": "bf16", "kvDtype": "bf16", "seed": 1,
   "memory": {"kind": "paged", "blockSize": 16}, "maxModelLen": 8192,
   "scheduler": {"batching": "continuous", "maxSequences": 64, "maxBatchedTokens": 2048,
                 "chunkedPrefill": true},
   "workload": {"nRequests": 200, "arrivals": {"kind": "poisson", "requestsPerSecond": 10},
                "lengths": {"prompt": {"kind": "fixed", "tokens": 512},
                            "output": {"kind": "log-normal", "mean": 338, "cv": 1.2}}}}

  split   some replicas read prompts, others write answers, joined by a link:
          {"nPrefill": 2, "nDecode": 2, "linkBytesPerSecond": 50e9}
  sweep   values of fields by path, every combination of them:
          {"scheduler.maxSequences": [64, 256], "split.nPrefill": [1, 2]}
  seeds   repetitions with seeds of their own

Rows come out in the order of the sweep, byte for byte the same however it was cut. Each says how
many there are in all, so that a merge names those that are missing.
`;

interface Options {
  readonly csv?: boolean;
  readonly out?: string;
  readonly shard?: string;
  readonly threads?: string;
  /** CSV file of requests in the place of drawn ones */
  readonly trace?: string;
}

/** Rows of a file of lines of JSON, as this tool writes them. */
function readRows(file: string): SweepRow[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line === "") return [];
    const place = `${file} line ${i + 1}`;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      throw new Error(`${place} is not a row of results`);
    }
    rowSchema(row, {path: "", file: place});
    return [row as SweepRow];
  });
}

function parseShard(text: string): {i: number; n: number} {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (!match) throw new Error(`invalid --shard: ${text}, expected i/n as in 0/4`);
  return {i: Number(match[1]), n: Number(match[2])};
}

function parseThreads(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Error(`invalid --threads: ${text}, expected a whole number from 1 to 9999`);
}

/** The run with the requests of a CSV file: arrival in seconds, prompt and output in tokens. */
function withTrace(run: RunFile, file: string): RunFile {
  return {...run, workload: {...run.workload, trace: readFileSync(file, "utf8")}};
}

async function simulateFile(file: string, {shard, threads, trace}: Options): Promise<SweepRow[]> {
  const maxThreads = threads === undefined ? availableParallelism() : parseThreads(threads);
  const described = parseRunFile(readFileSync(file, "utf8"), file);
  const all = runsOf(trace === undefined ? described : withTrace(described, trace), file);
  const mine = shard === undefined ? all : shardOf(all, parseShard(shard));
  const pool = new Piscina({
    filename: new URL("simulate/thread.ts", import.meta.url).href,
    execArgv: ["--import", "tsx"],
    minThreads: 1,
    maxThreads
  });
  try {
    return await Promise.all(
      mine.map(async ({index, nRuns, point, run}) => ({
        index,
        nRuns,
        point,
        row: (await pool.run(run)) as RunRow
      }))
    );
  } finally {
    await pool.destroy();
  }
}

function mergedFiles(files: readonly string[], {shard, threads}: Options): SweepRow[] {
  if (files.length === 0) {
    throw new Error("missing files to merge: npm run simulate -- merge shard-0.jsonl …");
  }
  if (shard !== undefined || threads !== undefined) {
    throw new Error(`merge takes no --${shard === undefined ? "threads" : "shard"}`);
  }
  return mergedRows(files.map(readRows));
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
      help: {type: "boolean"},
      out: {type: "string"},
      shard: {type: "string"},
      threads: {type: "string"},
      trace: {type: "string"}
    }
  });
  const [first, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  if (first === undefined) throw new Error("missing run file: npm run simulate -- run.json");
  if (first !== "merge" && rest[0] !== undefined) {
    throw new Error(`one run file at a time: ${first}, not ${rest.join(", ")} too`);
  }
  const rows = first === "merge" ? mergedFiles(rest, values) : await simulateFile(first, values);
  write(values.csv ? csvOf(rows) : jsonLines(rows), values.out);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`simulate: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
