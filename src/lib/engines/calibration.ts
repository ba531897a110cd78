/** What a log says about a machine that formulas cannot know, and where it differs from ours. */

import type {LogKey} from "./log-patterns.js";

type Figures = Readonly<Partial<Record<LogKey, number>>>;

/** Memory that is neither weights nor KV, as one machine showed it. */
export interface Calibration {
  /** Bytes beside weights and KV, of the memory that the engine may take */
  readonly overheadBytes: number;
  readonly activationBytes: number | null;
  readonly nonTorchBytes: number | null;
  /** Printed weights over ours */
  readonly weightRatio: number | null;
}

/**
 * Overhead and weights of one machine, from its log.
 *
 * Overhead is what the engine prints as activations, non-torch memory and graphs; where it prints
 * none of them, its share of the card less weights and KV. null when the log says too little.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example calibrationOf({totalBytes: 100, utilization: 0.9, weightBytes: 50, kvBytes: 30}, {weightBytes: 40}).overheadBytes // 10
 */
export function calibrationOf(
  log: Figures,
  ours: {readonly weightBytes: number; readonly totalBytes?: number}
): Calibration | null {
  const {weightBytes, kvBytes, utilization = 0.9} = log;
  const totalBytes = log.totalBytes ?? ours.totalBytes;
  const printed = [log.activationBytes, log.nonTorchBytes, log.graphBytes];
  const overhead = printed.some((part) => part !== undefined)
    ? printed.reduce<number>((sum, part) => sum + (part ?? 0), 0)
    : leftOver({totalBytes, utilization, weightBytes, kvBytes});
  if (overhead === null) return null;
  return {
    overheadBytes: overhead,
    activationBytes: log.activationBytes ?? null,
    nonTorchBytes: log.nonTorchBytes ?? null,
    weightRatio: weightBytes === undefined ? null : weightBytes / ours.weightBytes
  };
}

function leftOver({totalBytes, utilization = 0.9, weightBytes, kvBytes}: Figures): number | null {
  if (totalBytes === undefined || weightBytes === undefined || kvBytes === undefined) return null;
  return totalBytes * utilization - weightBytes - kvBytes;
}

/** A figure of a log beside ours. */
export interface LogComparison {
  readonly key: LogKey;
  readonly printed: number;
  readonly ours: number;
  /** Ours over printed, less 1 */
  readonly differenceFraction: number;
}

/**
 * Figures of a log that we have too, side by side, in the order of the log.
 *
 * @see https://github.com/vllm-project/vllm/issues/10517
 * @example comparedFigures({nBlocks: 1478}, {nBlocks: 1479})[0].ours // 1479
 */
export function comparedFigures(log: Figures, ours: Figures): LogComparison[] {
  const keys = Object.keys(log) as LogKey[];
  return keys.flatMap((key) => {
    const printed = log[key];
    const own = ours[key];
    if (printed === undefined || own === undefined) return [];
    return [{key, printed, ours: own, differenceFraction: own / printed - 1}];
  });
}
