/** What a simulated engine is set up with. */

import type {MemoryConfig} from "./memory.js";

export interface ServingConfig {
  readonly memory: MemoryConfig;
  /** Tokens of KV cache that fit, all cards of the replica together */
  readonly capacityTokens: number;
  /** Longest prompt and answer together, tokens; longer requests are refused */
  readonly maxModelLen: number;
  readonly scheduler: SchedulerConfig;
  /** Users who each wait for their answer before they ask again; null: requests come when they come */
  readonly closedLoop?: ClosedLoop | null;
  /** Keep who was in which slot when, for pictures of short runs */
  readonly keepsSlots?: boolean;
}

export interface SchedulerConfig {
  /** static: a batch starts together, and its places stay taken until its last answer ends;
   * continuous: whoever ends makes room at the next pass */
  readonly batching: "static" | "continuous";
  /** Most sequences at once */
  readonly maxSequences: number;
  /** Most tokens in one pass; without chunks a longer prompt passes alone */
  readonly maxBatchedTokens: number;
  /** Prompts are read in pieces beside the decodes; else whole prompts go first and decodes wait */
  readonly chunkedPrefill: boolean;
  /** Who comes next: first come, or the longest beginning in the prefix cache */
  readonly order?: "fcfs" | "longest-prefix";
  /** Where pre-empted sequences go: recompute throws their cache away, swap sends it to host memory */
  readonly preemption?: Preemption;
}

export type Preemption =
  | {readonly kind: "recompute"}
  | {
      readonly kind: "swap";
      /** Room in host memory; beyond it sequences are recomputed */
      readonly capacityTokens: number;
      /** Tokens of cache that the link moves in a second, each way */
      readonly tokensPerSecond: number;
    };

export interface ClosedLoop {
  readonly nUsers: number;
  /** Seconds between an answer and the next question */
  readonly thinkSeconds: number;
}

/**
 * The config itself when its figures are usable.
 *
 * @throws RangeError naming the field and the value
 * @example checkedConfig({memory: {kind: "contiguous", reserve: "max"}, capacityTokens: 100, maxModelLen: 10, scheduler: {batching: "static", maxSequences: 4, maxBatchedTokens: 10, chunkedPrefill: false}}).capacityTokens // 100
 */
export function checkedConfig(config: ServingConfig): ServingConfig {
  const {memory, scheduler, closedLoop} = config;
  const {preemption} = scheduler;
  whole("capacityTokens", config.capacityTokens);
  whole("maxModelLen", config.maxModelLen);
  whole("maxBatchedTokens", scheduler.maxBatchedTokens);
  if (scheduler.maxSequences !== Infinity) whole("maxSequences", scheduler.maxSequences);
  if (memory.kind === "paged") {
    whole("blockSize", memory.blockSize);
    fraction("watermarkFraction", memory.watermarkFraction ?? 0);
  }
  if (closedLoop) {
    whole("nUsers", closedLoop.nUsers);
    positive("thinkSeconds", closedLoop.thinkSeconds, 0);
  }
  if (preemption?.kind === "swap") {
    positive("swap capacityTokens", preemption.capacityTokens, 0);
    positive("swap tokensPerSecond", preemption.tokensPerSecond, Number.MIN_VALUE);
  }
  return config;
}

function whole(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 30) {
    throw new RangeError(`invalid ${name}: ${value}`);
  }
}

function fraction(name: string, value: number): void {
  if (!(value >= 0 && value < 1)) throw new RangeError(`invalid ${name}: ${value}`);
}

function positive(name: string, value: number, least: number): void {
  if (!(value >= least && value < Infinity)) throw new RangeError(`invalid ${name}: ${value}`);
}
