import {checkRow, type CheckRow} from "../check-row.js";
import type {GpuSpec} from "../gpu.js";
import {passTime} from "../pass-time.js";

export const BOOK = "https://jax-ml.github.io/scaling-book/inference/";

interface BookStep {
  readonly kvBytes: number;
  readonly weightBytes: number;
  readonly flops: number;
  readonly nChips: number;
}

/** The book divides by peaks: no efficiency, no all-reduce. */
function bookSeconds({kvBytes, weightBytes, flops, nChips}: BookStep, v5e: GpuSpec): number {
  const bytesPerSecond = nChips * v5e.hbmBytesPerSecond;
  return passTime({
    kvSeconds: kvBytes / bytesPerSecond,
    weightSeconds: weightBytes / bytesPerSecond,
    computeSeconds: flops / (nChips * (v5e.flopsPerSecond.bf16 ?? NaN)),
    interconnectSeconds: 0,
    overheadSeconds: 0,
    flops,
    attentionFlops: 0,
    bytes: kvBytes + weightBytes,
    kvBytes
  }).seconds;
}

/** A step that the book computes, and the milliseconds it prints. */
interface BookCase extends BookStep {
  readonly name: string;
  readonly milliseconds: number;
}

/** 30B in int8 on 16 chips, 100 kB of cache a token, 8,192 tokens. */
function quiz(batch: number): BookStep {
  return {
    kvBytes: batch * 8192 * 100e3,
    weightBytes: 30e9,
    flops: 2 * batch * 30e9,
    nChips: 16
  };
}

/** Llama-2-13B in bf16 on 8 chips, 8,192 tokens. */
function llama13b(batch: number): BookStep {
  return {kvBytes: batch * 6.7e9, weightBytes: 26e9, flops: 2 * batch * 13e9, nChips: 8};
}

const llama70b: BookStep = {
  kvBytes: 41.9e9,
  weightBytes: 70e9,
  flops: 2 * 32 * 70e9,
  nChips: 8
};

const cases: readonly BookCase[] = [
  {name: "30B int8, 16 TPU v5e, batch 4", milliseconds: 2.5, ...quiz(4)},
  {name: "30B int8, 16 TPU v5e, batch 256", milliseconds: 21, ...quiz(256)},
  {name: "Llama-2-13B, 8 TPU v5e, batch 1", milliseconds: 4.98, ...llama13b(1)},
  {name: "Llama-2-13B, 8 TPU v5e, batch 240", milliseconds: 249.09, ...llama13b(240)},
  {name: "Llama-3-70B int8, 8 TPU v5e, batch 32", milliseconds: 17, ...llama70b}
];

/**
 * Step times that the scaling book prints, on our row of the TPU v5e.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ quiz, and applied-inference
 * @example bookRows({hbmBytesPerSecond: 810e9, flopsPerSecond: {bf16: 197e12}}).length // 5
 */
export function bookRows(v5e: GpuSpec): CheckRow[] {
  return cases.map(({name, milliseconds, ...step}) =>
    checkRow({
      name,
      expected: milliseconds,
      ours: bookSeconds(step, v5e) * 1e3,
      unit: "ms",
      tolerance: 0.03,
      source: `${BOOK} with 820 GB/s, ours 810`
    })
  );
}
