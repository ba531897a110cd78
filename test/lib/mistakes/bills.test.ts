import {describe, expect, it} from "vitest";
import {billMistakes} from "../../../src/lib/mistakes/bills.js";

describe("billMistakes", () => {
  const [twice, reasoning, tier] = billMistakes();

  it("billMistakes() have the right bill of litellm#15945: 0.0379055", () => {
    // (9126 − 4864) · 1.25 + 4864 · 0.125 + 3197 · 10, a million
    expect(twice!.right).toBeCloseTo(0.0379055, 12);
    expect(twice!.wrong).toBeCloseTo(0.0379055 + 4864 * 1.25e-6, 12);
  });

  it("billMistakes() charge 53 reasoning tokens again", () => {
    expect(reasoning!.wrong - reasoning!.right).toBeCloseTo(53 * 10e-6, 12);
  });

  it("billMistakes() price 250,000 tokens at 0.50 for 1.00 (hermes-agent#93678)", () => {
    expect([tier!.wrong, tier!.right]).toEqual([0.5, 1]);
  });
});
