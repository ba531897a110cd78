/** What every pass through a model has in common: rates of a group of cards, and how parts add up. */

import type {KvDtype, WeightDtype} from "./dtype.js";
import type {GpuSpec} from "./gpu.js";
import {peakRate} from "./peak.js";

/** The set-up of a pass: which cards, which formats, how well they are used. */
export interface StepOptions {
  readonly gpu: GpuSpec;
  /** Cards of one replica: tensor-parallel groups times pipeline stages */
  readonly nGpus?: number;
  /** Cards that share each layer; all of them unless told otherwise */
  readonly tp?: number;
  readonly weightDtype: WeightDtype;
  readonly kvDtype: KvDtype;
  /** Share of peak FLOP/s that is reached; 0.51 to 0.87 measured for plain matrix products */
  readonly mfu?: number;
  /** Share of peak memory bandwidth that is reached; 0.64 to 0.69 measured for 16-bit decode */
  readonly mbu?: number;
  /** Seconds that a pass spends on launches, sampling and scheduling */
  readonly overheadSeconds?: number;
}

/** Seconds of the parts of a pass, and what it moves and multiplies, all cards together. */
export interface PassParts {
  /** Reading weights; in prefill also writing the cache */
  readonly weightSeconds: number;
  /** Multiplying with them (in prefill attention too); hidden behind weightSeconds, or the reverse */
  readonly computeSeconds: number;
  /** Attention of a decode step: the longer of reading the cache and multiplying with it */
  readonly kvSeconds: number;
  readonly interconnectSeconds: number;
  readonly overheadSeconds: number;
  readonly flops: number;
  /** Part of flops spent on attention: scores, weighted sums, state updates */
  readonly attentionFlops: number;
  /** Bytes moved from and to memory: weights and cache */
  readonly bytes: number;
  /** Part of bytes that is cache */
  readonly kvBytes: number;
}

export interface PassTime extends PassParts {
  readonly seconds: number;
  /** FLOPs per byte moved */
  readonly intensity: number;
  /** FLOP/s reached, all cards together */
  readonly flopsPerSecond: number;
  /** What takes most of the pass */
  readonly bound: "weights" | "compute" | "kv" | "interconnect" | "overhead";
}

/**
 * A pass with its total time, intensity and what takes most of it.
 *
 * kv + max(weights, compute) + interconnect + overhead: weights stream in while the previous ones
 * are multiplied, attention and links wait for their inputs.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "Theoretical estimates for LLM latency and throughput"
 * @example passTime({weightSeconds: 3, computeSeconds: 1, kvSeconds: 2, interconnectSeconds: 0, overheadSeconds: 0, flops: 10, attentionFlops: 0, bytes: 5, kvBytes: 0}).seconds // 5
 */
export function passTime(parts: PassParts): PassTime {
  const {weightSeconds, computeSeconds, kvSeconds, interconnectSeconds, overheadSeconds} = parts;
  const seconds =
    kvSeconds + Math.max(weightSeconds, computeSeconds) + interconnectSeconds + overheadSeconds;
  return {
    ...parts,
    seconds,
    intensity: parts.flops / parts.bytes,
    flopsPerSecond: parts.flops / seconds,
    bound: longest(parts)
  };
}

function longest(parts: PassParts): PassTime["bound"] {
  const names = ["weights", "compute", "kv", "interconnect", "overhead"] as const;
  const seconds = {
    weights: parts.weightSeconds,
    compute: parts.computeSeconds,
    kv: parts.kvSeconds,
    interconnect: parts.interconnectSeconds,
    overhead: parts.overheadSeconds
  };
  return names.reduce((best, name) => (seconds[name] > seconds[best] ? name : best));
}

/** Rates that a group of cards reaches, efficiencies in. */
export interface GroupRates {
  readonly tp: number;
  readonly pp: number;
  readonly bytesPerSecond: number;
  /** Products with weights; Infinity where the card's peak is not published */
  readonly flopsPerSecond: number;
  /** Attention, always in bf16 */
  readonly attentionFlopsPerSecond: number;
}

/**
 * Rates of the cards that share a layer: peaks times their number times MFU and MBU.
 *
 * Pipeline stages add none: for one batch they work one after the other.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "model parallelism"
 * @example groupRates({gpu: {hbmBytesPerSecond: 2e12, flopsPerSecond: {bf16: 3e14}}, weightDtype: "bf16", tp: 2, mbu: 0.5}).bytesPerSecond // 2000000000000
 */
export function groupRates({
  gpu,
  nGpus,
  weightDtype,
  mfu = 0.5,
  mbu = 0.65,
  ...o
}: StepOptions): GroupRates {
  const tp = o.tp ?? nGpus ?? 1;
  return {
    tp,
    pp: (nGpus ?? tp) / tp,
    bytesPerSecond: gpu.hbmBytesPerSecond * mbu * tp,
    flopsPerSecond: (peakRate(gpu, weightDtype).flopsPerSecond ?? Infinity) * mfu * tp,
    attentionFlopsPerSecond: (gpu.flopsPerSecond.bf16 ?? Infinity) * mfu * tp
  };
}
