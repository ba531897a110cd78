/** A run described in one plain record, and its figures in one flat row. */

import type {KvDtype, WeightDtype} from "../dtype.js";
import {memoryFit} from "../fit.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import type {StepOptions} from "../pass-time.js";
import type {SchedulerConfig, ClosedLoop, ServingConfig} from "./config.js";
import type {MemoryConfig} from "./memory.js";
import type {ServiceLevel} from "./goodput.js";
import {servingMetrics, type ServingMetrics} from "./metrics.js";
import type {Requests} from "./requests.js";
import {simulateServing, type Progress} from "./simulate.js";
import {stepModel} from "./step.js";
import {requestsOf, type Workload} from "./workload.js";

/** All that a run depends on; can be sent to a worker and written down as JSON. */
export interface Run {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  /** Cards of the replica, all in one tensor-parallel group */
  readonly tp?: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly mfu?: number;
  readonly mbu?: number;
  readonly overheadSeconds?: number;
  readonly memory: MemoryConfig;
  readonly scheduler: SchedulerConfig;
  /** Tokens of KV; null: what memoryFit leaves */
  readonly capacityTokens?: number | null;
  readonly utilization?: number;
  readonly maxModelLen: number;
  readonly closedLoop?: ClosedLoop | null;
  readonly workload: Workload;
  readonly seed: number;
  readonly maxSeconds?: number | null;
  readonly level?: ServiceLevel;
}

/** Named figures of a run, in base units; null where nothing was measured. */
export type RunRow = Readonly<Record<string, number | null>>;

/**
 * Tokens of KV cache that the cards of a run hold: given, or the longest context that fits beside
 * the weights.
 *
 * @throws RangeError when no token fits
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example runCapacityTokens({capacityTokens: 1000}) // 1000
 */
export function runCapacityTokens(run: Run): number {
  if (run.capacityTokens != null) return run.capacityTokens;
  const {model, gpu, tp = 1, weightDtype, kvDtype, utilization} = run;
  const options = {gpu, nGpus: tp, tp, weightDtype, kvDtype, utilization, contextTokens: 1};
  const tokens = memoryFit(model, options).maxContextTokens;
  if (tokens >= 1) return Math.min(tokens, 2 ** 30);
  throw new RangeError(`no memory left for KV: ${model.name} on ${tp} × ${gpu.name}`);
}

/**
 * Requests, engine and step model of a run, ready to simulate.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2405.05465
 * @example preparedRun({capacityTokens: 10, maxModelLen: 4, workload: {nRequests: 0, arrivals: {kind: "at-once"}, lengths: {prompt: {kind: "fixed", tokens: 1}, output: {kind: "fixed", tokens: 1}}}, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16"}).requests.n // 0
 */
export function preparedRun(run: Run) {
  const {memory, scheduler, maxModelLen, closedLoop, workload, seed} = run;
  const options: StepOptions = {...run, nGpus: run.tp ?? 1, tp: run.tp ?? 1};
  const capacityTokens = runCapacityTokens(run);
  const config: ServingConfig = {memory, scheduler, capacityTokens, maxModelLen, closedLoop};
  const requests: Requests = requestsOf({maxModelLen, ...workload}, seed);
  return {config, requests, step: stepModel(run.model, options)};
}

/**
 * The figures of one run.
 *
 * @throws RangeError naming the field that is wrong; Error when it is told to stop
 * @see https://arxiv.org/abs/2405.05465
 * @example simulateRun({capacityTokens: 64, maxModelLen: 8, memory: {kind: "paged", blockSize: 4}, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 8, chunkedPrefill: true}, workload: {nRequests: 2, arrivals: {kind: "at-once"}, lengths: {prompt: {kind: "fixed", tokens: 1}, output: {kind: "fixed", tokens: 3}}}, seed: 1, mbu: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 44, flopsPerSecond: {bf16: 1e9}}, weightDtype: "bf16", kvDtype: "bf16"}).seconds // 3
 */
export function simulateRun(
  run: Run,
  onProgress?: (progress: Progress) => boolean | void
): ServingMetrics {
  const {config, requests, step} = preparedRun(run);
  const maxSeconds = run.maxSeconds ?? Infinity;
  let isStopped = false;
  const s = simulateServing(config, requests, {
    step,
    maxSeconds,
    onProgress: (progress) => {
      isStopped = onProgress?.(progress) === false;
      return !isStopped;
    }
  });
  if (isStopped) throw new Error("run was stopped");
  return servingMetrics(s, run.level);
}

/**
 * Metrics in one flat row with dots between the parts of a name: a line of a table.
 *
 * @see https://jsonlines.org
 * @example runRow({seconds: 2, ttft: {p50: NaN}}) // {"seconds": 2, "ttft.p50": null}
 */
export function runRow(metrics: object): RunRow {
  const row: Record<string, number | null> = {};
  const add = (name: string, value: unknown): void => {
    if (typeof value === "number") row[name] = Number.isFinite(value) ? value : null;
    else {
      for (const [part, inner] of Object.entries(value as object)) {
        add(name === "" ? part : `${name}.${part}`, inner);
      }
    }
  };
  add("", metrics);
  return row;
}
