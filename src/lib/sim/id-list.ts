/** Numbered things in an order of their own: who waits, who is being read, who came last. */

const NONE = -1;

/**
 * A doubly linked list of the numbers 0 … n − 1: both ends and any member in constant time.
 *
 * @see https://en.wikipedia.org/wiki/Doubly_linked_list
 * @example ((list) => (list.pushBack(2), list.pushFront(0), [list.first, list.after(0)]))(new IdList(4)) // [0, 2]
 */
export class IdList {
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** −1 when empty */
  first = NONE;
  last = NONE;
  size = 0;

  constructor(n: number) {
    this.next = new Int32Array(n).fill(NONE);
    this.previous = new Int32Array(n).fill(NONE);
  }

  pushBack(id: number): void {
    this.previous[id] = this.last;
    this.next[id] = NONE;
    if (this.last === NONE) this.first = id;
    else this.next[this.last] = id;
    this.last = id;
    this.size++;
  }

  pushFront(id: number): void {
    this.next[id] = this.first;
    this.previous[id] = NONE;
    if (this.first === NONE) this.last = id;
    else this.previous[this.first] = id;
    this.first = id;
    this.size++;
  }

  /** Takes out a member. */
  remove(id: number): void {
    const next = this.next[id]!;
    const previous = this.previous[id]!;
    if (previous === NONE) this.first = next;
    else this.next[previous] = next;
    if (next === NONE) this.last = previous;
    else this.previous[next] = previous;
    this.size--;
  }

  /** The member behind another; −1 behind the last. */
  after(id: number): number {
    return this.next[id]!;
  }

  /** All members, in order. */
  ids(): number[] {
    const ids: number[] = [];
    for (let id = this.first; id !== NONE; id = this.next[id]!) ids.push(id);
    return ids;
  }
}
