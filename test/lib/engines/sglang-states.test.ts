import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  SLOTS_PER_REQUEST,
  sglangStateMemory,
  sglangStateSlots
} from "../../../src/lib/engines/sglang-states.js";

describe("sglangStateSlots", () => {
  it("0.9 of 1.9 parts of the memory, in whole slots (_handle_max_mamba_cache)", () => {
    // 19 GiB · 0.9 / 1.9 = 9 GiB, of 100 MiB a slot
    expect(sglangStateSlots(19 * 2 ** 30, 100 * 2 ** 20)).toBe(92);
    expect(sglangStateSlots(0, 10)).toBe(0);
    expect(sglangStateSlots(-5, 10)).toBe(0);
    expect(sglangStateSlots(1000, 0)).toBe(0);
  });

  it("sglangStateMemory(n, slot) is the least memory with three slots for each of n", () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 500}), fc.integer({min: 1, max: 1e8}), (n, slot) => {
        const bytes = sglangStateMemory(n, slot);
        expect(sglangStateSlots(bytes * (1 + 1e-12), slot)).toBeGreaterThanOrEqual(
          n * SLOTS_PER_REQUEST
        );
        expect(sglangStateSlots(bytes * (1 - 1e-6), slot)).toBeLessThan(n * SLOTS_PER_REQUEST);
      }),
      {seed: 5}
    );
  });
});
