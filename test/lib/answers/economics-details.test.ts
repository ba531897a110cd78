import {describe, expect, it} from "vitest";
import {
  lengthWarning,
  leverRanking,
  leverSentence,
  promptSentence,
  sequenceSentence,
  sessionSentence,
  writeSentence
} from "../../../src/lib/answers/economics-details.js";

describe("promptSentence", () => {
  it("promptSentence(hits) says what it hits and what it could", () => {
    const hits = {promptTokens: 20_000, hitTokens: 14_000, prefixes: []};
    expect(promptSentence({...hits, hitFraction: 0.7, writeFraction: 0.164})).toBe(
      "This prompt of 20,000 tokens hits 70 %; at a full rate of requests it would hit 86.4 %."
    );
  });
});

describe("leverSentence", () => {
  it("leverSentence(steps) names the best and every one that costs more", () => {
    expect(
      leverSentence([
        {label: "Output − 30 %", savedUsd: 35.6},
        {label: "Half by batch", savedUsd: 0},
        {label: "All self-hosted", savedUsd: -1_560.36},
        {label: "No card", savedUsd: -Infinity}
      ])
    ).toBe("Output − 30 % saves most: $36 a month. All self-hosted costs more: $1,560.");
  });

  it("leverSentence(nothing helps) says so", () => {
    expect(leverSentence([{label: "A", savedUsd: 0}])).toBe("No lever saves anything here.");
  });
});

describe("leverRanking", () => {
  it("leverRanking(steps) lists every lever with its saving", () => {
    expect(
      leverRanking([
        {label: "A", savedUsd: 1_257.3},
        {label: "B", savedUsd: -0.2}
      ])
    ).toBe("A $1,257, B $0");
  });
});

describe("sequenceSentence", () => {
  it("sequenceSentence(steps, {startUsd}) compares the end with the start", () => {
    expect(sequenceSentence([], {startUsd: 1})).toBe("No lever pulled yet: apply some above.");
    expect(sequenceSentence([{afterUsd: 80}, {afterUsd: 120}], {startUsd: 100})).toBe(
      "2 levers take the bill from $100 to $120 a month, 20 % more."
    );
  });
});

describe("sessionSentence", () => {
  it("sessionSentence(turns, bills) compares a session with one shot either way", () => {
    const turns = [
      {promptTokens: 1_000, hitTokens: 0},
      {promptTokens: 3_000, hitTokens: 1_000}
    ];
    expect(sessionSentence(turns, {sessionUsd: 0.5, oneShotUsd: 0.2, uncachedUsd: 0.8})).toBe(
      "2 turns send 4,000 tokens of prompt, 25 % of them cached: $0.50 a session. Without a cache $0.80; the same tokens in one shot $0.20, 2.5× less."
    );
    expect(sessionSentence(turns, {sessionUsd: 0.1, oneShotUsd: 0.2, uncachedUsd: 0.8})).toMatch(
      /2× more\.$/
    );
  });
});

describe("lengthWarning(model, workload)", () => {
  it("speaks from the first token that the model cannot read, and never where the limit is unknown", () => {
    const model = {name: "A", maxModelLen: 131_072};
    expect(lengthWarning(model, {inputTokens: 128_072, outputTokens: 3_000})).toBe("");
    expect(lengthWarning(model, {inputTokens: 128_073, outputTokens: 3_000})).toBe(
      "A reads at most 131,072 tokens; a generation here has 131,073."
    );
    expect(lengthWarning({...model, maxModelLen: null}, {inputTokens: 1e9, outputTokens: 1})).toBe(
      ""
    );
  });
});

describe("writeSentence(tiers, lifetime)", () => {
  const tier = (name: string, [short, long]: readonly (number | null)[]) => ({
    name,
    prices: {write5mUsdPerToken: short ?? null, write1hUsdPerToken: long ?? null}
  });
  const tiers = [tier("A", [1, 2]), tier("B", [1, null]), tier("C", []), tier("D", [])];

  it("is empty where writes are not charged, or every model has the price", () => {
    expect(writeSentence(tiers, "off")).toBe("");
    expect(writeSentence([tier("A", [1, 2])], "1h")).toBe("");
    expect(writeSentence([tier("B", [1, null])], "5m")).toBe("");
  });

  it("names the models without the price and what stands in for it", () => {
    expect(writeSentence(tiers, "5m")).toBe(
      "C, D list no price of writes; they are billed as uncached input."
    );
    expect(writeSentence(tiers, "1h")).toBe(
      "B lists no price of a 1 h write; it is billed as one of 5 min. C, D list no price of writes; they are billed as uncached input."
    );
  });
});
