/** The letters of the two phases' formulas with their values for a set-up. */

import {weightDtypes} from "./dtype.js";
import {headParams, multipliedParams} from "./flops.js";
import {formatBytes, formatCount, formatFlops, formatRate, formatSeconds} from "./format.js";
import {kvReadBytes} from "./kv-traffic.js";
import type {ModelSpec} from "./model.js";
import {peakRate} from "./peak.js";
import {decodeStep, prefillPass, type StepOptions} from "./roofline.js";
import {decodeWeightBytes} from "./weights.js";

export interface PhaseFactor {
  readonly letter: string;
  readonly name: string;
  readonly value: string;
  /** Module and export that gives it */
  readonly code: string;
}

export interface FactorOptions extends StepOptions {
  readonly batchSize: number;
  readonly contextTokens: number;
  readonly promptTokens: number;
}

/**
 * Each factor of the formulas of a decode step and of a prompt, with its value as text.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/
 * @example phaseFactors({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {name: "X", hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", batchSize: 1, contextTokens: 8, promptTokens: 8}).length // 12
 */
export function phaseFactors(model: ModelSpec, options: FactorOptions): PhaseFactor[] {
  const rows = [
    ...modelRows(model, options),
    ...rateRows(options),
    ["B", "readers", formatCount(options.batchSize), "batchSize"],
    ["S", "prompt tokens", formatCount(options.promptTokens), "promptTokens"],
    ...resultRows(model, options)
  ] as const;
  return rows.map(([letter, name, value, code]) => ({letter, name, value, code}));
}

type Row = readonly [letter: string, name: string, value: string, code: string];

function modelRows(model: ModelSpec, options: FactorOptions): readonly Row[] {
  const {batchSize, contextTokens, weightDtype, kvDtype} = options;
  const weights = decodeWeightBytes(model, weightDtype, {batchSize});
  const cache = kvReadBytes(model, kvDtype, {contextTokens});
  const params = formatCount(multipliedParams(model));
  const head = formatCount(headParams(model));
  const weightName = `weights read by a step of ${batchSize}, ${weightDtypes[weightDtype].label}`;
  const cacheName = `cache that a step reads for each reader at ${formatCount(contextTokens)} tokens`;
  return [
    ["P", "parameters that a token is multiplied with", params, "flops.ts multipliedParams"],
    ["V·D", "of these the output head, once a prompt", head, "flops.ts headParams"],
    ["W", weightName, formatBytes(weights, {unit: "GB"}), "weights.ts decodeWeightBytes"],
    ["KV", cacheName, formatBytes(cache, {unit: "GB"}), "kv-traffic.ts kvReadBytes"]
  ];
}

function rateRows(options: FactorOptions): readonly Row[] {
  const {gpu, nGpus = 1, weightDtype, mfu = 0.5, mbu = 0.65} = options;
  const {flopsPerSecond, dtype} = peakRate(gpu, weightDtype);
  const bandwidth = formatRate(gpu.hbmBytesPerSecond * nGpus * mbu, "B/s");
  const arithmetic = formatRate((flopsPerSecond ?? NaN) * nGpus * mfu, "FLOP/s");
  return [
    ["BW", `bandwidth of ${nGpus} × MBU ${mbu}`, bandwidth, "pass-time.ts groupRates"],
    ["F", `${dtype} peak of ${nGpus} × MFU ${mfu}`, arithmetic, "peak.ts peakRate"]
  ];
}

function resultRows(model: ModelSpec, options: FactorOptions): readonly Row[] {
  const step = decodeStep(model, options);
  const prompt = prefillPass(model, options);
  const links = formatSeconds(step.interconnectSeconds);
  const flops = formatFlops(prompt.flops);
  return [
    ["links", "all-reduces of a step between cards", links, "interconnect.ts groupSeconds"],
    ["t", "a decode step", formatSeconds(step.seconds), "roofline.ts decodeStep"],
    ["FLOPs", "to read the prompt, attention included", flops, "flops.ts prefillFlops"],
    ["TTFT", "to read the prompt", formatSeconds(prompt.seconds), "roofline.ts prefillPass"]
  ];
}
