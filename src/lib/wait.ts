/** What one reader waits for: the first token, then one token after the other. */

import {mbuRange, mfuRange} from "./efficiency.js";
import type {ModelSpec} from "./model.js";
import {decodeStep, prefillSeconds, requestSeconds, type StepOptions} from "./roofline.js";

export interface WaitOptions extends StepOptions {
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Sequences decoded together, this one included */
  readonly batchSize?: number;
}

export interface Wait {
  readonly ttftSeconds: number;
  /** Mean seconds between tokens */
  readonly tpotSeconds: number;
  /** All tokens after the first */
  readonly writingSeconds: number;
  readonly seconds: number;
}

/**
 * Seconds that one request takes on cards where it finds no queue.
 *
 * TTFT + (n − 1) · TPOT, TPOT at the middle of the answer: prompt + n/2 tokens of context.
 * Ignores queueing, chunked prefill of others, and detokenizing.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example requestWait({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, outputTokens: 3, mbu: 1}).seconds // 13.2
 */
export function requestWait(
  model: ModelSpec,
  {promptTokens, outputTokens, batchSize = 1, ...options}: WaitOptions
): Wait {
  const ttftSeconds = prefillSeconds(model, {...options, promptTokens});
  const contextTokens = promptTokens + outputTokens / 2;
  const tpotSeconds = decodeStep(model, {...options, batchSize, contextTokens}).seconds;
  const seconds = requestSeconds({ttftSeconds, tpotSeconds, outputTokens});
  return {ttftSeconds, tpotSeconds, writingSeconds: seconds - ttftSeconds, seconds};
}

/** A request's wait, and in whose company. */
export interface WaitRow extends Wait {
  readonly label: string;
}

/**
 * The wait of one request alone, and beside the others of its batch where there are any.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example requestWaits({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, outputTokens: 3, batchSize: 8}).map(({label}) => label) // ["alone", "one of 8"]
 */
export function requestWaits(model: ModelSpec, options: WaitOptions): WaitRow[] {
  const {batchSize = 1} = options;
  const alone = {label: "alone", ...requestWait(model, {...options, batchSize: 1})};
  if (batchSize === 1) return [alone];
  return [alone, {label: `one of ${batchSize}`, ...requestWait(model, options)}];
}

/** A figure at the best and the worst efficiency that was measured. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/**
 * Seconds that one request takes at the best and at the worst efficiencies measured.
 *
 * MFU 0.77 and MBU 0.69 against 0.29 and 0.64: see MFU and mbuRange.
 *
 * @see https://github.com/alibaba/InferSim/blob/main/README.md
 * @example waitBand({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, outputTokens: 1}).high // 6.875
 */
export function waitBand(model: ModelSpec, options: WaitOptions): Band {
  return {
    low: requestWait(model, {...options, mfu: mfuRange.high, mbu: mbuRange.high}).seconds,
    high: requestWait(model, {...options, mfu: mfuRange.low, mbu: mbuRange.low}).seconds
  };
}
