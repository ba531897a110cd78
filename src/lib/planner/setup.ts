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
