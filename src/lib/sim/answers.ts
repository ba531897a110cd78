/** One-line answers of the pages that simulate, at their defaults, for the chapter map. */

import type {Answerer, HomeData, Reader} from "../answers/home.js";
import {planOf} from "../planner/plan.js";
import {planAnswer} from "../planner/words.js";
import {allocatorSummary} from "./allocator-runs.js";
import {batchingStudy, type BatchingInputs} from "./batching-run.js";
import {compareBatching} from "./batching-study.js";
import {batchingAnswer} from "./batching-words.js";
import {requestLaws} from "./lengths.js";
import {pagedAnswer} from "./paged-words.js";
import {streamOf} from "./stream.js";

/** By name of the page. */
export const servingAnswerers: Readonly<Record<string, Answerer>> = {
  "paged-attention": pagedAttentionAnswer,
  "continuous-batching": continuousBatchingAnswer,
  "capacity-planner": capacityPlannerAnswer
};

/**
 * The answer of paged-attention at its defaults.
 *
 * @throws Error naming a default that is missing or unknown
 * @example pagedAttentionAnswer.name // "pagedAttentionAnswer"
 */
export function pagedAttentionAnswer(read: Reader, {models, gpus}: HomeData): string {
  const blockTokens = read.number("block");
  const setup = streamOf({
    model: withId(models, read.text("m")),
    gpu: withId(gpus, read.text("gpu")),
    kvBytes: read.number("kvmem"),
    maxModelLen: read.number("max"),
    blockTokens,
    lengths: lawNamed(read.text("law")),
    requestsPerSecond: read.number("rate"),
    seed: read.number("seed")
  });
  const runs = (["max", "paged"] as const).map((name) => allocatorSummary(name, setup));
  return pagedAnswer(runs, blockTokens).text;
}

/**
 * The answer of continuous-batching at its defaults.
 *
 * @throws Error naming a default that is missing or unknown
 * @example continuousBatchingAnswer.name // "continuousBatchingAnswer"
 */
export function continuousBatchingAnswer(read: Reader, {models, gpus}: HomeData): string {
  const inputs: BatchingInputs = {
    model: withId(models, read.text("m")),
    gpu: withId(gpus, read.text("gpu")),
    tp: read.number("tp"),
    weightDtype: read.weightDtype("wdt"),
    kvDtype: read.kvDtype("kvdt"),
    lengths: lawNamed(read.text("law")),
    requestsPerSecond: read.number("rate"),
    maxSequences: read.number("seqs"),
    maxBatchedTokens: read.number("budget"),
    chunkedPrefill: true,
    watermarkFraction: read.number("wm"),
    sharedFraction: read.number("share"),
    order: "fcfs",
    level: {ttftSeconds: read.number("ttft"), tpotSeconds: read.number("tpot")},
    seed: read.number("seed")
  };
  return batchingAnswer(compareBatching(batchingStudy(inputs))).text;
}

/**
 * The answer of capacity-planner at its defaults.
 *
 * @throws Error naming a default that is missing or unknown
 * @example capacityPlannerAnswer.name // "capacityPlannerAnswer"
 */
export function capacityPlannerAnswer(read: Reader, {models, gpus}: HomeData): string {
  return planAnswer(
    planOf({
      model: withId(models, read.text("m")),
      weightBytes: null,
      gpu: withId(gpus, read.text("gpu")),
      nGpus: read.number("n"),
      tp: read.number("tp"),
      weightDtype: read.weightDtype("wdt"),
      kvDtype: read.kvDtype("kvdt"),
      engine: "vllm",
      utilization: read.number("util"),
      overheadBytes: read.number("overhead"),
      blockTokens: read.number("blk"),
      maxBatchedTokens: read.number("mnbt"),
      contextTokens: read.number("ctx"),
      nReaders: read.number("batch"),
      promptTokens: read.number("prompt"),
      outputTokens: read.number("answer"),
      ttftSeconds: read.number("ttft"),
      tpotSeconds: read.number("tpot"),
      usdPerGpuHour: read.number("usdh"),
      mfu: read.number("mfu"),
      mbu: read.number("mbu")
    })
  );
}

function lawNamed(name: string) {
  if (name === "sharegpt" || name === "alpaca") return requestLaws[name];
  throw new Error(`unknown law in defaults: ${name}`);
}

function withId<T extends {readonly id: string}>(things: readonly T[], id: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown id in defaults: ${id}`);
  return thing;
}
