import {expect, it} from "vitest";
import {enginePuzzles} from "../../../src/lib/planner/puzzles.js";
import {models} from "../../catalog-data.js";

it("enginePuzzles(models) gives what was seen, from the shape alone", () => {
  const ours = enginePuzzles(models).map((puzzle) => puzzle.ours);
  expect(ours).toEqual([
    "290,864 tokens by blocks, 1,082,800 by concurrency, 33.04x",
    "78,384 tokens by blocks; a long context grows by 36,864 B a token, 73,728 B while windows fill",
    "12.73x and 9.93x",
    "626,949 tokens",
    "0 of 240 tokens; 784 tokens are the unit"
  ]);
});

it("the mistakes give the wrong figures that were reported", () => {
  const [two, growth, padding, windows] = enginePuzzles(models);
  // 290,864 / 32,768
  expect((290_864 / 32_768).toFixed(1)).toBe("8.9");
  expect(two!.mistake).toContain("8.9 requests");
  // 5.38 GiB / 78,384
  expect(Math.round((5.38 * 2 ** 30) / 78_384 / 100)).toBe(737);
  expect(growth!.seen).toContain("73,728");
  expect((12.73 / 1.016).toFixed(1)).toBe("12.5");
  expect(padding!.mistake).toContain("12.5x");
  expect(windows!.mistake).toContain("77,070 tokens");
});
