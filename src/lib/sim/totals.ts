/** What a run adds up: counts, and counts times seconds. */

/** Sums over the time of the run: a count times the seconds for which it held. */
export interface Totals {
  seconds: number;
  busySeconds: number;
  running: number;
  waiting: number;
  usedTokens: number;
  allocatedTokens: number;
  neverTokens: number;
  roundingTokens: number;
  /** What would be allocated if nothing were shared */
  tabledTokens: number;
  /** Free tokens while the next request waited for memory */
  blockedFreeTokens: number;
  /** Slots of a static batch that wait for its last answer */
  held: number;
  /** Seconds without a pass though requests waited: memory was full of caches on their way */
  stalledSeconds: number;
}

/** Things counted over the run. */
export interface Tally {
  arrived: number;
  refused: number;
  finished: number;
  passes: number;
  promptTokens: number;
  outputTokens: number;
  hitTokens: number;
  preemptions: number;
  /** Tokens computed a second time after a pre-emption */
  recomputedTokens: number;
  swappedTokens: number;
}

/**
 * Sums of a run that has not begun.
 *
 * @example emptyTotals().seconds // 0
 */
export function emptyTotals(): Totals {
  return {
    seconds: 0,
    busySeconds: 0,
    running: 0,
    waiting: 0,
    usedTokens: 0,
    allocatedTokens: 0,
    neverTokens: 0,
    roundingTokens: 0,
    tabledTokens: 0,
    blockedFreeTokens: 0,
    held: 0,
    stalledSeconds: 0
  };
}

/**
 * Counts of a run that has not begun.
 *
 * @example emptyTally().arrived // 0
 */
export function emptyTally(): Tally {
  return {
    arrived: 0,
    refused: 0,
    finished: 0,
    passes: 0,
    promptTokens: 0,
    outputTokens: 0,
    hitTokens: 0,
    preemptions: 0,
    recomputedTokens: 0,
    swappedTokens: 0
  };
}

/**
 * Share of memory that sharing saves: blocks held once for several sequences, of all blocks in their
 * tables, over time.
 *
 * 1 − ∫ allocated / ∫ Σ tables
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.3 "memory saving"
 * @example savedFraction({allocatedTokens: 75, tabledTokens: 100}) // 0.25
 */
export function savedFraction({
  allocatedTokens,
  tabledTokens
}: Pick<Totals, "allocatedTokens" | "tabledTokens">): number {
  return tabledTokens > 0 ? 1 - allocatedTokens / tabledTokens : 0;
}
