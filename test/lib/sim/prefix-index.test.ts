import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {PrefixIndex} from "../../../src/lib/sim/prefix-index.js";

describe("PrefixIndex", () => {
  it("find(text, index) is the block that was remembered for it", () => {
    const index = new PrefixIndex(4);
    index.remember(2, 7, 0);
    index.remember(3, 7, 1);
    expect([index.find(7, 0), index.find(7, 1), index.find(8, 0)]).toEqual([2, 3, -1]);
    expect(index.contentOf(3)).toEqual({text: 7, index: 1});
    expect([index.isKnown(3), index.isKnown(0), index.contentOf(0)]).toEqual([true, false, null]);
  });

  it("the first block of a piece stays the one that is found", () => {
    const index = new PrefixIndex(4);
    index.remember(0, 1, 1);
    index.remember(1, 1, 1);
    expect([index.find(1, 1), index.size, index.isKnown(1)]).toEqual([0, 1, false]);
  });

  it("remembers and forgets as a map does, however full", () => {
    const op = fc.record({
      block: fc.nat({max: 15}),
      text: fc.nat({max: 6}),
      index: fc.nat({max: 3})
    });
    fc.assert(
      fc.property(fc.array(op, {maxLength: 200}), (ops) => {
        const index = new PrefixIndex(16);
        const byKey = new Map<string, number>();
        const byBlock = new Map<number, string>();
        for (const {block, text, index: i} of ops) {
          const key = `${text}/${i}`;
          if (byBlock.has(block)) {
            index.forget(block);
            byKey.delete(byBlock.get(block)!);
            byBlock.delete(block);
          } else if (!byKey.has(key)) {
            index.remember(block, text, i);
            byKey.set(key, block);
            byBlock.set(block, key);
          }
          for (let t = 0; t <= 6; t++) {
            for (let n = 0; n <= 3; n++)
              expect(index.find(t, n)).toBe(byKey.get(`${t}/${n}`) ?? -1);
          }
          expect(index.size).toBe(byKey.size);
        }
      }),
      {numRuns: 50}
    );
  });
});
