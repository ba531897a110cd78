import {describe, expect, it} from "vitest";
import {blockText, KnownBlocks} from "../../../src/lib/sim/block-texts.js";

const columns = {n: 4, promptTokens: Int32Array.of(8, 8, 8, 8), sharing: null};
const leaders = Int32Array.of(0, 0, 2, 2);
const sharing = {
  groups: Int32Array.of(5, 5, 5, 5),
  conversations: Int32Array.of(0, 0, 1, 1),
  sharedTokens: Int32Array.of(4, 4, 4, 4)
};

describe("blockText", () => {
  const texts = (requests: Parameters<typeof blockText>[0], end: number) =>
    [0, 1, 2, 3].map((request) => blockText(requests, {request, end}));

  it("blockText(requests, block) is one text a request when nothing is shared", () => {
    expect(new Set(texts(columns, 8)).size).toBe(4);
    expect(texts(columns, 8)).toEqual(texts(columns, 12));
  });

  it("samples share the text of their prompt; what the others write is their own", () => {
    expect(texts({...columns, leaders}, 8)).toEqual([1, 1, 5, 5]);
    const [first, second, third, fourth] = texts({...columns, leaders}, 12);
    expect([first, third]).toEqual([1, 5]);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
  });

  it("a group's beginning is one text, then conversations part", () => {
    expect(texts({...columns, sharing}, 4)).toEqual([10, 10, 10, 10]);
    expect(texts({...columns, sharing}, 8)).toEqual([1, 1, 3, 3]);
  });
});

describe("KnownBlocks", () => {
  it("hits(request, most) counts leading blocks that somebody has written", () => {
    const parents = Int32Array.of(-1, -1, -1, -1, -1, -1, 3, -1);
    const known = new KnownBlocks({...columns, leaders}, {blockSize: 4, parents});
    known.remember(3, 0, 0);
    known.remember(6, 0, 1);
    expect([known.find(1, 0), known.hits(1, 9), known.hits(1, 1), known.hits(2, 9)]).toEqual([
      3, 2, 1, 0
    ]);
  });

  it("hits(request, most) end where the next block stands in another sequence", () => {
    // 3 then 6 were written by one sequence, 7 by another, after a block of its own
    const parents = Int32Array.of(-1, -1, -1, -1, -1, -1, 3, 2);
    const known = new KnownBlocks(columns, {blockSize: 4, parents});
    [3, 6, 7].forEach((block, i) => known.remember(block, 0, i));
    expect(known.find(0, 2)).toBe(7);
    expect(known.hits(0, 9)).toBe(2);
  });
});
