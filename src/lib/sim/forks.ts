/** Tails of tables that several sequences hold and all are about to write to. */

/**
 * Slots whose last block, partly written, is shared since a fork; each writes to it at the next
 * decode step, all but the last to do so into a copy.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 8
 * @example ((forks) => (forks.add(0, 1, 5), forks.add(0, 2, 5), [forks.size, forks.copiesDue]))(new Forks()) // [3, 2]
 */
export class Forks {
  /** By slot: tokens written in its last block */
  private readonly written = new Map<number, number>();
  /** Blocks that copying will take */
  copiesDue = 0;

  /** One more slot shares the tail of another. */
  add(from: number, to: number, writtenTokens: number): void {
    this.written.set(from, writtenTokens);
    this.written.set(to, writtenTokens);
    this.copiesDue++;
  }

  has(slot: number): boolean {
    return this.written.has(slot);
  }

  /** A slot lets go of its tail, which `holders` slots held until now. */
  remove(slot: number, holders: number): void {
    if (this.written.delete(slot) && holders > 1) this.copiesDue--;
  }

  /** Slots that are about to write, with the tokens that a copy carries over; none is left. */
  takeAll(): [slot: number, writtenTokens: number][] {
    const all = [...this.written];
    this.written.clear();
    this.copiesDue = 0;
    return all;
  }

  get size(): number {
    return this.written.size;
  }
}
