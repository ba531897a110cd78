import {expect, it} from "vitest";
import {allocators} from "../../../src/lib/sim/allocator-study.js";
import {ALLOCATOR_NAMES} from "../../../src/lib/sim/axes.js";

it("ALLOCATOR_NAMES are those of the allocators", () => {
  expect(Object.keys(allocators)).toEqual([...ALLOCATOR_NAMES]);
});
