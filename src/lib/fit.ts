/** Does it fit: weights, KV cache and overhead against the memory of the cards. */

import type {KvDtype, WeightDtype} from "./dtype.js";
import {programBytes, type GpuSpec} from "./gpu.js";
import {kvBytes, kvProfile, kvTokensWithin, type KvProfile} from "./kv.js";
import type {ModelSpec} from "./model.js";
import {stageModel} from "./pipeline.js";
import {weightBytes, weightBytesByStage} from "./weights.js";

export interface FitOptions {
  readonly gpu: Pick<GpuSpec, "name" | "hbmBytes">;
  readonly nGpus?: number;
  /** GPUs that share each layer */
  readonly tp?: number;
  /** Pipeline stages */
  readonly pp?: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly contextTokens: number;
  /** Sequences held at once, by all replicas together */
  readonly batchSize?: number;
  /** Share of the card's memory that the engine takes */
  readonly utilization?: number;
  /** Activations, graphs and libraries on each card, bytes */
  readonly overheadBytes?: number;
  readonly mlaExpanded?: boolean;
}

/** What the fullest GPU holds, and what it could. */
export interface MemoryFit {
  readonly fits: boolean;
  /** Replicas of tp · pp cards each; cards left over stay idle */
  readonly nReplicas: number;
  /** Sequences on the busiest replica */
  readonly readersPerReplica: number;
  readonly weightBytesPerGpu: number;
  readonly kvBytesPerGpu: number;
  readonly overheadBytes: number;
  /** Memory that programs see on one card */
  readonly gpuBytes: number;
  /** utilization · gpuBytes: what the engine may take */
  readonly budgetBytes: number;
  /** Budget left; 0 when short */
  readonly freeBytes: number;
  /** Budget lacking; 0 when it fits */
  readonly shortBytes: number;
  /** Longest context that these readers can hold; negative when the weights alone do not fit */
  readonly maxContextTokens: number;
  /** Most readers at this context, all replicas together */
  readonly maxReaders: number;
}

/** vLLM's default share of a card. */
export const DEFAULT_UTILIZATION = 0.9;
/** Activations, CUDA graphs and libraries; vLLM logs show 2.1 to 7.4 GiB. */
export const DEFAULT_OVERHEAD_BYTES = 2 * 2 ** 30;

interface Stage {
  readonly weightBytes: number;
  readonly profile: KvProfile;
  /** Budget less weights and overhead, bytes */
  readonly roomBytes: number;
}

/**
 * The memory of the fullest GPU against its budget, with the longest context and the most readers.
 *
 * utilization · memory − weights − overhead is room for KV; every pipeline stage must hold the KV
 * of its own layers, so the stage with the least room decides.
 * Ignores block rounding and activations that grow with the prompt.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example memoryFit({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "toy", hbmBytes: 100}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1, overheadBytes: 0}).freeBytes // 6
 */
export function memoryFit(model: ModelSpec, options: FitOptions): MemoryFit {
  const {nGpus = 1, tp = 1, pp = 1, batchSize = 1, contextTokens} = options;
  const {utilization = DEFAULT_UTILIZATION, overheadBytes = DEFAULT_OVERHEAD_BYTES} = options;
  const gpuBytes = programBytes(options.gpu);
  const budgetBytes = utilization * gpuBytes;
  const nReplicas = Math.floor(nGpus / (tp * pp));
  const readersPerReplica = Math.ceil(batchSize / nReplicas);
  const stages = stagesOf(model, {...options, roomBytes: budgetBytes - overheadBytes});
  const {stage, spareBytes} = fullest(stages, {readersPerReplica, contextTokens});
  return {
    fits: spareBytes >= 0,
    nReplicas,
    readersPerReplica,
    weightBytesPerGpu: stage.weightBytes,
    kvBytesPerGpu: stage.roomBytes - spareBytes,
    overheadBytes,
    gpuBytes,
    budgetBytes,
    freeBytes: Math.max(0, spareBytes),
    shortBytes: Math.max(0, -spareBytes),
    maxContextTokens: Math.min(...stages.map((s) => contextWithin(s, readersPerReplica))),
    maxReaders: nReplicas * Math.min(...stages.map((s) => readersWithin(s, contextTokens)))
  };
}

function fullest(
  stages: readonly [Stage, ...Stage[]],
  {readersPerReplica, contextTokens}: {readersPerReplica: number; contextTokens: number}
): {readonly stage: Stage; readonly spareBytes: number} {
  return stages
    .map((stage) => {
      const bytes = readersPerReplica * kvBytes(stage.profile, contextTokens);
      return {stage, spareBytes: stage.roomBytes - bytes};
    })
    .reduce((least, next) => (next.spareBytes < least.spareBytes ? next : least));
}

function stagesOf(
  model: ModelSpec,
  {tp = 1, pp = 1, weightDtype, kvDtype, mlaExpanded, roomBytes}: FitOptions & {roomBytes: number}
): readonly [Stage, ...Stage[]] {
  const stages = weightBytesByStage(model, weightDtype, {tp, pp}).map((bytes, stage) => ({
    weightBytes: bytes,
    profile: kvProfile(stageModel(model, {stage, pp}), kvDtype, {tp, mlaExpanded}),
    roomBytes: roomBytes - bytes
  }));
  return stages as [Stage, ...Stage[]];
}

function readersWithin({profile, roomBytes}: Stage, contextTokens: number): number {
  return roomBytes < 0 ? 0 : Math.floor(roomBytes / kvBytes(profile, contextTokens));
}

function contextWithin({profile, roomBytes}: Stage, readersPerReplica: number): number {
  return kvTokensWithin(profile, roomBytes / readersPerReplica);
}

/**
 * The longest context of one reader whose KV cache is no larger than all weights.
 *
 * LLaMA-3.1-8B in bf16: 122,532 tokens. Infinity when the cache stops growing before that.
 *
 * @example crossingTokens({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {weightDtype: "bf16", kvDtype: "bf16"}) // Infinity
 */
export function crossingTokens(
  model: ModelSpec,
  {weightDtype, kvDtype}: Pick<FitOptions, "weightDtype" | "kvDtype">
): number {
  return kvTokensWithin(kvProfile(model, kvDtype), weightBytes(model, weightDtype));
}
