import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {GrowthLists} from "../../../src/lib/sim/growth-lists.js";

describe("GrowthLists", () => {
  it("a slot stands in the list of its step modulo the period, until it is taken out", () => {
    const op = fc.tuple(fc.nat({max: 7}), fc.integer({min: -50, max: 50}));
    fc.assert(
      fc.property(fc.array(op, {maxLength: 60}), fc.integer({min: 1, max: 5}), (ops, period) => {
        const lists = new GrowthLists(8, period);
        const place = new Map<number, number>();
        for (const [slot, step] of ops) {
          if (place.has(slot)) {
            lists.remove(slot);
            place.delete(slot);
          } else {
            lists.add(slot, step);
            place.set(slot, ((step % period) + period) % period);
          }
          for (let list = 0; list < period; list++) {
            const members: number[] = [];
            for (let s = lists.firstAt(list); s >= 0; s = lists.after(s)) members.push(s);
            const expected = [...place].filter(([, p]) => p === list).map(([s]) => s);
            expect(members.sort()).toEqual(expected.sort());
            expect(lists.sizeAt(list + 3 * period)).toBe(members.length);
          }
        }
      })
    );
  });

  it("remove(slot) of one that stands nowhere does nothing", () => {
    const lists = new GrowthLists(2, 4);
    lists.remove(1);
    expect(lists.sizeAt(0)).toBe(0);
  });
});
