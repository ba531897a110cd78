import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {IdList} from "../../../src/lib/sim/id-list.js";

describe("IdList", () => {
  it("keeps the order of an array under pushes at both ends and removals anywhere", () => {
    const op = fc.tuple(fc.constantFrom("front", "back"), fc.nat({max: 9}));
    fc.assert(
      fc.property(fc.array(op, {maxLength: 100}), (ops) => {
        const list = new IdList(10);
        let ids: number[] = [];
        for (const [end, id] of ops) {
          if (ids.includes(id)) {
            list.remove(id);
            ids = ids.filter((other) => other !== id);
          } else if (end === "front") {
            list.pushFront(id);
            ids = [id, ...ids];
          } else {
            list.pushBack(id);
            ids = [...ids, id];
          }
          expect(list.ids()).toEqual(ids);
          expect([list.first, list.last, list.size]).toEqual([
            ids[0] ?? -1,
            ids.at(-1) ?? -1,
            ids.length
          ]);
        }
      })
    );
  });

  it("after(id) is the neighbour behind", () => {
    const list = new IdList(3);
    [2, 0].forEach((id) => list.pushBack(id));
    expect([list.after(2), list.after(0)]).toEqual([0, -1]);
  });
});
