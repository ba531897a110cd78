/** Who needs a block when: sequences in lists by the decode step at which their last block is full. */

const NONE = -1;

/**
 * Slots in `period` doubly linked lists. All sequences grow by one token a step, so those that are
 * full at the same step stay together for good: their step, modulo the block size, never changes.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.3
 * @example ((growing) => (growing.add(2, -8), [growing.sizeAt(7), growing.sizeAt(8)]))(new GrowthLists(4, 16)) // [0, 1]
 */
export class GrowthLists {
  private readonly period: number;
  private readonly heads: Int32Array;
  private readonly sizes: Int32Array;
  /** (nSlots) */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly lists: Int32Array;

  constructor(nSlots: number, period: number) {
    this.period = period;
    this.heads = new Int32Array(period).fill(NONE);
    this.sizes = new Int32Array(period);
    this.next = new Int32Array(nSlots).fill(NONE);
    this.previous = new Int32Array(nSlots).fill(NONE);
    this.lists = new Int32Array(nSlots).fill(NONE);
  }

  /** Puts a slot into the list of all steps that equal `step` modulo the period. */
  add(slot: number, step: number): void {
    const list = ((step % this.period) + this.period) % this.period;
    const head = this.heads[list]!;
    this.lists[slot] = list;
    this.next[slot] = head;
    this.previous[slot] = NONE;
    if (head !== NONE) this.previous[head] = slot;
    this.heads[list] = slot;
    this.sizes[list]!++;
  }

  /** Takes a slot out of its list, if it is in one. */
  remove(slot: number): void {
    const list = this.lists[slot]!;
    if (list === NONE) return;
    const previous = this.previous[slot]!;
    const next = this.next[slot]!;
    if (previous === NONE) this.heads[list] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.previous[next] = previous;
    this.sizes[list]!--;
    this.lists[slot] = NONE;
  }

  sizeAt(step: number): number {
    return this.sizes[step % this.period]!;
  }

  /** The first slot of a step's list; −1 when it is empty. */
  firstAt(step: number): number {
    return this.heads[step % this.period]!;
  }

  /** The slot after another in its list; −1 after the last. */
  after(slot: number): number {
    return this.next[slot]!;
  }
}
