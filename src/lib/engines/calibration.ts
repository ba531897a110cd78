/** What a log says about a machine that formulas cannot know, and where it differs from ours. */

import type {LogFigures} from "./log.js";
import type {LogKey} from "./log-patterns.js";

/** Memory that is neither weights nor KV, as one machine showed it. */
export interface Calibration {
  /** Bytes beside weights and KV, of the memory that the engine may take; negative: it took more */
  readonly overheadBytes: number;
  /** What the bytes are made of */
  readonly from: "activations" | "compute buffers" | "what is left over";
}

/**
 * Overhead of one machine, from its log.
 *
 * llama.cpp: its compute buffers, for it leaves the rest of a card free. Else activations and
 * non-torch memory where they are printed; else the engine's share of the card less weights and KV.
 * Graphs that vLLM captures after its profile are beside that share. null when the log says too
 * little.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example calibrationOf({engine: "vllm", totalBytes: 100, utilization: 0.9, weightBytes: 50, kvBytes: 30}, {totalBytes: 80, utilization: 0.8}).overheadBytes // 10
 */
export function calibrationOf(
  log: LogFigures,
  ours: {readonly totalBytes: number; readonly utilization: number}
): Calibration | null {
  const {engine, computeBytes, activationBytes, nonTorchBytes = 0, weightBytes, kvBytes} = log;
  if (engine === "llama.cpp") {
    if (computeBytes === undefined) return null;
    return {overheadBytes: computeBytes, from: "compute buffers"};
  }
  if (activationBytes !== undefined) {
    return {overheadBytes: activationBytes + nonTorchBytes, from: "activations"};
  }
  if (!weightBytes || kvBytes === undefined) return null;
  const {totalBytes, utilization} = {...ours, ...log};
  const overheadBytes = totalBytes * utilization - weightBytes - kvBytes;
  return {overheadBytes, from: "what is left over"};
}

/** A figure of a log beside ours. */
export interface LogComparison {
  readonly key: LogKey;
  readonly printed: number;
  readonly ours: number;
  /** Ours over printed, less 1; null where the log prints nothing to divide by */
  readonly differenceFraction: number | null;
}

/**
 * Figures of a log that we have too, side by side, in the order of the log.
 *
 * @see https://github.com/vllm-project/vllm/issues/10517
 * @example comparedFigures({engine: "vllm", nBlocks: 1478}, {nBlocks: 1479})[0].ours // 1479
 */
export function comparedFigures(
  log: LogFigures,
  ours: Readonly<Partial<Record<LogKey, number>>>
): LogComparison[] {
  const keys = Object.keys(log).filter((key): key is LogKey => Object.hasOwn(ours, key));
  return keys.flatMap((key) => {
    const printed = log[key];
    const own = ours[key];
    if (printed === undefined || own === undefined) return [];
    return [{key, printed, ours: own, differenceFraction: printed > 0 ? own / printed - 1 : null}];
  });
}
