/** What a planner is asked: model, cards, engine, load and limits. */

import type {KvDtype, WeightDtype} from "../dtype.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";

export type EngineName = "vllm" | "sglang" | "llama.cpp";

export interface PlanSetup {
  readonly model: ModelSpec;
  /** Bytes of all weights, where they are known exactly (a file); null: by formula */
  readonly weightBytes: number | null;
  readonly gpu: GpuSpec;
  readonly nGpus: number;
  /** Cards that share each layer; replicas take the rest */
  readonly tp: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly engine: EngineName;
  /** Share of a card's memory that the engine takes */
  readonly utilization: number;
  /** Activations, graphs and libraries on each card, bytes */
  readonly overheadBytes: number;
  readonly blockTokens: number;
  readonly maxBatchedTokens: number;
  /** Longest request, tokens: what memory is planned for */
  readonly contextTokens: number;
  /** Readers at once, all replicas together */
  readonly nReaders: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly ttftSeconds: number;
  readonly tpotSeconds: number;
  readonly usdPerGpuHour: number;
  readonly mfu: number;
  readonly mbu: number;
}

/** How readers are shared out. */
export interface Replicas {
  readonly nReplicas: number;
  /** Cards of no replica: paid for, and idle */
  readonly nIdleGpus: number;
  /** Readers on the busiest replica */
  readonly readersPerReplica: number;
}

/**
 * Replicas of tp cards each, and the readers of the busiest.
 *
 * @see https://docs.vllm.ai/en/latest/serving/data_parallel_deployment.html
 * @example replicasOf({nGpus: 3, tp: 2, nReaders: 32}) // {nReplicas: 1, nIdleGpus: 1, readersPerReplica: 32}
 */
export function replicasOf({
  nGpus,
  tp,
  nReaders
}: Pick<PlanSetup, "nGpus" | "tp" | "nReaders">): Replicas {
  const nReplicas = Math.floor(nGpus / tp);
  return {
    nReplicas,
    nIdleGpus: nGpus - nReplicas * tp,
    readersPerReplica: Math.ceil(nReaders / nReplicas)
  };
}
