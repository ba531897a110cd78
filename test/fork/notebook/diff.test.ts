import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {commonPairs, matchCells, similarity} from "../../../src/fork/notebook/align.js";
import {diffCells, diffLines} from "../../../src/fork/notebook/diff.js";

const letters = fc.array(fc.constantFrom("a", "b", "c"), {maxLength: 12});

describe("commonPairs(a, b)", () => {
  it("gives a longest common subsequence", () => {
    expect(commonPairs([..."abcbdab"], [..."bdcaba"])).toHaveLength(4);
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const pairs = commonPairs(a, b);
        pairs.forEach(([i, j], n) => {
          expect(a[i]).toBe(b[j]);
          expect(i).toBeGreaterThan(pairs[n - 1]?.[0] ?? -1);
          expect(j).toBeGreaterThan(pairs[n - 1]?.[1] ?? -1);
        });
        expect(commonPairs(b, a)).toHaveLength(pairs.length);
      })
    );
  });
});

describe("matchCells(a, b)", () => {
  it("pairs equal cells, moved cells and cells that are much alike, each once", () => {
    const cell = (code: string) => `\`\`\`js\n${code}\n\`\`\`\n`;
    const a = [cell("const a = 1;"), cell("const b = f(a);"), "Words about a thing.\n"];
    const b = ["Words about a thing.\n", cell("const b = f(a, 2);"), cell("const a = 1;")];
    expect([...matchCells(a, b)].sort()).toEqual([
      [0, 2],
      [1, 1],
      [2, 0]
    ]);
    expect([...matchCells(["a\n", "b\n"], ["a\n", "x\n"])]).toEqual([
      [0, 0],
      [1, 1]
    ]);
    expect(similarity(cell("a"), "a\n")).toBe(0);
  });
});

describe("diffCells(before, after)", () => {
  it("tells same, changed, added, removed and moved", () => {
    const before = ["one two three\n\n", "four five six\n\n", "seven\n\n", "gone entirely\n\n"];
    const after = ["seven\n\n", "brand new\n\n", "one two three\n\n", "four five 6\n\n"];
    expect(diffCells(before, after)).toEqual([
      {kind: "same", before: 2, after: 0, isMoved: true},
      {kind: "removed", before: 3, after: null, isMoved: false},
      {kind: "added", before: null, after: 1, isMoved: false},
      {kind: "same", before: 0, after: 2, isMoved: false},
      {kind: "changed", before: 1, after: 3, isMoved: false}
    ]);
  });

  it("names each cell of both versions once", () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const changes = diffCells(before, after);
        const numbers = (side: "before" | "after") =>
          changes.flatMap((change) => change[side] ?? []).sort((a, b) => a - b);
        expect(numbers("before")).toEqual(before.map((_, i) => i));
        expect(changes.flatMap(({after}) => after ?? [])).toEqual(after.map((_, i) => i));
      })
    );
  });
});

describe("diffLines(before, after)", () => {
  it("gives both texts back by their signs", () => {
    expect(diffLines("a\nb\nc\n", "a\nx\nc\nd\n").map(({sign, text}) => sign + text)).toEqual([
      " a",
      "-b",
      "+x",
      " c",
      "+d"
    ]);
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const lines = diffLines(a.join("\n"), b.join("\n"));
        const side = (sign: string) =>
          lines.filter((line) => line.sign !== sign).map(({text}) => text);
        expect(side("+").join("\n")).toBe(a.join("\n"));
        expect(side("-").join("\n")).toBe(b.join("\n"));
      })
    );
  });
});
