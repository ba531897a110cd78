import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {CheckedFigure} from "../../../src/lib/checks/figure.js";
import {stripDots} from "../../../src/lib/checks/strip-layout.js";

const at = (...precisions: number[]) => precisions.map((p) => ({precisions: p}) as CheckedFigure);
const options = {columnsPerPrecision: 10, maxColumn: 15, maxRows: 2};

describe("stripDots", () => {
  it("stripDots(figures) stacks equal differences, then stands them beside each other", () => {
    const places = stripDots(at(0, 0, 0, 0, 0), options).map(({column, row}) => [column, row]);
    expect(places).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [-1, 0]
    ]);
  });

  it("stripDots(figures) keeps what is far out at the edge, and NaN in the middle", () => {
    const columns = stripDots(at(-1981, 4.4, 0.5, NaN), options).map(({column}) => column);
    expect(columns).toEqual([0, 5, -15, 15]);
  });

  it("stripDots(figures) gives every figure a place of its own, none higher than allowed", () => {
    fc.assert(
      fc.property(fc.array(fc.double({min: -3, max: 3, noNaN: true})), (precisions) => {
        const dots = stripDots(at(...precisions), options);
        const places = new Set(dots.map(({column, row}) => `${column} ${row}`));
        expect(places.size).toBe(precisions.length);
        for (const {row} of dots) expect(row).toBeLessThan(2);
      })
    );
  });
});
