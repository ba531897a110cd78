/** The runs of the page continuous-batching from what its inputs hold. */

import type {KvDtype, WeightDtype} from "../dtype.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import type {BatchingStudy} from "./batching-study.js";
import type {RequestLaw} from "./lengths.js";
import type {ServiceLevel} from "./goodput.js";
import {preparedRun, runCapacityTokens, type Run} from "./run.js";

export interface BatchingInputs {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  readonly tp: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly lengths: RequestLaw;
  readonly requestsPerSecond: number;
  readonly maxSequences: number;
  readonly maxBatchedTokens: number;
  readonly chunkedPrefill: boolean;
  readonly watermarkFraction: number;
  readonly sharedFraction: number;
  readonly order: "fcfs" | "longest-prefix";
  readonly level: ServiceLevel;
  readonly seed: number;
}

/** Inputs as the page's record holds them. */
export interface BatchingRecord {
  readonly tp: number;
  readonly wdt: WeightDtype;
  readonly kvdt: KvDtype;
  readonly rate: number;
  readonly seqs: number;
  readonly budget: number;
  readonly chunk: boolean;
  readonly wm: number;
  readonly share: number;
  readonly order: "fcfs" | "longest-prefix";
  readonly ttft: number;
  readonly tpot: number;
  readonly seed: number;
}

/**
 * The inputs by their own names.
 *
 * @example batchingInputs({ttft: 1, tpot: 0.05, seqs: 8}, {}).maxSequences // 8
 */
export function batchingInputs(
  record: BatchingRecord,
  chosen: Pick<BatchingInputs, "model" | "gpu" | "lengths">
): BatchingInputs {
  return {
    ...chosen,
    tp: record.tp,
    weightDtype: record.wdt,
    kvDtype: record.kvdt,
    requestsPerSecond: record.rate,
    maxSequences: record.seqs,
    maxBatchedTokens: record.budget,
    chunkedPrefill: record.chunk,
    watermarkFraction: record.wm,
    sharedFraction: record.share,
    order: record.order,
    level: {ttftSeconds: record.ttft, tpotSeconds: record.tpot},
    seed: record.seed
  };
}

/** Requests of a run, and how often each place is taken, at least: figures of the long run to some 3 %. */
const N_REQUESTS = 12_800;
const MIN_ROUNDS = 40;
const MAX_MODEL_LEN = 8192;

/** Whole batches, so that static ones are all full when the queue is. */
function nRequestsOf(maxSequences: number): number {
  return maxSequences * Math.max(MIN_ROUNDS, Math.ceil(N_REQUESTS / maxSequences));
}

/**
 * The run that a page's inputs describe.
 *
 * @example batchingRun({lengths: {}, requestsPerSecond: 5, maxSequences: 8, maxBatchedTokens: 64, chunkedPrefill: true, watermarkFraction: 0, sharedFraction: 0, order: "fcfs", seed: 1}).workload.nRequests // 12800
 */
export function batchingRun(inputs: BatchingInputs): Run {
  const {model, gpu, tp, weightDtype, kvDtype, level, seed, sharedFraction} = inputs;
  const {maxSequences, maxBatchedTokens, chunkedPrefill, order, requestsPerSecond} = inputs;
  return {
    model,
    gpu,
    tp,
    weightDtype,
    kvDtype,
    memory: {
      kind: "paged",
      blockSize: 16,
      prefixCache: sharedFraction > 0,
      watermarkFraction: inputs.watermarkFraction
    },
    scheduler: {batching: "continuous", maxSequences, maxBatchedTokens, chunkedPrefill, order},
    maxModelLen: MAX_MODEL_LEN,
    workload: {
      nRequests: nRequestsOf(maxSequences),
      arrivals: {kind: "poisson", requestsPerSecond},
      lengths: inputs.lengths,
      sharing: sharedFraction > 0 ? {sharedFraction, sharedTokens: 1024, nGroups: 8} : null
    },
    seed,
    level
  };
}

/**
 * The same places and lengths as a comparison of full queues.
 *
 * @throws RangeError when the model does not fit
 * @example batchingStudy({model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 44, flopsPerSecond: {bf16: 1e9}}, tp: 1, weightDtype: "bf16", kvDtype: "bf16", lengths: {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 8}}, requestsPerSecond: 5, maxSequences: 8, maxBatchedTokens: 64, chunkedPrefill: true, watermarkFraction: 0, sharedFraction: 0, order: "fcfs", seed: 1}).nRequests // 12800
 */
export function batchingStudy(inputs: BatchingInputs): BatchingStudy {
  const {maxSequences, maxBatchedTokens, lengths, seed} = inputs;
  const run = {...batchingRun(inputs), workload: emptyWorkload(lengths), capacityTokens: 1};
  const {step} = preparedRun(run);
  return {
    step,
    // memory for all places at once: only the scheduler differs
    capacityTokens: maxSequences * MAX_MODEL_LEN,
    maxModelLen: MAX_MODEL_LEN,
    maxSequences,
    maxBatchedTokens: Math.max(maxBatchedTokens, MAX_MODEL_LEN),
    lengths,
    nRequests: nRequestsOf(maxSequences),
    seed
  };
}

function emptyWorkload(lengths: RequestLaw): Run["workload"] {
  return {nRequests: 0, arrivals: {kind: "at-once"}, lengths};
}

/**
 * The run with a memory so tight that sequences are thrown out: room for a quarter of its places at
 * the mean length.
 *
 * @throws RangeError when the model does not fit
 * @example tightRun({capacityTokens: 50000, scheduler: {maxSequences: 8}, workload: {lengths: {prompt: {kind: "fixed", tokens: 8}, output: {kind: "fixed", tokens: 8}}}}).capacityTokens // 16384
 */
export function tightRun(run: Run): Run {
  const {prompt, output} = run.workload.lengths;
  const mean = [prompt, output].reduce(
    (sum, law) => sum + (law.kind === "fixed" ? law.tokens : law.mean),
    0
  );
  const wanted = Math.ceil((run.scheduler.maxSequences * mean) / 4);
  const capacityTokens = Math.min(runCapacityTokens(run), Math.max(wanted, 2 * MAX_MODEL_LEN));
  const arrivals = {kind: "at-once"} as const;
  return {...run, capacityTokens, workload: {...run.workload, arrivals}};
}
