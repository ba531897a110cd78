import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  BuddyExtents,
  FirstFitExtents,
  type Extent,
  type Extents
} from "../../../src/lib/sim/extents.js";

describe("BuddyExtents", () => {
  it("a memory of the paper's size is cut into powers of two", () => {
    // 15,729 = 8192 + 4096 + 2048 + 1024 + 256 + 64 + 32 + 16 + 1
    const sizes = new BuddyExtents(15_729).free().map(({tokens}) => tokens);
    expect(sizes).toEqual([8192, 4096, 2048, 1024, 256, 64, 32, 16, 1]);
  });

  it("take(tokens) halves the smallest stretch that is large enough", () => {
    const extents = new BuddyExtents(64);
    expect(extents.take(9)).toEqual({start: 0, tokens: 16});
    expect(extents.free()).toEqual([
      {start: 16, tokens: 16},
      {start: 32, tokens: 32}
    ]);
    expect(extents.take(64)).toBeNull();
  });

  it("give(extent) joins a stretch with its other half, up to the whole", () => {
    const extents = new BuddyExtents(64);
    const taken = [extents.take(16)!, extents.take(16)!, extents.take(20)!];
    taken.forEach((extent) => extents.give(extent));
    expect(extents.free()).toEqual([{start: 0, tokens: 64}]);
  });
});

describe("FirstFitExtents", () => {
  it("take(tokens) uses the lowest hole, whose rest stays free", () => {
    const extents = new FirstFitExtents(100);
    const [a, b] = [extents.take(30)!, extents.take(30)!];
    extents.give(a);
    expect(extents.take(40)).toEqual({start: 60, tokens: 40});
    expect(extents.take(40)).toBeNull();
    expect(extents.take(10)).toEqual({start: 0, tokens: 10});
    extents.give(b);
    expect(extents.free()).toEqual([{start: 10, tokens: 50}]);
  });
});

describe("laws of stretches", () => {
  const ops = fc.array(fc.tuple(fc.boolean(), fc.integer({min: 1, max: 40})), {maxLength: 60});
  const kinds = fc.constantFrom(
    (tokens: number): Extents => new BuddyExtents(tokens),
    (tokens: number): Extents => new FirstFitExtents(tokens)
  );

  it("taken and free stretches always cover the memory once", () => {
    fc.assert(
      fc.property(kinds, fc.integer({min: 1, max: 300}), ops, (make, capacity, steps) => {
        const extents = make(capacity);
        const initial = extents.free();
        const taken: Extent[] = [];
        for (const [isTake, tokens] of steps) {
          if (isTake) {
            const extent = extents.take(tokens);
            if (extent) taken.push(extent);
            if (extent) expect(extent.tokens).toBeGreaterThanOrEqual(tokens);
          } else if (taken.length > 0) extents.give(taken.splice(tokens % taken.length, 1)[0]!);
          expectCovers([...taken, ...extents.free()], capacity);
        }
        taken.forEach((extent) => extents.give(extent));
        expect(extents.free()).toEqual(initial);
      })
    );
  });

  function expectCovers(all: Extent[], capacity: number): void {
    let end = 0;
    for (const {start, tokens} of all.sort((a, b) => a.start - b.start)) {
      expect(start).toBe(end);
      end = start + tokens;
    }
    expect(end).toBe(capacity);
  }
});
