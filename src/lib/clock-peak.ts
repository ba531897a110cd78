/** What a chip's arithmetic adds up to. */
export interface ClockPeakOptions {
  /** Boost clock, as the vendor uses it for the peak */
  readonly clockHz: number;
  /** Tensor cores, or compute units times their matrix cores */
  readonly nCores: number;
  /** Fused multiply-adds of one core in one clock, in the format that the peak is for */
  readonly fmaPerCorePerClock: number;
}

/**
 * Peak dense FLOP/s of a chip from its clock: two operations per fused multiply-add.
 *
 * 2 · clock · FMA · cores. Ignores that chips clock lower under load.
 *
 * @see https://github.com/stas00/ml-engineering/tree/master/compute/accelerator "How To Calculate Theoretical TFLOPS"
 * @example clockPeak({clockHz: 1.41e9, nCores: 432, fmaPerCorePerClock: 256}) // 311869440000000
 */
export function clockPeak({clockHz, nCores, fmaPerCorePerClock}: ClockPeakOptions): number {
  return 2 * clockHz * fmaPerCorePerClock * nCores;
}
