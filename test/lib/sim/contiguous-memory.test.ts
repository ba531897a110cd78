import {describe, expect, it} from "vitest";
import {ContiguousMemory} from "../../../src/lib/sim/contiguous-memory.js";
import {NO_ROOM} from "../../../src/lib/sim/memory.js";

const need = (promptTokens: number, outputTokens: number) => ({
  request: 0,
  tokens: promptTokens,
  roomTokens: promptTokens,
  finalTokens: promptTokens + outputTokens - 1,
  promptTokens,
  outputTokens
});

describe("ContiguousMemory", () => {
  it("at the paper's size, 7 sequences of 2,048 fit, and 8.9 % is left over", () => {
    const memory = new ContiguousMemory(15_729, {kind: "contiguous", reserve: "max"}, 2048);
    for (let slot = 0; slot < 7; slot++) expect(memory.admit(slot, need(161, 338))).toBe(0);
    expect(memory.admit(7, need(1, 1))).toBe(NO_ROOM);
    // the paper's figure 2 prints 8.9 % external for Orca (Max)
    expect((1 - memory.allocatedTokens / 15_729) * 100).toBeCloseTo(8.9, 1);
    expect(memory.neverTokens).toBe(7 * (2048 - 498));
    memory.release(3, 0);
    expect(memory.admit(3, need(1, 1))).toBe(0);
  });

  it("rounding to a power of two is counted apart from what is reserved", () => {
    const memory = new ContiguousMemory(1024, {kind: "contiguous", reserve: "oracle"}, 512);
    memory.admit(0, need(100, 51));
    expect([memory.allocatedTokens, memory.roundingTokens, memory.neverTokens]).toEqual([
      256, 106, 0
    ]);
    const exact = new ContiguousMemory(
      1024,
      {kind: "contiguous", reserve: "oracle", fit: "first-fit"},
      512
    );
    exact.admit(0, need(100, 51));
    expect([exact.allocatedTokens, exact.roundingTokens]).toEqual([150, 0]);
  });

  it("canHold(need) is true when an empty memory has the stretch", () => {
    const memory = new ContiguousMemory(100, {kind: "contiguous", reserve: "oracle"}, 100);
    // the largest power of two in 100 is 64
    expect([memory.canHold(need(60, 5)), memory.canHold(need(60, 6))]).toEqual([true, false]);
    expect(memory.hitTokens()).toBe(0);
    expect(memory.lackingBlocks()).toBe(0);
    expect(() => memory.release(5, 0)).toThrow("slot holds nothing: 5");
  });
});
