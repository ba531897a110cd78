/** Time that the cards of a group spend talking to each other. */

/**
 * Fixed and per-hop time of one all-reduce over NVLink, seconds, as NCCL's own tuning table has it
 * (tree, LL128). Small messages of a decode step cost this whatever their size. Measured elsewhere:
 * 7 µs (vLLM's one-stage kernel on B300, PR 37756), 24 to 29 µs (NCCL there, 8 cards),
 * 46 to 57 µs (8 A800 over PCIe, vLLM issue 50576).
 *
 * @see https://github.com/NVIDIA/nccl/blob/b6475625fbcaa2c3c0e50eed2fa1255d7514d4a2/src/graph/tuning.cc
 */
export const ALL_REDUCE_BASE_SECONDS = 14e-6;
/** Per hop of the 2 · (n − 1) hops: NVLink 1.25 µs (PCIe 1.9), same table. */
export const ALL_REDUCE_HOP_SECONDS = 1.25e-6;

export interface AllReduceOptions {
  /** Cards in the group */
  readonly nGpus: number;
  /** Bytes that every card holds before and after */
  readonly bytes: number;
  /** Link of one card, one direction, B/s */
  readonly bytesPerSecond: number;
  readonly baseSeconds?: number;
  readonly hopSeconds?: number;
}

/**
 * Seconds of one all-reduce over a group of cards.
 *
 * base + 2 · (n − 1) · hop + 2 · (n − 1)/n · bytes / link; nothing for one card.
 * Ignores overlap with arithmetic and the link's own efficiency (about 0.8 measured on H100).
 *
 * @see https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md "AllReduce"
 * @example allReduceSeconds({nGpus: 2, bytes: 16384, bytesPerSecond: 450e9, baseSeconds: 0, hopSeconds: 0}) // 3.640889e-8
 */
export function allReduceSeconds({
  nGpus,
  bytes,
  bytesPerSecond,
  baseSeconds = ALL_REDUCE_BASE_SECONDS,
  hopSeconds = ALL_REDUCE_HOP_SECONDS
}: AllReduceOptions): number {
  if (nGpus === 1) return 0;
  const nHops = 2 * (nGpus - 1);
  return baseSeconds + nHops * hopSeconds + ((nHops / nGpus) * bytes) / bytesPerSecond;
}

export interface GroupTraffic {
  /** Cards that share each layer */
  readonly tp: number;
  /** Pipeline stages */
  readonly pp?: number;
  readonly nLayers: number;
  readonly hiddenSize: number;
  /** Tokens in the forward pass */
  readonly nTokens: number;
  /** Link of one card, one direction, B/s; null when not published: NaN for more than one card */
  readonly bytesPerSecond: number | null;
}

/** Activations travel in 16 bits. */
const ACTIVATION_BYTES = 2;
/** One all-reduce after attention and one after the MLP. */
const ALL_REDUCES_PER_LAYER = 2;

/**
 * Seconds that one forward pass spends between cards.
 *
 * 2 · L all-reduces of T · D · 2 bytes inside each tensor-parallel group, and one send of the same
 * bytes from each pipeline stage to the next.
 * Ignores expert parallelism and overlap.
 *
 * @see https://jax-ml.github.io/scaling-book/inference/ "model parallelism"
 * @example groupSeconds({tp: 1, nLayers: 80, hiddenSize: 8192, nTokens: 1, bytesPerSecond: null}) // 0
 */
export function groupSeconds({tp, pp = 1, bytesPerSecond, ...pass}: GroupTraffic): number {
  const bytes = pass.nTokens * pass.hiddenSize * ACTIVATION_BYTES;
  const link = bytesPerSecond ?? NaN;
  const reduce = allReduceSeconds({nGpus: tp, bytes, bytesPerSecond: link});
  const send = pp === 1 ? 0 : (pp - 1) * (ALL_REDUCE_BASE_SECONDS + bytes / link);
  return ALL_REDUCES_PER_LAYER * pass.nLayers * reduce + send;
}
