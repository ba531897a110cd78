import {describe, expect, it} from "vitest";
import {emptySlots, PHASE} from "../../../src/lib/sim/slots.js";

describe("emptySlots", () => {
  it("emptySlots(n) are free, and the lowest is given out first", () => {
    const slots = emptySlots(3);
    expect([...slots.phase]).toEqual([PHASE.free, PHASE.free, PHASE.free]);
    expect([0, 0, 0, 0].map(() => slots.free.pop())).toEqual([0, 1, 2, -1]);
  });
});
