/** What running readers notice when a long prompt arrives, with prompts whole and in pieces. */

import {preparedRun, type Run} from "./run.js";
import {requestsFromRows} from "./requests.js";
import {advanceServing, openServing} from "./simulate.js";

/** A token of the readers that were there before, and how long it was waited for. */
export interface GapPoint {
  readonly isChunked: boolean;
  /** Since the long prompt came */
  readonly timeSeconds: number;
  readonly gapSeconds: number;
}

export interface ChunkPicture {
  readonly isChunked: boolean;
  /** Memory holds the prompt beside its readers; without room there is no picture */
  readonly hasRoom: boolean;
  readonly points: readonly GapPoint[];
  readonly longestSeconds: number;
  /** Wait of the long prompt for its first token; Infinity when readers leave it no turn */
  readonly ttftSeconds: number;
}

export interface ChunkSetup {
  readonly run: Run;
  readonly nReaders: number;
  /** Tokens that each reader has before him */
  readonly contextTokens: number;
  readonly longPromptTokens: number;
}

/** Tokens that readers get before the prompt comes, and after its first. */
const TOKENS_BEFORE = 20;

/**
 * The gaps between tokens of running readers around the arrival of one long prompt, for both ways.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://arxiv.org/abs/2403.02310 (Sarathi-Serve)
 * @example chunkPictures({nReaders: 1, contextTokens: 4, longPromptTokens: 20, run: {capacityTokens: 1000, maxModelLen: 8, memory: {kind: "paged", blockSize: 4}, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 8, chunkedPrefill: true}, workload: {nRequests: 0, arrivals: {kind: "at-once"}, lengths: {prompt: {kind: "fixed", tokens: 1}, output: {kind: "fixed", tokens: 3}}}, seed: 1, mbu: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 44, flopsPerSecond: {bf16: 1e9}}, weightDtype: "bf16", kvDtype: "bf16"}}).length // 2
 */
export function chunkPictures(setup: ChunkSetup): ChunkPicture[] {
  return [false, true].map((isChunked) => chunkPicture(setup, isChunked));
}

function chunkPicture(setup: ChunkSetup, isChunked: boolean): ChunkPicture {
  const {run, nReaders, contextTokens, longPromptTokens} = setup;
  const nPasses = TOKENS_BEFORE + passesFor(setup, isChunked);
  const outputTokens = nPasses + 2 * TOKENS_BEFORE;
  const reader = {arrivalSeconds: 0, promptTokens: contextTokens, outputTokens};
  const long = {arrivalSeconds: 1e6, promptTokens: longPromptTokens, outputTokens: 2};
  const scheduler = {
    ...run.scheduler,
    batching: "continuous" as const,
    chunkedPrefill: isChunked,
    maxSequences: nReaders + 1
  };
  const maxModelLen = Math.max(contextTokens, longPromptTokens) + outputTokens;
  const prepared = preparedRun({...run, scheduler, maxModelLen, closedLoop: null});
  const neededTokens = nReaders * (contextTokens + nPasses) + longPromptTokens;
  if (neededTokens > prepared.config.capacityTokens) {
    const none = {points: [], longestSeconds: NaN, ttftSeconds: NaN};
    return {isChunked, hasRoom: false, ...none};
  }
  const rows = [...Array.from({length: nReaders}, () => reader), long];
  const s = openServing(prepared.config, requestsFromRows(rows), prepared.step);
  while (s.decodeStep < TOKENS_BEFORE && advanceServing(s, {maxPasses: 1}));
  const arrival = s.timeSeconds;
  s.records.arrivalSeconds[nReaders] = arrival;
  const points = gapsUntil(s, {isChunked, arrival, request: nReaders, nPasses});
  const firstTokenSeconds = s.records.firstTokenSeconds[nReaders]!;
  return {
    isChunked,
    hasRoom: true,
    points,
    longestSeconds: Math.max(...points.map(({gapSeconds}) => gapSeconds)),
    ttftSeconds: Number.isNaN(firstTokenSeconds) ? Infinity : firstTokenSeconds - arrival
  };
}

/** Passes that the prompt takes; as many as it takes to show that it gets no turn, where none is left. */
function passesFor({run, nReaders, longPromptTokens}: ChunkSetup, isChunked: boolean): number {
  const piece = run.scheduler.maxBatchedTokens - nReaders;
  return isChunked && piece > 0 ? Math.ceil(longPromptTokens / piece) : TOKENS_BEFORE;
}

/** Tokens of the readers until some time after the long prompt has its first. */
function gapsUntil(
  s: ReturnType<typeof openServing>,
  {
    isChunked,
    arrival,
    request,
    nPasses
  }: {isChunked: boolean; arrival: number; request: number; nPasses: number}
): GapPoint[] {
  const points: GapPoint[] = [];
  let [last, step, after] = [s.timeSeconds, s.decodeStep, 0];
  for (let passes = 0; passes < 2 * (nPasses + TOKENS_BEFORE) && after < TOKENS_BEFORE; passes++) {
    if (!advanceServing(s, {maxPasses: 1})) break;
    if (!Number.isNaN(s.records.firstTokenSeconds[request])) after++;
    if (s.decodeStep === step) continue;
    points.push({
      isChunked,
      timeSeconds: s.timeSeconds - arrival,
      gapSeconds: s.timeSeconds - last
    });
    [last, step] = [s.timeSeconds, s.decodeStep];
  }
  return points;
}
