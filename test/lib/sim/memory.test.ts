import {describe, expect, it} from "vitest";
import {reservedTokens} from "../../../src/lib/sim/memory.js";

describe("reservedTokens", () => {
  it("reservedTokens(policy, need, longest) is what Orca's three variants reserve", () => {
    // the paper's example: an answer of 25 tokens gets 32 places
    const need = {promptTokens: 10, outputTokens: 25};
    expect(reservedTokens("max", need, 2048)).toBe(2048);
    expect(reservedTokens("pow2", need, 2048)).toBe(42);
    expect(reservedTokens("oracle", need, 2048)).toBe(34);
  });

  it("reservedTokens never exceeds the longest allowed, and never lacks a token", () => {
    for (let outputTokens = 1; outputTokens < 200; outputTokens++) {
      const need = {promptTokens: 57, outputTokens};
      const [max, pow2, oracle] = (["max", "pow2", "oracle"] as const).map((policy) =>
        reservedTokens(policy, need, 256)
      );
      expect(oracle).toBe(57 + outputTokens - 1);
      expect(pow2).toBeGreaterThanOrEqual(oracle!);
      expect(pow2).toBeLessThanOrEqual(max!);
    }
  });
});
