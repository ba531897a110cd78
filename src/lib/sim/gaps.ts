/** Gaps between tokens: a histogram that does not grow with the run. */

/** Buckets to a doubling: each is at most 1/64 of its lower edge wide. */
const BUCKETS_PER_OCTAVE = 64;
/** From 2⁻³⁰ s (a nanosecond) to 2²⁰ s (twelve days). */
const FIRST_EXPONENT = -30;
const N_OCTAVES = 50;

/**
 * How often each duration occurred, in buckets of equal relative width, so that a quantile is right
 * to 1/64 of its value, however many values there are. Zero counts as the shortest.
 *
 * @see https://hdrhistogram.org
 * @example new Gaps().quantile(0.5) // NaN
 */
export class Gaps {
  private readonly counts = new Float64Array(N_OCTAVES * BUCKETS_PER_OCTAVE);
  private readonly value = new Float64Array(1);
  private readonly words = new Uint32Array(this.value.buffer);
  total = 0;
  /** Exact sum of all durations, seconds */
  sumSeconds = 0;
  longestSeconds = 0;

  add(seconds: number, count: number): void {
    if (count <= 0) return;
    this.counts[this.bucketOf(seconds)]! += count;
    this.total += count;
    this.sumSeconds += seconds * count;
    if (seconds > this.longestSeconds) this.longestSeconds = seconds;
  }

  /** Exponent and leading six bits of the mantissa, as they stand in the number (little-endian). */
  private bucketOf(seconds: number): number {
    this.value[0] = seconds;
    const bucket = (this.words[1]! >>> 14) - (1023 + FIRST_EXPONENT) * BUCKETS_PER_OCTAVE;
    return Math.min(Math.max(bucket, 0), this.counts.length - 1);
  }

  /** The duration below which the share `p` of all lies: the middle of its bucket; NaN for none. */
  quantile(p: number): number {
    if (this.total === 0) return NaN;
    let left = p * this.total;
    let bucket = 0;
    while (bucket < this.counts.length - 1 && left > this.counts[bucket]!) {
      left -= this.counts[bucket++]!;
    }
    const octave = Math.floor(bucket / BUCKETS_PER_OCTAVE);
    const part = ((bucket % BUCKETS_PER_OCTAVE) + 0.5) / BUCKETS_PER_OCTAVE;
    return Math.min((1 + part) * 2 ** (octave + FIRST_EXPONENT), this.longestSeconds);
  }
}
