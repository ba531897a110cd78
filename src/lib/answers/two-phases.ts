import {chapterBytes} from "../ceilings.js";
import type {KvDtype, WeightDtype} from "../dtype.js";
import {memoryFit} from "../fit.js";
import {formatRate} from "../format.js";
import type {GpuSpec} from "../gpu.js";
import type {ModelSpec} from "../model.js";
import {cardsInWords, shortDtype} from "../names.js";
import {decodeCeiling, decodeStep, prefillPass} from "../roofline.js";
import {decodeWeightBytes} from "../weights.js";

export interface TwoPhasesInputs {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  readonly nGpus: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly promptTokens: number;
  readonly contextTokens: number;
  readonly mfu: number;
  readonly mbu: number;
}

export interface TwoPhasesAnswer {
  /** Most tokens per second that one reader can get: the chapter's bound, all weights */
  readonly value: number;
  /** The same without the input embedding, of which a token reads one row */
  readonly withoutEmbedding: number;
  /** Prompt tokens per second at the cards' peaks; NaN without a published peak */
  readonly readCeiling: number;
  /** Tokens per second of one reader at the MBU of the page, cache and links in */
  readonly expectedWrite: number;
  /** Prompt tokens per second at the MFU of the page */
  readonly expectedRead: number;
  readonly text: string;
}

/**
 * The live answer of the page two-phases: how fast the cards write and read at most, and what to expect.
 *
 * @example twoPhasesAnswer({model: {name: "Toy", hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, gpu: {name: "X", hbmBytesPerSecond: 840, flopsPerSecond: {bf16: 1e4}}, nGpus: 1, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, contextTokens: 1, mfu: 1, mbu: 1}).value // 10
 */
export function twoPhasesAnswer({
  model,
  promptTokens,
  contextTokens,
  ...setUp
}: TwoPhasesInputs): TwoPhasesAnswer {
  const {gpu, nGpus, weightDtype} = setUp;
  const hbmBytesPerSecond = gpu.hbmBytesPerSecond * nGpus;
  const ideal = {...setUp, mfu: 1, mbu: 1};
  const value = decodeCeiling({hbmBytesPerSecond, bytes: chapterBytes(model, weightDtype)});
  const readCeiling = promptTokens / prefillPass(model, {...ideal, promptTokens}).seconds;
  return {
    value,
    withoutEmbedding: decodeCeiling({
      hbmBytesPerSecond,
      bytes: decodeWeightBytes(model, weightDtype)
    }),
    readCeiling,
    expectedWrite: 1 / decodeStep(model, {...setUp, contextTokens}).seconds,
    expectedRead: promptTokens / prefillPass(model, {...setUp, promptTokens}).seconds,
    text: sentence({model, ...setUp, write: value, read: readCeiling})
  };
}

interface Sentence {
  readonly model: ModelSpec;
  readonly gpu: GpuSpec;
  readonly nGpus: number;
  readonly weightDtype: WeightDtype;
  readonly write: number;
  readonly read: number;
}

function sentence({model, gpu, nGpus, weightDtype, write, read}: Sentence): string {
  const cards = cardsInWords(gpu.name, nGpus);
  const writes = `On ${cards}, ${model.name} in ${shortDtype(weightDtype)} can write at most ${formatRate(write, "tokens/s")} for one reader`;
  const same = nGpus === 1 ? "the same card reads" : "the same cards read";
  return Number.isNaN(read)
    ? `${writes}.`
    : `${writes}; ${same} a prompt at up to ${formatRate(read, "tokens/s")}.`;
}

export interface HoldOptions {
  readonly gpu: GpuSpec;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  readonly contextTokens: number;
}

/**
 * Cards that hold a model with one reader's cache: the smallest power of two; null when 64 do not,
 * or the card's memory is not published.
 *
 * At the default budget: 0.90 of what the driver reports, 2 GiB a card apart.
 *
 * @see https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
 * @example cardsToHold({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: false, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "X", hbmBytes: 8e10}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 1}) // 1
 */
export function cardsToHold(model: ModelSpec, options: HoldOptions): number | null {
  if (options.gpu.hbmBytes === null) return null;
  const counts = [1, 2, 4, 8, 16, 32, 64];
  return counts.find((n) => memoryFit(model, {...options, nGpus: n, tp: n}).fits) ?? null;
}
