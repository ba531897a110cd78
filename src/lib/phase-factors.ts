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
  const {batchSize, contextTokens, promptTokens, weightDtype, kvDtype} = options;
  return [
    {
      letter: "P",
      name: "parameters that a token is multiplied with",
      value: formatCount(multipliedParams(model)),
      code: "flops.ts multipliedParams"
    },
    {
      letter: "V·D",
      name: "of these the output head, once a prompt",
      value: formatCount(headParams(model)),
      code: "flops.ts headParams"
    },
    {
      letter: "W",
      name: `weights read by a step of ${batchSize}, ${weightDtypes[weightDtype].label}`,
      value: formatBytes(decodeWeightBytes(model, weightDtype, {batchSize}), {unit: "GB"}),
      code: "weights.ts decodeWeightBytes"
    },
    {
      letter: "KV",
      name: `cache that a step reads for each reader at ${formatCount(contextTokens)} tokens`,
      value: formatBytes(kvReadBytes(model, kvDtype, {contextTokens}), {unit: "GB"}),
      code: "kv-traffic.ts kvReadBytes"
    },
    ...rateFactors(options),
    {letter: "B", name: "readers", value: formatCount(batchSize), code: "batchSize"},
    {letter: "S", name: "prompt tokens", value: formatCount(promptTokens), code: "promptTokens"},
    ...resultFactors(model, options)
  ];
}

function rateFactors({
  gpu,
  nGpus = 1,
  weightDtype,
  mfu = 0.5,
  mbu = 0.65
}: FactorOptions): PhaseFactor[] {
  const {flopsPerSecond, dtype} = peakRate(gpu, weightDtype);
  return [
    {
      letter: "BW",
      name: `bandwidth of ${nGpus} × MBU ${mbu}`,
      value: formatRate(gpu.hbmBytesPerSecond * nGpus * mbu, "B/s"),
      code: "pass-time.ts groupRates"
    },
    {
      letter: "F",
      name: `${dtype} peak of ${nGpus} × MFU ${mfu}`,
      value: formatRate((flopsPerSecond ?? NaN) * nGpus * mfu, "FLOP/s"),
      code: "peak.ts peakRate"
    }
  ];
}

function resultFactors(model: ModelSpec, options: FactorOptions): PhaseFactor[] {
  const step = decodeStep(model, options);
  const prompt = prefillPass(model, options);
  return [
    {
      letter: "links",
      name: "all-reduces of a step between cards",
      value: formatSeconds(step.interconnectSeconds),
      code: "interconnect.ts groupSeconds"
    },
    {
      letter: "t",
      name: "a decode step",
      value: formatSeconds(step.seconds),
      code: "roofline.ts decodeStep"
    },
    {
      letter: "FLOPs",
      name: "to read the prompt, attention included",
      value: formatFlops(prompt.flops),
      code: "flops.ts prefillFlops"
    },
    {
      letter: "TTFT",
      name: "to read the prompt",
      value: formatSeconds(prompt.seconds),
      code: "roofline.ts prefillPass"
    }
  ];
}
