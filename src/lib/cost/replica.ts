/** How many requests one self-hosted replica answers, from the roofline and the room for KV. */

import {mbuRange, mfuRange} from "../efficiency.js";
import {memoryFit} from "../fit.js";
import type {ModelSpec} from "../model.js";
import {decodeStep, prefillSeconds} from "../roofline.js";
import type {StepOptions} from "../roofline.js";

export interface ReplicaOptions extends StepOptions {
  /** Prompt tokens of a request, cached ones included */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Share of the prompt that the replica's own prefix cache holds */
  readonly hitFraction: number;
  /** Longest mean time between tokens that a reader accepts */
  readonly tpotLimitSeconds?: number;
  /** Share of the card's memory that the engine takes */
  readonly utilization?: number;
  readonly overheadBytes?: number;
}

/** A replica at full load. */
export interface Replica {
  /** Requests decoded together; 0 when none can be served */
  readonly batchSize: number;
  /** What stops a larger batch; memory and tpot alone (batchSize 0) mean that it cannot serve */
  readonly limit: "kv" | "tpot" | "memory";
  /** Mean time between tokens at this batch, pauses for other requests' prompts in */
  readonly tpotSeconds: number;
  /** Time to read the uncached part of one prompt */
  readonly prefillSeconds: number;
  /** One decode step of the batch, without those pauses */
  readonly stepSeconds: number;
  readonly requestsPerSecond: number;
}

/**
 * The largest batch that meets the TPOT limit and fits the KV cache, and its request rate.
 *
 * TPOT(B) = step(B) + B · prefill / out: while one request writes its answer, B prompts are read on
 * the same cards. Rate = B / (out · TPOT). Room for KV is taken at the full length in + out, step
 * time at the mean length in + out/2. Ignores queueing, and memory that a shared prefix saves.
 *
 * @see https://jax-ml.github.io/scaling-book/applied-inference/
 * @example replicaAtLoad({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "toy", hbmBytes: 10, hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", inputTokens: 1, outputTokens: 1, hitFraction: 0}).limit // "memory"
 */
export function replicaAtLoad(model: ModelSpec, options: ReplicaOptions): Replica {
  const [replica] = replicasByHit(model, options, [options.hitFraction]);
  return replica as Replica;
}

/**
 * The same replica at several hit rates, in their order.
 *
 * Hits change prefill only, so room for KV and step times are worked out once.
 *
 * @example replicasByHit({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "toy", hbmBytes: 10, hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", inputTokens: 1, outputTokens: 1, hitFraction: 0}, [0, 1]).length // 2
 */
export function replicasByHit(
  model: ModelSpec,
  options: ReplicaOptions,
  hitFractions: readonly number[]
): Replica[] {
  const kvBatch = readersThatFit(model, options);
  const steps = new Map<number, number>();
  const step = (batchSize: number) => {
    const seconds = steps.get(batchSize) ?? meanStepSeconds(model, {...options, batchSize});
    steps.set(batchSize, seconds);
    return seconds;
  };
  return hitFractions.map((hitFraction) => {
    const prefill = tailPrefillSeconds(model, {...options, hitFraction});
    return loadedReplica({kvBatch, prefill, step}, options);
  });
}

interface Loads {
  /** Requests whose cache fits */
  readonly kvBatch: number;
  readonly prefill: number;
  readonly step: (batchSize: number) => number;
}

function loadedReplica(
  {kvBatch, prefill, step}: Loads,
  {outputTokens, tpotLimitSeconds = 0.05}: ReplicaOptions
): Replica {
  const tpot = (batchSize: number) => step(batchSize) + (batchSize * prefill) / outputTokens;
  const batchSize = largestBatch(kvBatch, (b) => tpot(b) <= tpotLimitSeconds);
  const served = Math.max(1, batchSize);
  const tpotSeconds = tpot(served);
  return {
    batchSize,
    limit: kvBatch === 0 ? "memory" : batchSize < kvBatch ? "tpot" : "kv",
    tpotSeconds,
    prefillSeconds: prefill,
    stepSeconds: step(served),
    requestsPerSecond: batchSize / (outputTokens * tpotSeconds)
  };
}

/**
 * Full-load rate of a replica at the worst and the best efficiency measured, requests a second.
 *
 * MFU and MBU both low, then both high (`efficiency.ts`).
 *
 * @example replicaRange({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "toy", hbmBytes: 10, hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", inputTokens: 1, outputTokens: 1, hitFraction: 0}).low // 0
 */
export function replicaRange(
  model: ModelSpec,
  options: ReplicaOptions
): {readonly low: number; readonly high: number} {
  const rate = (mfu: number, mbu: number) =>
    replicaAtLoad(model, {...options, mfu, mbu}).requestsPerSecond;
  return {low: rate(mfuRange.low, mbuRange.low), high: rate(mfuRange.high, mbuRange.high)};
}

/**
 * Time to read the part of a prompt that is not in the prefix cache, seconds.
 *
 * prefill(in) − prefill(h · in): the tail still attends to the cached part.
 *
 * @example tailPrefillSeconds({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", inputTokens: 1, outputTokens: 1, hitFraction: 0, mbu: 1}) // 4.4
 */
export function tailPrefillSeconds(model: ModelSpec, options: ReplicaOptions): number {
  const {inputTokens, hitFraction} = options;
  const cachedTokens = Math.floor(hitFraction * inputTokens);
  const whole = prefillSeconds(model, {...options, promptTokens: inputTokens});
  if (cachedTokens === 0) return whole;
  return Math.max(0, whole - prefillSeconds(model, {...options, promptTokens: cachedTokens}));
}

function meanStepSeconds(
  model: ModelSpec,
  options: ReplicaOptions & {readonly batchSize: number}
): number {
  const contextTokens = options.inputTokens + options.outputTokens / 2;
  return decodeStep(model, {...options, contextTokens}).seconds;
}

function readersThatFit(model: ModelSpec, options: ReplicaOptions): number {
  const {nGpus = 1, inputTokens, outputTokens} = options;
  const tp = options.tp ?? nGpus;
  const fit = memoryFit(model, {
    ...options,
    nGpus,
    tp,
    pp: nGpus / tp,
    contextTokens: inputTokens + outputTokens
  });
  return Number.isNaN(fit.maxReaders) ? 0 : Math.min(fit.maxReaders, MAX_BATCH);
}

/** Largest batch tried: beyond it, a toy model without a cache would run for ever. */
const MAX_BATCH = 65536;

/** The largest b in 0 … max for which `meets(b)`, given that larger batches only do worse. */
function largestBatch(max: number, meets: (batchSize: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (meets(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
