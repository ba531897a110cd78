import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {DueHeap} from "../../../src/lib/sim/heap.js";

describe("DueHeap", () => {
  it("pop() returns ids by key, then by id", () => {
    const heap = new DueHeap(2);
    [
      [2, 7],
      [1, 9],
      [2, 3],
      [1, 4]
    ].forEach(([key, id]) => heap.push(key!, id!));
    expect(heap.nextKey).toBe(1);
    expect([0, 0, 0, 0, 0].map(() => heap.pop())).toEqual([4, 9, 3, 7, -1]);
    expect(heap.nextKey).toBe(Infinity);
  });

  it("pushes and pops in any order leave as a sorted list would", () => {
    const op = fc.option(fc.integer({min: 0, max: 20}), {nil: null});
    fc.assert(
      fc.property(fc.array(op, {maxLength: 200}), (ops) => {
        const heap = new DueHeap(1);
        let list: {key: number; id: number}[] = [];
        ops.forEach((key, id) => {
          if (key !== null) {
            heap.push(key, id);
            list = [...list, {key, id}].sort((a, b) => a.key - b.key || a.id - b.id);
          } else expect(heap.pop()).toBe(list.shift()?.id ?? -1);
          expect(heap.size).toBe(list.length);
          expect(heap.nextKey).toBe(list[0]?.key ?? Infinity);
        });
      })
    );
  });
});
