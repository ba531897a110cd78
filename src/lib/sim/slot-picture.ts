/** Who sat in which place when: the same requests in static and in continuous batches. */

import {preparedRun, type Run} from "./run.js";
import {simulateServing} from "./simulate.js";
import type {SchedulerConfig} from "./config.js";
import type {SlotSpan} from "./slots.js";

export interface SlotPicture {
  readonly batching: SchedulerConfig["batching"];
  readonly spans: readonly SlotSpan[];
  readonly nSlots: number;
  /** When the last answer ends */
  readonly endSeconds: number;
  readonly outputTokensPerSecond: number;
  /** Share of the places' time in which nobody is read or written */
  readonly idleFraction: number;
}

/** Requests and places of a picture: few enough to see each. */
const N_REQUESTS = 40;
const MAX_SLOTS = 12;

/**
 * A short queue through both schedulers, with every stay in a place.
 *
 * All requests wait at the start, so nothing but the scheduler leaves places empty.
 *
 * @throws RangeError naming the field that is wrong
 * @see https://www.usenix.org/conference/osdi22/presentation/yu figure 3
 * @example slotPictures({capacityTokens: 64, maxModelLen: 8, memory: {kind: "paged", blockSize: 4}, scheduler: {batching: "continuous", maxSequences: 4, maxBatchedTokens: 8, chunkedPrefill: true}, workload: {nRequests: 2, arrivals: {kind: "at-once"}, lengths: {prompt: {kind: "fixed", tokens: 1}, output: {kind: "fixed", tokens: 3}}}, seed: 1, mbu: 1, model: {hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {hbmBytesPerSecond: 44, flopsPerSecond: {bf16: 1e9}}, weightDtype: "bf16", kvDtype: "bf16"}).length // 2
 */
export function slotPictures(run: Run): SlotPicture[] {
  const maxSequences = Math.min(run.scheduler.maxSequences, MAX_SLOTS);
  return (["static", "continuous"] as const).map((batching) => {
    const scheduler = {...run.scheduler, batching, maxSequences};
    const workload = {...run.workload, nRequests: N_REQUESTS, arrivals: {kind: "at-once"} as const};
    const {config, requests, step} = preparedRun({...run, scheduler, workload, closedLoop: null});
    const s = simulateServing({...config, keepsSlots: true}, requests, {step});
    const taken = s.spans
      .filter(({phase}) => phase !== "held")
      .reduce((sum, {fromSeconds, toSeconds}) => sum + toSeconds - fromSeconds, 0);
    return {
      batching,
      spans: s.spans,
      nSlots: maxSequences,
      endSeconds: s.timeSeconds,
      outputTokensPerSecond: s.tally.outputTokens / s.timeSeconds,
      idleFraction: 1 - taken / (maxSequences * s.timeSeconds)
    };
  });
}
