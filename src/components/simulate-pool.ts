/** Simulated runs on all cores: a pool of module workers with progress and cancel. */

import type {SimulateReply, SimulateRequest} from "../lib/sim/messages.js";
import type {Run, RunRow} from "../lib/sim/run.js";
import type {Progress} from "../lib/sim/simulate.js";
import type {SweepRow, SweepRun} from "../lib/sim/sweep.js";
import {host} from "./host.js";

export interface PoolOptions {
  /** Stops the runs; their promises fail with the reason */
  readonly signal?: AbortSignal;
}

export interface SimulatePool {
  /** The figures of one run */
  run(
    run: Run,
    options?: PoolOptions & {onProgress?: (progress: Progress) => void}
  ): Promise<RunRow>;
  /** The rows of a sweep in its order, whoever was first */
  sweep(
    runs: readonly SweepRun<Run>[],
    options?: PoolOptions & {onRow?: (row: SweepRow, nDone: number) => void}
  ): Promise<SweepRow[]>;
  /** Ends all workers */
  close(): void;
}

interface Job {
  readonly run: Run;
  readonly onProgress: (progress: Progress) => void;
  readonly resolve: (row: RunRow) => void;
  readonly reject: (reason: Error) => void;
}

const post = (worker: Worker, message: SimulateRequest) => worker.postMessage(message);

/** As many workers as cores, one left for the page. */
export function simulatePool(nWorkers: number = Math.max(1, host.cores() - 1)): SimulatePool {
  const idle: Worker[] = [];
  const all: Worker[] = [];
  const waiting: {id: number; job: Job}[] = [];
  const running = new Map<number, {job: Job; worker: Worker}>();
  let lastId = 0;

  function start(): void {
    while (waiting.length > 0) {
      const worker = idle.pop() ?? (all.length < nWorkers ? added() : undefined);
      if (!worker) return;
      const {id, job} = waiting.shift()!;
      running.set(id, {job, worker});
      post(worker, {kind: "run", id, run: job.run});
    }
  }

  function added(): Worker {
    const worker = host.worker(import.meta.resolve("../workers/simulate-worker.js"));
    worker.addEventListener("message", ({data}: MessageEvent<SimulateReply>) => take(data));
    worker.addEventListener("error", (event) => lose(worker, event.message));
    all.push(worker);
    return worker;
  }

  function take(reply: SimulateReply): void {
    const entry = running.get(reply.id);
    if (!entry) return;
    if (reply.kind === "progress") return entry.job.onProgress(reply.progress);
    running.delete(reply.id);
    idle.push(entry.worker);
    if (reply.kind === "done") entry.job.resolve(reply.row);
    else entry.job.reject(new Error(reply.kind === "failed" ? reply.message : "run was stopped"));
    start();
  }

  /** A worker that broke takes its run with it; another takes its place. */
  function lose(worker: Worker, message: string): void {
    all.splice(all.indexOf(worker), 1);
    for (const [id, entry] of running) {
      if (entry.worker !== worker) continue;
      running.delete(id);
      entry.job.reject(new Error(message || "the simulator could not be started"));
    }
    start();
  }

  function cancel(id: number): void {
    const place = waiting.findIndex((entry) => entry.id === id);
    if (place >= 0) waiting.splice(place, 1)[0]!.job.reject(new Error("run was stopped"));
    else if (running.has(id)) post(running.get(id)!.worker, {kind: "cancel", id});
  }

  const run: SimulatePool["run"] = (description, {signal, onProgress = () => {}} = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      if (signal?.aborted) return reject(new Error("run was stopped"));
      signal?.addEventListener("abort", () => cancel(id), {once: true});
      waiting.push({id, job: {run: description, onProgress, resolve, reject}});
      start();
    });

  return {
    run,
    async sweep(runs, {signal, onRow = () => {}} = {}) {
      let nDone = 0;
      return Promise.all(
        runs.map(async ({index, point, run: description}) => {
          const row = {index, point, row: await run(description, {signal})};
          onRow(row, ++nDone);
          return row;
        })
      );
    },
    close() {
      all.splice(0).forEach((worker) => worker.terminate());
      idle.length = 0;
    }
  };
}
