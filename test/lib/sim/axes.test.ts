import {expect, it} from "vitest";
import {allocators} from "../../../src/lib/sim/allocator-study.js";
import {ALLOCATOR_NAMES, ratesAround} from "../../../src/lib/sim/axes.js";

it("ratesAround(rate) runs from an eighth to eight times", () => {
  const rates = ratesAround(8);
  expect([rates[0], rates[4], rates.at(-1)]).toEqual([1, 8, 64]);
});

it("ALLOCATOR_NAMES are those of the allocators", () => {
  expect(Object.keys(allocators)).toEqual([...ALLOCATOR_NAMES]);
});
