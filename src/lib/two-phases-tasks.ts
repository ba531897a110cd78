/** The tasks of the page two-phases, with answers computed from the catalog. */

import {byId} from "./by-id.js";
import {memoryFit} from "./fit.js";
import {formatCount, formatRate, formatSeconds} from "./format.js";
import type {GpuSpec} from "./gpu.js";
import type {ModelSpec} from "./model.js";
import {crossoverBatch} from "./phases.js";
import {decodeStep, type StepOptions} from "./roofline.js";

export interface Task {
  readonly task: string;
  readonly answer: string;
}

export interface TaskData {
  readonly models: readonly ModelSpec[];
  readonly gpus: readonly GpuSpec[];
}

const CONTEXT = 8192;

/**
 * Three tasks: compute-bound on a small card, what a longer context does, what more cards do.
 *
 * @throws Error when the catalog lacks one of the models or cards
 * @example twoPhasesTasks.length // 1
 */
export function twoPhasesTasks({models, gpus}: TaskData): Task[] {
  const h100 = plain(byId(gpus, "h100-sxm"));
  const llama70b = byId(models, "llama3.1-70b");
  const l4 = plain(byId(gpus, "l4"));
  return [
    smallCard(byId(models, "llama3.1-8b"), l4),
    longerContext(llama70b, h100),
    moreCards(llama70b, h100)
  ];
}

function plain(gpu: GpuSpec): StepOptions {
  return {gpu, weightDtype: "bf16", kvDtype: "bf16"};
}

function smallCard(model: ModelSpec, options: StepOptions): Task {
  const atPeak = crossoverBatch(model, {...options, mfu: 1, mbu: 1});
  const usual = crossoverBatch(model, options);
  const {maxReaders} = memoryFit(model, {...options, contextTokens: CONTEXT});
  return {
    task: "Find the batch at which an 8B in bf16 on an L4 becomes compute-bound. Does it ever get there?",
    answer: `At the card's peaks with ${formatCount(Math.ceil(atPeak))} readers, at the usual efficiencies with ${formatCount(Math.ceil(usual))}. But its memory holds only ${formatCount(maxReaders)} readers of 8,192 tokens beside the weights: memory ends long before arithmetic is the limit.`
  };
}

function longerContext(model: ModelSpec, options: StepOptions): Task {
  const seconds = (contextTokens: number) =>
    formatSeconds(decodeStep(model, {...options, contextTokens, batchSize: 32}).seconds);
  return {
    task: "Put 32 readers into the batch and double the context. Why does only decode move?",
    answer: `Each step reads every reader's cache: ${seconds(CONTEXT)} become ${seconds(2 * CONTEXT)} for the 70B on an H100. The prompt's length, not the context, is what prefill depends on; its cache is written once.`
  };
}

function moreCards(model: ModelSpec, options: StepOptions): Task {
  const speed = (nGpus: number) =>
    1 / decodeStep(model, {...options, nGpus, contextTokens: CONTEXT}).seconds;
  const [two, eight] = [speed(2), speed(8)];
  return {
    task: "Give one reader of the 70B eight H100 instead of two. Is writing four times as fast?",
    answer: `No: ${formatRate(two, "tokens/s")} become ${formatRate(eight, "tokens/s")}. Each of the 80 layers ends in two all-reduces, and these take their time however little they carry: ${formatSeconds(linkSeconds(model, {...options, nGpus: 8}))} of every step.`
  };
}

function linkSeconds(model: ModelSpec, options: StepOptions): number {
  return decodeStep(model, {...options, contextTokens: CONTEXT}).interconnectSeconds;
}
