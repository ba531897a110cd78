/** The peak rate that a card offers to a weight format. */

import {computeDtype, type WeightDtype} from "./dtype.js";
import type {ComputeDtype, GpuSpec} from "./gpu.js";

export interface PeakRate {
  /** Peak dense rate, FLOP/s; null when the card's peaks are not published */
  readonly flopsPerSecond: number | null;
  /** The arithmetic that is really used */
  readonly dtype: ComputeDtype;
  /** Why it is wider than the weights' own, in one sentence; empty when it is not */
  readonly note: string;
}

/**
 * The peak of one card for products with weights of a format.
 *
 * The format's own arithmetic where the card has it and gains by it, else 16 bits: the weights are
 * widened on the way in, so bytes shrink and FLOP/s stay.
 *
 * @see https://arxiv.org/abs/2408.11743 (4-bit weights on 16-bit arithmetic)
 * @example peakRate({name: "A100", flopsPerSecond: {bf16: 312e12, fp8: null, int8: 624e12, fp4: null}}, "fp8").dtype // "bf16"
 */
export function peakRate(
  {name, flopsPerSecond}: Pick<GpuSpec, "name" | "flopsPerSecond">,
  weightDtype: WeightDtype
): PeakRate {
  const wanted = computeDtype(weightDtype);
  const own = flopsPerSecond[wanted];
  const {bf16} = flopsPerSecond;
  if (bf16 === null) {
    return {
      flopsPerSecond: own,
      dtype: wanted,
      note: own === null ? `no published peak FLOP/s: ${name}` : ""
    };
  }
  if (wanted === "bf16" || (own !== null && own >= bf16)) {
    return {flopsPerSecond: own, dtype: wanted, note: ""};
  }
  const reason =
    own === null ? `has no ${wanted} arithmetic` : `is slower in ${wanted} than in bf16`;
  return {flopsPerSecond: bf16, dtype: "bf16", note: `${name} ${reason}: it computes in bf16`};
}
