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

/**
 * Step times that the scaling book prints, on our row of the TPU v5e.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ quiz, and applied-inference
 * @example bookRows({hbmBytesPerSecond: 810e9, flopsPerSecond: {bf16: 197e12}}).length // 5
 */
export function bookRows(v5e: GpuSpec): CheckRow[] {
  const row = (name: string, expectedSeconds: number, step: BookStep) =>
    checkRow({
      name,
      expected: expectedSeconds * 1e3,
      ours: bookSeconds(step, v5e) * 1e3,
      unit: "ms a step",
      tolerance: 0.03,
      source: `${BOOK} with 820 GB/s, ours 810`
    });
  const quiz = (batch: number): BookStep => ({
    kvBytes: batch * 8192 * 100e3,
    weightBytes: 30e9,
    flops: 2 * batch * 30e9,
    nChips: 16
  });
  const llama13b = (batch: number): BookStep => ({
    kvBytes: batch * 6.7e9,
    weightBytes: 26e9,
    flops: 2 * batch * 13e9,
    nChips: 8
  });
  return [
    row("30B int8, 16 TPU v5e, batch 4", 2.5e-3, quiz(4)),
    row("30B int8, 16 TPU v5e, batch 256", 21e-3, quiz(256)),
    row("Llama-2-13B, 8 TPU v5e, batch 1", 4.98e-3, llama13b(1)),
    row("Llama-2-13B, 8 TPU v5e, batch 240", 249.09e-3, llama13b(240)),
    row("Llama-3-70B int8, 8 TPU v5e, batch 32", 17e-3, {
      kvBytes: 41.9e9,
      weightBytes: 70e9,
      flops: 2 * 32 * 70e9,
      nChips: 8
    })
  ];
}
