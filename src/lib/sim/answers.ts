/** One-line answers of the pages that simulate, at their defaults, for the chapter map. */

import type {Answerer, HomeData, Reader} from "../answers/home.js";
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
  "continuous-batching": continuousBatchingAnswer
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

function lawNamed(name: string) {
  if (name === "sharegpt" || name === "alpaca") return requestLaws[name];
  throw new Error(`unknown law in defaults: ${name}`);
}

function withId<T extends {readonly id: string}>(things: readonly T[], id: string): T {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Error(`unknown id in defaults: ${id}`);
  return thing;
}
