import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {CELL_KINDS, cellOf, memoryCells} from "../../../src/lib/sim/memory-cells.js";

describe("memoryCells", () => {
  it("a cell takes what fills most of it", () => {
    const pieces = [
      {start: 0, tokens: 10, kind: "used", request: 3, holders: 1},
      {start: 10, tokens: 3, kind: "reserved", request: 3, holders: 1},
      {start: 13, tokens: 7, kind: "free", request: -1, holders: 0}
    ] as const;
    const cells = [...memoryCells(pieces, 2)].map(cellOf);
    expect(cells).toEqual([
      {kind: "used", request: 3, isShared: false},
      {kind: "free", request: -1, isShared: false}
    ]);
    expect([...memoryCells([], 2)]).toEqual([0, 0]);
  });

  it("every use and request comes back from its number", () => {
    const kind = fc.constantFrom(...CELL_KINDS);
    fc.assert(
      fc.property(
        kind,
        fc.integer({min: -1, max: 4094}),
        fc.boolean(),
        (use, request, isShared) => {
          const piece = {start: 0, tokens: 1, kind: use, request, holders: isShared ? 2 : 1};
          expect(cellOf(memoryCells([piece], 1)[0]!)).toEqual({kind: use, request, isShared});
        }
      )
    );
  });
});
