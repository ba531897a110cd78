/** One stream through four allocators: memory place by place in time, and what each makes of it. */

import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import {ALLOCATOR_NAMES} from "./axes.js";
import {allocators, type AllocatorName} from "./allocator-study.js";
import type {ServingConfig} from "./config.js";
import type {RequestLaw} from "./lengths.js";
import type {MemoryConfig} from "./memory.js";
import {memoryCells} from "./memory-cells.js";
import {memoryMap} from "./memory-map.js";
import {memoryShares, type MemoryShares} from "./metrics.js";
import type {Serving} from "./serving.js";
import {advanceServing, openServing} from "./simulate.js";
import {stepModel} from "./step.js";
import {markOf, sinceMark, type Mark} from "./window.js";
import {requestsOf} from "./workload.js";

export interface StreamSetup {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  readonly capacityTokens: number;
  readonly maxModelLen: number;
  readonly blockTokens: number;
  readonly lengths: RequestLaw;
  readonly requestsPerSecond: number;
  /** Requests that pages answer until the stream ends, at least */
  readonly nRequests: number;
  readonly seed: number;
}

/** What an allocator makes of the second half of a stream, when memory has filled. */
export interface AllocatorSummary {
  readonly name: AllocatorName;
  readonly shares: MemoryShares;
  readonly meanRunning: number;
  readonly outputTokensPerSecond: number;
  readonly refused: number;
}

export interface AllocatorMoment {
  readonly name: AllocatorName;
  readonly timeSeconds: number;
  readonly usedFraction: number;
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
  /** (cells): what fills most of each stretch of memory, as `cellOf` reads it */
  readonly cells: Uint16Array;
}

export interface AllocatorRun extends AllocatorSummary {
  readonly moments: readonly AllocatorMoment[];
}

/** Cells of a picture, and moments of a run that are kept; an even number. */
export const N_CELLS = 960;
const N_MOMENTS = 96;

/**
 * The same requests through the four allocators, for the same time, with pictures of memory.
 *
 * A stream goes on until pages have answered enough requests for memory to be full, if the rate
 * fills it: the second half does not depend on how fast the requests come. At most 1,024 run at once.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 figures 2 and 3
 * @example allocatorRuns({capacityTokens: 64, maxModelLen: 8, blockTokens: 4, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, requestsPerSecond: 1, nRequests: 4, seed: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}}).length // 4
 */
export function allocatorRuns({
  names = ALLOCATOR_NAMES,
  ...setup
}: StreamSetup & {readonly names?: readonly AllocatorName[]}): AllocatorRun[] {
  return names.map((name) => {
    const moments: AllocatorMoment[] = [];
    // one buffer for all moments: it travels from a worker as one
    const pictures = new Uint16Array(N_MOMENTS * N_CELLS);
    const summary = runStream(name, setup, (s) => {
      const start = moments.length * N_CELLS;
      const cells = pictures.subarray(start, start + N_CELLS);
      cells.set(memoryCells(memoryMap(s), N_CELLS));
      moments.push({...momentOf(name, s), cells});
    });
    return {...summary, moments};
  });
}

/**
 * The same without pictures: what each allocator makes of the stream.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2309.06180 figure 2
 * @example allocatorSummary("paged", {capacityTokens: 64, maxModelLen: 8, blockTokens: 4, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, requestsPerSecond: 1, nRequests: 4, seed: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}}).refused // 0
 */
export function allocatorSummary(name: AllocatorName, setup: StreamSetup): AllocatorSummary {
  return runStream(name, setup, () => {});
}

/** Runs a stream to its end and stops at even moments. */
function runStream(
  name: AllocatorName,
  setup: StreamSetup,
  look: (s: Serving) => void
): AllocatorSummary {
  const endSeconds = streamSeconds(setup);
  const mean = setup.requestsPerSecond * endSeconds;
  // so many that the last comes after the end
  const nRequests = Math.ceil(mean + 5 * Math.sqrt(mean) + 10);
  const s = openStream(memoryOf(name, setup.blockTokens), setup, nRequests);
  let half: Mark = markOf(s);
  for (let m = 1; m <= N_MOMENTS; m++) {
    advanceServing(s, {untilSeconds: (endSeconds * m) / N_MOMENTS});
    look(s);
    if (2 * m === N_MOMENTS) half = markOf(s);
  }
  const {totals, outputTokens} = sinceMark(s, half);
  return {
    name,
    shares: memoryShares({memory: s.memory, totals}),
    meanRunning: totals.running / totals.busySeconds,
    outputTokensPerSecond: outputTokens / totals.seconds,
    refused: s.tally.refused
  };
}

/** Sequences at once, as vLLM allows on large cards. */
const MAX_RUNNING = 1024;

/** How often the tokens that memory holds come anew until a stream ends. */
const FILLS = 4;
const MAX_ANSWERS = 3000;

/** When pages of 16 have answered enough requests. */
function streamSeconds(setup: StreamSetup): number {
  const {capacityTokens, lengths, maxModelLen, nRequests, seed} = setup;
  const arrivals = {kind: "at-once"} as const;
  const drawn = requestsOf({nRequests, arrivals, lengths, maxModelLen}, seed);
  // a request holds its prompt and, on the way, half its answer
  const held = drawn.promptTokens.reduce((sum, p, i) => sum + p + drawn.outputTokens[i]! / 2, 0);
  const fill = (FILLS * capacityTokens * nRequests) / held;
  const nAnswers = Math.max(nRequests, Math.min(MAX_ANSWERS, Math.ceil(fill)));
  const s = openStream(allocators.paged, setup, 2 * nAnswers);
  while (s.tally.finished + s.tally.refused < nAnswers && advanceServing(s, {maxPasses: 20}));
  return s.timeSeconds;
}

function memoryOf(name: AllocatorName, blockSize: number): MemoryConfig {
  const memory = allocators[name];
  return memory.kind === "paged" ? {...memory, blockSize} : memory;
}

function openStream(memory: MemoryConfig, setup: StreamSetup, nRequests: number): Serving {
  const {model, gpu, capacityTokens, maxModelLen, lengths, seed} = setup;
  const arrivals = {kind: "poisson", requestsPerSecond: setup.requestsPerSecond} as const;
  const config: ServingConfig = {
    memory,
    capacityTokens,
    maxModelLen,
    scheduler: {
      batching: "continuous",
      maxSequences: MAX_RUNNING,
      maxBatchedTokens: Math.max(2560, maxModelLen),
      chunkedPrefill: false
    }
  };
  const requests = requestsOf({nRequests, arrivals, lengths, maxModelLen}, seed);
  const step = stepModel(model, {gpu, weightDtype: "bf16", kvDtype: "bf16"});
  return openServing(config, requests, step);
}

function momentOf(name: AllocatorName, s: Serving): Omit<AllocatorMoment, "cells"> {
  return {
    name,
    timeSeconds: s.timeSeconds,
    usedFraction: s.memory.usedTokens / s.memory.capacityTokens,
    running: s.slots.order.size,
    waiting: s.queue.size,
    refused: s.tally.refused
  };
}
