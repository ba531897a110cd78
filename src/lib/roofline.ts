/** Seconds of the two phases, from FLOPs and bytes. */

import {promptFlops, tokenFlops} from "./flops.js";
import {groupSeconds} from "./interconnect.js";
import {kvReadBytes} from "./kv-traffic.js";
import {nLayers, type ModelSpec} from "./model.js";
import {groupRates, passTime, type PassTime, type StepOptions} from "./pass-time.js";
import {decodeWeightBytes} from "./weights.js";

export {flopsPerToken, prefillFlops} from "./flops.js";
export type {PassTime, StepOptions} from "./pass-time.js";

export interface DecodeOptions extends StepOptions {
  /** Sequences decoded together */
  readonly batchSize?: number;
  /** Tokens of context of each sequence */
  readonly contextTokens: number;
  /** Tokens of each sequence that pass at once: 1, or 1 + the drafted ones to verify */
  readonly tokensPerSequence?: number;
}

export interface PrefillOptions extends StepOptions {
  readonly promptTokens: number;
}

/**
 * One decode step: every sequence of the batch gets its next token.
 *
 * t = max(B · KV/BW, attention FLOPs/F) + max(W/BW, 2 · B · P/F) + all-reduces + overhead, BW and F
 * of the group times MBU and MFU. W counts the experts that the batch touches and no input
 * embedding. Compute is left out where the card's peak is not published.
 * Ignores activations' own traffic, and matrices that tensor parallelism copies instead of cutting.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example decodeStep({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", contextTokens: 8, mbu: 1}).seconds // 4.4
 */
export function decodeStep(model: ModelSpec, options: DecodeOptions): PassTime {
  const {batchSize = 1, contextTokens, tokensPerSequence = 1, kvDtype, weightDtype} = options;
  const {tp, bytesPerSecond, ...rates} = groupRates(options);
  const nTokens = batchSize * tokensPerSequence;
  const {weightFlops, attentionFlops} = tokenFlops(model, {contextTokens});
  const weightBytes = decodeWeightBytes(model, weightDtype, {batchSize: nTokens});
  const kvBytes = batchSize * tp * kvReadBytes(model, kvDtype, {contextTokens, tp});
  return passTime({
    weightSeconds: weightBytes / bytesPerSecond,
    computeSeconds: (nTokens * weightFlops) / rates.flopsPerSecond,
    kvSeconds: Math.max(
      kvBytes / bytesPerSecond,
      (nTokens * attentionFlops) / rates.attentionFlopsPerSecond
    ),
    interconnectSeconds: linkSeconds(model, options, nTokens),
    overheadSeconds: options.overheadSeconds ?? 0,
    flops: nTokens * (weightFlops + attentionFlops),
    attentionFlops: nTokens * attentionFlops,
    bytes: weightBytes + kvBytes,
    kvBytes
  });
}

/**
 * Reading a prompt in one pass, up to its first token.
 *
 * t = max(weight FLOPs/F + attention FLOPs/F, (W + KV)/BW) + all-reduces + overhead.
 * NaN where the card's peak is not published.
 * Ignores chunking, other requests in the pass, prefix caches and activations' own traffic.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "prefill"
 * @example prefillPass({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, mbu: 1}).seconds // 4.4
 */
export function prefillPass(model: ModelSpec, options: PrefillOptions): PassTime {
  const {promptTokens, kvDtype, weightDtype} = options;
  const {tp, bytesPerSecond, ...rates} = groupRates(options);
  const {weightFlops, attentionFlops} = promptFlops(model, {promptTokens});
  const kvBytes = tp * kvReadBytes(model, kvDtype, {contextTokens: promptTokens, tp});
  const bytes = decodeWeightBytes(model, weightDtype, {batchSize: promptTokens}) + kvBytes;
  return passTime({
    weightSeconds: bytes / bytesPerSecond,
    computeSeconds:
      weightFlops / published(rates.flopsPerSecond) +
      attentionFlops / published(rates.attentionFlopsPerSecond),
    kvSeconds: 0,
    interconnectSeconds: linkSeconds(model, options, promptTokens),
    overheadSeconds: options.overheadSeconds ?? 0,
    flops: weightFlops + attentionFlops,
    attentionFlops,
    bytes,
    kvBytes
  });
}

/** Reading is all compute: without a peak there is nothing to say. */
function published(flopsPerSecond: number): number {
  return flopsPerSecond === Infinity ? NaN : flopsPerSecond;
}

function linkSeconds(model: ModelSpec, options: StepOptions, nTokens: number): number {
  const {tp, pp} = groupRates(options);
  return groupSeconds({
    tp,
    pp,
    nLayers: nLayers(model),
    hiddenSize: model.hiddenSize,
    nTokens,
    bytesPerSecond: options.gpu.interconnectBytesPerSecond
  });
}

/**
 * Seconds to read a prompt: the time to its first token on an idle group of cards.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "prefill"
 * @example prefillSeconds({hiddenSize: 2, vocabSize: 10, tiedEmbeddings: true, layerKinds: [], layout: [], finalNorm: true, nPositions: 0, notModelled: []}, {gpu: {hbmBytesPerSecond: 10, flopsPerSecond: {bf16: 100}}, weightDtype: "bf16", kvDtype: "bf16", promptTokens: 1, mbu: 1}) // 4.4
 */
export function prefillSeconds(model: ModelSpec, options: PrefillOptions): number {
  return prefillPass(model, options).seconds;
}

/**
 * Tokens that must pass together before multiplying takes as long as reading the weights.
 *
 * (F/BW) · (b/2): each weight of b bytes gives 2 FLOPs a token. Ignores the cache, which no batch
 * amortises, and experts, which want E/k times as many tokens.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "critical batch size"
 * @example criticalBatchSize({flopsPerSecond: 989e12, hbmBytesPerSecond: 3.35e12, bytesPerParam: 2}) // 295.223881
 */
export function criticalBatchSize({
  flopsPerSecond,
  hbmBytesPerSecond,
  bytesPerParam
}: {
  readonly flopsPerSecond: number;
  readonly hbmBytesPerSecond: number;
  readonly bytesPerParam: number;
}): number {
  return (flopsPerSecond / hbmBytesPerSecond) * (bytesPerParam / 2);
}

/**
 * Most tokens per second that one reader can get: each token moves `bytes` once.
 *
 * BW / bytes: the chapter's bound. Ignores the cache, every overhead, and compute.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example decodeCeiling({hbmBytesPerSecond: 3.35e12, bytes: 140e9}) // 23.928571
 */
export function decodeCeiling({
  hbmBytesPerSecond,
  bytes
}: {
  readonly hbmBytesPerSecond: number;
  readonly bytes: number;
}): number {
  return hbmBytesPerSecond / bytes;
}

/**
 * Seconds that one reader waits for an answer: the first token, then the rest one by one.
 *
 * TTFT + (n − 1) · TPOT. Ignores queueing, and that each token makes the next a little slower.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example requestSeconds({ttftSeconds: 1, tpotSeconds: 0.02, outputTokens: 101}) // 3
 */
export function requestSeconds({
  ttftSeconds,
  tpotSeconds,
  outputTokens
}: {
  readonly ttftSeconds: number;
  readonly tpotSeconds: number;
  readonly outputTokens: number;
}): number {
  return ttftSeconds + Math.max(0, outputTokens - 1) * tpotSeconds;
}
