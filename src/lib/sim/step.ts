/** Seconds of a pass of the engine: the lab's roofline, prepared so that a step costs a few operations. */

import {mixerFlopsPerToken, mixerPromptFlops} from "../attention-flops.js";
import {headParams, multipliedParams} from "../flops.js";
import {groupSeconds} from "../interconnect.js";
import {kvReadBytes} from "../kv-traffic.js";
import {nLayers, type Mixer, type ModelSpec} from "../model.js";
import {groupRates, type StepOptions} from "../pass-time.js";
import {decodeWeightBytes} from "../weights.js";

/** What passes through the model at once. */
export interface PassLoad {
  /** Tokens of all sequences, prompts and answers */
  nTokens: number;
  /** Sequences that get a new token out of it */
  nOutputs: number;
  /** Cache that decoding sequences read, bytes, all cards */
  kvBytes: number;
  /** Their attention, FLOPs */
  kvFlops: number;
  /** Cache that prompts write and read back, bytes, all cards */
  promptBytes: number;
  /** Attention of prompts, FLOPs */
  promptFlops: number;
}

/**
 * Costs of a pass. What a decoding sequence reads and multiplies is linear in its context between
 * the `kinks`, so the engine only adds slopes from step to step.
 */
export interface StepModel {
  /** Contexts at which a slope changes, tokens, ascending, first 0 */
  readonly kinks: Float64Array;
  /** (kinks): bytes and FLOPs that one more token of context adds to a decode step */
  readonly bytesSlopes: Float64Array;
  readonly flopsSlopes: Float64Array;
  kvBytes(contextTokens: number): number;
  kvFlops(contextTokens: number): number;
  /** Attention FLOPs of the first `nTokens` tokens of a prompt */
  promptFlops(nTokens: number): number;
  passSeconds(load: PassLoad): number;
}

/** Numbers of tokens for which the bytes of weights are kept once worked out. */
const N_KEPT = 16384;

/**
 * The step model of one replica. A pass of nothing but decodes costs what `decodeStep` says, one
 * whole prompt what `prefillSeconds` says; together
 *
 * t = max(KV/BW, attention/F) + max((W + prompt KV)/BW, 2 · P · T/F + prompt attention/F) + links + overhead.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example stepModel({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", mbu: 1}).passSeconds({nTokens: 1, nOutputs: 1, kvBytes: 0, kvFlops: 0, promptBytes: 0, promptFlops: 0}) // 4.4
 */
export function stepModel(model: ModelSpec, options: StepOptions): StepModel {
  const {tp, bytesPerSecond, flopsPerSecond, attentionFlopsPerSecond} = groupRates(options);
  const weightBytes = weightBytesByTokens(model, options);
  const link = linkLine(model, options);
  const overhead = options.overheadSeconds ?? 0;
  const head = headParams(model);
  const body = multipliedParams(model) - head;
  return {
    ...slopesOf(model, {...options, tp}),
    promptFlops: (nTokens) => sumOver(model, (mixer) => mixerPromptFlops(mixer, nTokens)),
    passSeconds({nTokens, nOutputs, kvBytes, kvFlops, promptBytes, promptFlops}) {
      const flops = 2 * (body * nTokens + head * nOutputs);
      return (
        Math.max(kvBytes / bytesPerSecond, kvFlops / attentionFlopsPerSecond) +
        Math.max(
          (weightBytes(nTokens) + promptBytes) / bytesPerSecond,
          flops / flopsPerSecond + promptFlops / attentionFlopsPerSecond
        ) +
        (link.seconds + link.secondsPerToken * nTokens) +
        overhead
      );
    }
  };
}

type Slopes = Omit<StepModel, "promptFlops" | "passSeconds">;

function slopesOf(model: ModelSpec, {kvDtype, tp = 1}: StepOptions): Slopes {
  const kinks = Float64Array.from(kinksOf(model));
  const bytes = polyline(
    kinks,
    (contextTokens) => tp * kvReadBytes(model, kvDtype, {contextTokens, tp})
  );
  const flops = polyline(kinks, (contextTokens) =>
    sumOver(model, (mixer) => mixerFlopsPerToken(mixer, contextTokens))
  );
  return {
    kinks,
    bytesSlopes: bytes.slopes,
    flopsSlopes: flops.slopes,
    kvBytes: bytes.at,
    kvFlops: flops.at
  };
}

/** A function that is straight between kinks, as a table of its values and slopes there. */
function polyline(kinks: Float64Array, f: (x: number) => number) {
  const values = kinks.map(f);
  const slopes = kinks.map((kink, k) => f(kink + 1) - values[k]!);
  const at = (x: number) => {
    let k = kinks.length - 1;
    while (k > 0 && kinks[k]! > x) k--;
    return values[k]! + slopes[k]! * (x - kinks[k]!);
  };
  return {slopes, at};
}

function sumOver({layerKinds}: ModelSpec, flops: (mixer: Mixer) => number): number {
  let sum = 0;
  for (const {count, mixer} of layerKinds) sum += count * flops(mixer);
  return sum;
}

/** 0 and every context length beyond which some layer reads no more. */
function kinksOf({layerKinds}: ModelSpec): number[] {
  const kinks = layerKinds.flatMap(({mixer}) => {
    switch (mixer.kind) {
      case "attention":
        return mixer.window ? [mixer.window.tokens] : [];
      case "mla":
        return mixer.indexer ? [mixer.indexer.topK] : [];
      case "compressed":
        return [mixer.windowTokens, (mixer.indexer?.topK ?? 0) * mixer.compressRatio];
      default:
        return [];
    }
  });
  return [...new Set([0, ...kinks])].sort((a, b) => a - b);
}

/** Bytes of weights read, by number of tokens: a table for mixtures of experts, else a constant. */
function weightBytesByTokens(model: ModelSpec, {weightDtype}: StepOptions): (n: number) => number {
  const read = (batchSize: number) => decodeWeightBytes(model, weightDtype, {batchSize});
  const isDense = model.layerKinds.every(({mlps}) => mlps.every(({kind}) => kind === "dense"));
  if (isDense) {
    const bytes = read(1);
    return () => bytes;
  }
  const kept = new Float64Array(N_KEPT).fill(NaN);
  return (nTokens) => {
    if (nTokens >= N_KEPT) return read(nTokens);
    if (Number.isNaN(kept[nTokens])) kept[nTokens] = read(nTokens);
    return kept[nTokens]!;
  };
}

/** Time between cards is a straight line in the number of tokens. */
function linkLine(model: ModelSpec, options: StepOptions) {
  const {tp, pp} = groupRates(options);
  const at = (nTokens: number) =>
    groupSeconds({
      tp,
      pp,
      nLayers: nLayers(model),
      hiddenSize: model.hiddenSize,
      nTokens,
      bytesPerSecond: options.gpu.interconnectBytesPerSecond
    });
  return {seconds: at(0), secondsPerToken: at(1) - at(0)};
}

/**
 * A pass that takes the same time whatever is in it: a server as in queueing theory.
 *
 * @see https://en.wikipedia.org/wiki/M/D/1_queue
 * @example constantStep(0.5).passSeconds({nTokens: 9}) // 0.5
 */
export function constantStep(seconds: number): StepModel {
  return {
    kinks: Float64Array.of(0),
    bytesSlopes: Float64Array.of(0),
    flopsSlopes: Float64Array.of(0),
    kvBytes: () => 0,
    kvFlops: () => 0,
    promptFlops: () => 0,
    passSeconds: () => seconds
  };
}
