/** A heap of things due: by key, then by id, so that ties always leave in the same order. */

/**
 * A binary heap of (key, id) pairs in typed arrays, smallest key first, smallest id among equals.
 *
 * @see https://en.wikipedia.org/wiki/Binary_heap
 * @example ((heap) => (heap.push(3, 7), heap.push(1, 9), [heap.nextKey, heap.pop(), heap.pop()]))(new DueHeap(4)) // [1, 9, 7]
 */
export class DueHeap {
  private keys: Float64Array;
  private ids: Int32Array;
  size = 0;

  constructor(capacity: number) {
    this.keys = new Float64Array(Math.max(1, capacity));
    this.ids = new Int32Array(this.keys.length);
  }

  /** Key of the next pair; Infinity when empty. */
  get nextKey(): number {
    return this.size === 0 ? Infinity : this.keys[0]!;
  }

  push(key: number, id: number): void {
    if (this.size === this.keys.length) this.widen();
    const {keys, ids} = this;
    let i = this.size++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up]! < key || (keys[up]! === key && ids[up]! < id)) break;
      keys[i] = keys[up]!;
      ids[i] = ids[up]!;
      i = up;
    }
    keys[i] = key;
    ids[i] = id;
  }

  /** Id of the next pair, which leaves the heap; −1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const {keys, ids} = this;
    const top = ids[0]!;
    const n = --this.size;
    const key = keys[n]!;
    const id = ids[n]!;
    let i = 0;
    for (let child = 1; child < n; child = 2 * i + 1) {
      const right = child + 1;
      if (right < n && this.isBefore(right, child)) child = right;
      if (key < keys[child]! || (key === keys[child]! && id < ids[child]!)) break;
      keys[i] = keys[child]!;
      ids[i] = ids[child]!;
      i = child;
    }
    keys[i] = key;
    ids[i] = id;
    return top;
  }

  private isBefore(a: number, b: number): boolean {
    const {keys, ids} = this;
    return keys[a]! < keys[b]! || (keys[a]! === keys[b]! && ids[a]! < ids[b]!);
  }

  private widen(): void {
    const [keys, ids] = [this.keys, this.ids];
    this.keys = new Float64Array(keys.length * 2);
    this.ids = new Int32Array(keys.length * 2);
    this.keys.set(keys);
    this.ids.set(ids);
  }
}
