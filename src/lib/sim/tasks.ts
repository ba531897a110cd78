/** What pages ask a worker to simulate, by name. */

import type {GpuSpec} from "../gpu.js";
import {cardPoints, type CardPoint} from "../planner/cards.js";
import {fixesOf, type Fix} from "../planner/fixes.js";
import type {PlanSetup} from "../planner/setup.js";
import {allocatorRuns} from "./allocator-runs.js";
import {blockPoints} from "./block-points.js";
import {batchingChecks} from "./batching-checks.js";
import {SPREADS} from "./axes.js";
import {batchingStudy, type BatchingInputs} from "./batching-run.js";
import {
  compareBatching,
  gainBySpread,
  type BatchingRun,
  type SpreadPoint
} from "./batching-study.js";
import {chunkPictures} from "./chunk-picture.js";
import {prefixCurve, rateCurve, watermarkCurve} from "./curves.js";
import {pagedChecks} from "./paged-checks.js";
import {sharingRows} from "./sharing-study.js";
import {splitCurve} from "./split.js";
import {slotPictures} from "./slot-picture.js";

interface SpreadQuestion {
  readonly inputs: BatchingInputs;
  readonly spreads?: readonly number[];
}

interface PlanQuestion {
  readonly setup: PlanSetup;
  readonly cards: readonly {readonly gpu: GpuSpec; readonly usdPerGpuHour: number}[];
}

/** What else a setup could be. */
interface Alternatives {
  readonly fixes: readonly Fix[];
  readonly points: readonly CardPoint[];
}

const tasks = {
  allocatorRuns,
  blockPoints,
  sharingRows,
  pagedChecks,
  compareBatching: (inputs: BatchingInputs): BatchingRun => compareBatching(batchingStudy(inputs)),
  gainBySpread: ({inputs, spreads = SPREADS}: SpreadQuestion): SpreadPoint[] =>
    gainBySpread(batchingStudy(inputs), spreads),
  slotPictures,
  rateCurve,
  chunkPictures,
  watermarkCurve,
  prefixCurve,
  splitCurve,
  batchingChecks,
  alternatives: ({setup, cards}: PlanQuestion): Alternatives => ({
    fixes: fixesOf(setup),
    points: cardPoints(setup, cards)
  })
} as const;

export type TaskName = keyof typeof tasks;
export type TaskInput<N extends TaskName> = Parameters<(typeof tasks)[N]>[0];
export type TaskOutput<N extends TaskName> = ReturnType<(typeof tasks)[N]>;

export interface TaskRequest {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

export type TaskReply =
  {readonly id: number; readonly output: unknown} | {readonly id: number; readonly message: string};

/**
 * The output of a task.
 *
 * @throws Error for an unknown task, and what the task throws
 * @see https://developer.mozilla.org/en-US/docs/Web/API/Worker/postMessage
 * @example runTask("blockPoints", {capacityTokens: 512, maxModelLen: 8, blockTokens: 4, lengths: {prompt: {kind: "fixed", tokens: 4}, output: {kind: "fixed", tokens: 4}}, requestsPerSecond: 1, nRequests: 4, seed: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}}).length // 9
 */
export function runTask<N extends TaskName>(name: N, input: TaskInput<N>): TaskOutput<N> {
  if (!Object.hasOwn(tasks, name)) throw new Error(`unknown task: ${name}`);
  const task = tasks[name] as (input: TaskInput<N>) => TaskOutput<N>;
  return task(input);
}
