import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  bestOrder,
  moveSegment,
  parseSegments,
  segmentsText
} from "../../../src/lib/cost/segment-order.js";
import type {Segment, Sharing} from "../../../src/lib/cost/segments.js";
import {promptHits, shareRates} from "../../../src/lib/cost/segments.js";

const options = {
  lifetimeSeconds: 300,
  rates: shareRates({requestsPerSecond: 0.02, nTemplates: 10, userRequestsPerSecond: 0.005}),
  blockTokens: 1,
  minTokens: 0
};
const anySegment = fc.record({
  name: fc.stringMatching(/^[a-z ]{1,10}$/),
  tokens: fc.nat(20_000),
  sharedBy: fc.constantFrom<Sharing>("everyone", "template", "user", "nobody")
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest])
  );
}

describe("moveSegment", () => {
  it("moveSegment(segments, {index, by}) moves up and down and stops at the ends", () => {
    expect(moveSegment(["a", "b", "c"], {index: 1, by: -1})).toEqual(["b", "a", "c"]);
    expect(moveSegment(["a", "b", "c"], {index: 1, by: 1})).toEqual(["a", "c", "b"]);
    expect(moveSegment(["a", "b", "c"], {index: 0, by: -1})).toEqual(["a", "b", "c"]);
    expect(moveSegment(["a", "b", "c"], {index: 7, by: -1})).toEqual(["a", "b", "c"]);
  });

  it("moveSegment(segments, {index, by}) loses nothing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat()),
        fc.nat(9),
        fc.integer({min: -9, max: 9}),
        (list, index, by) => {
          expect(moveSegment(list, {index, by}).toSorted()).toEqual(list.toSorted());
        }
      )
    );
  });
});

describe("bestOrder", () => {
  it("bestOrder(segments, options) hits at least as much as every other order", () => {
    fc.assert(
      fc.property(fc.array(anySegment, {minLength: 1, maxLength: 5}), (segments: Segment[]) => {
        const best = promptHits(bestOrder(segments, options), options).hitTokens;
        const all = permutations(segments).map((order) => promptHits(order, options).hitTokens);
        expect(best).toBeGreaterThanOrEqual(Math.max(...all) - 1e-6);
      }),
      {numRuns: 60}
    );
  });
});

describe("parseSegments", () => {
  it("parseSegments(segmentsText(segments)) is the segments again", () => {
    fc.assert(
      fc.property(fc.array(anySegment, {minLength: 1, maxLength: 12}), (segments: Segment[]) => {
        expect(parseSegments(segmentsText(segments))).toEqual(segments);
      })
    );
  });

  it("parseSegments(text) names the piece it cannot read", () => {
    expect(() => parseSegments("rules:12:e|ask:x:n")).toThrow("invalid segment: ask:x:n");
    expect(() => parseSegments("rules:12:z")).toThrow("invalid segment: rules:12:z");
    expect(() => parseSegments("")).toThrow("invalid segment");
    expect(() => parseSegments(Array(13).fill("a:1:e").join("|"))).toThrow("too many segments: 13");
  });
});
