/** Stretches of one memory, for caches that must lie in one piece. */

/** A stretch of memory, in tokens. */
export interface Extent {
  readonly start: number;
  readonly tokens: number;
}

/** Gives out stretches and takes them back. */
export interface Extents {
  readonly capacityTokens: number;
  /** A stretch of at least `tokens`; null when there is none, however much is free in pieces */
  take(tokens: number): Extent | null;
  give(extent: Extent): void;
  /** Free stretches by address */
  free(): Extent[];
}

/**
 * The buddy allocator: every stretch is a power of two at a multiple of its size, cut in halves
 * and joined with its other half again. A memory of another size is cut into powers of two.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.1 (Orca is assumed to use it)
 * @example new BuddyExtents(15729).take(1500) // {"start": 12288, "tokens": 2048}
 */
export class BuddyExtents implements Extents {
  readonly capacityTokens: number;
  /** Starts of free stretches by the exponent of their size */
  private readonly starts: Set<number>[];

  constructor(capacityTokens: number) {
    this.capacityTokens = capacityTokens;
    this.starts = Array.from({length: 32}, () => new Set<number>());
    let start = 0;
    for (let order = 30; order >= 0; order--) {
      if (capacityTokens - start < 2 ** order) continue;
      this.starts[order]!.add(start);
      start += 2 ** order;
      if (capacityTokens - start >= 2 ** order) order++;
    }
  }

  take(tokens: number): Extent | null {
    const wanted = orderOf(tokens);
    let order = wanted;
    while (order < this.starts.length && this.starts[order]!.size === 0) order++;
    if (order >= this.starts.length) return null;
    const start = Math.min(...this.starts[order]!);
    this.starts[order]!.delete(start);
    while (order > wanted) {
      order--;
      this.starts[order]!.add(start + 2 ** order);
    }
    return {start, tokens: 2 ** wanted};
  }

  give(extent: Extent): void {
    let {start} = extent;
    let order = orderOf(extent.tokens);
    for (; order < this.starts.length - 1; order++) {
      const size = 2 ** order;
      const other = Math.floor(start / size) % 2 === 0 ? start + size : start - size;
      if (!this.starts[order]!.delete(other)) break;
      start = Math.min(start, other);
    }
    this.starts[order]!.add(start);
  }

  free(): Extent[] {
    return this.starts
      .flatMap((starts, order) => [...starts].map((start) => ({start, tokens: 2 ** order})))
      .sort((a, b) => a.start - b.start);
  }
}

/** Exponent of the smallest power of two that is at least `tokens`. */
function orderOf(tokens: number): number {
  let order = 0;
  while (2 ** order < tokens) order++;
  return order;
}

/**
 * First fit: a stretch of just the size, from the lowest free place where it fits.
 *
 * @see https://en.wikipedia.org/wiki/Memory_management#Sequential-fit_allocation
 * @example new FirstFitExtents(100).take(30) // {"start": 0, "tokens": 30}
 */
export class FirstFitExtents implements Extents {
  readonly capacityTokens: number;
  private holes: Extent[];

  constructor(capacityTokens: number) {
    this.capacityTokens = capacityTokens;
    this.holes = capacityTokens > 0 ? [{start: 0, tokens: capacityTokens}] : [];
  }

  take(tokens: number): Extent | null {
    const i = this.holes.findIndex((hole) => hole.tokens >= tokens);
    const hole = this.holes[i];
    if (!hole) return null;
    const left = {start: hole.start + tokens, tokens: hole.tokens - tokens};
    this.holes.splice(i, 1, ...(left.tokens > 0 ? [left] : []));
    return {start: hole.start, tokens};
  }

  give(extent: Extent): void {
    let i = this.holes.findIndex((hole) => hole.start > extent.start);
    if (i < 0) i = this.holes.length;
    this.holes.splice(i, 0, extent);
    this.join(i);
    if (i > 0) this.join(i - 1);
  }

  /** Makes one hole of hole i and the next when they touch. */
  private join(i: number): void {
    const [hole, next] = [this.holes[i]!, this.holes[i + 1]];
    if (!next || hole.start + hole.tokens !== next.start) return;
    this.holes.splice(i, 2, {start: hole.start, tokens: hole.tokens + next.tokens});
  }

  free(): Extent[] {
    return [...this.holes];
  }
}
