import {describe, expect, it} from "vitest";
import {randomFrom} from "../../../src/lib/random.js";
import {checkedLaw, drawTokens, requestLaws, type LengthLaw} from "../../../src/lib/sim/lengths.js";
import {mean} from "../../../src/lib/stats.js";
import {expectWithin} from "../expect-within.js";

describe("requestLaws", () => {
  it("the stand-ins have the mean lengths of the paper's figure 11", () => {
    const random = randomFrom(5);
    const meanOf = (law: LengthLaw) =>
      mean(Array.from({length: 300_000}, () => drawTokens(random, law)));
    expectWithin(meanOf(requestLaws.sharegpt.prompt), 161.31, 0.01);
    expectWithin(meanOf(requestLaws.sharegpt.output), 337.99, 0.01);
    expectWithin(meanOf(requestLaws.alpaca.prompt), 19.31, 0.01);
    expectWithin(meanOf(requestLaws.alpaca.output), 58.45, 0.01);
  });
});

describe("drawTokens", () => {
  it("drawTokens(random, law) is whole and at least 1", () => {
    const random = randomFrom(6);
    for (let i = 0; i < 1000; i++) {
      const tokens = drawTokens(random, {kind: "log-normal", mean: 2, cv: 3});
      expect(Number.isInteger(tokens) && tokens >= 1).toBe(true);
    }
    expect(drawTokens(random, {kind: "fixed", tokens: 12})).toBe(12);
  });
});

describe("checkedLaw", () => {
  it("checkedLaw(law, name) names what is wrong", () => {
    expect(() => checkedLaw({kind: "fixed", tokens: 0}, "prompt")).toThrow(
      "invalid prompt.tokens: 0"
    );
    expect(() => checkedLaw({kind: "log-normal", mean: NaN, cv: 1}, "output")).toThrow(
      "invalid output.mean: NaN"
    );
    expect(() => checkedLaw({kind: "log-normal", mean: 5, cv: -1}, "output")).toThrow(
      "invalid output.cv: -1"
    );
    expect(() => checkedLaw({kind: "zipf"} as unknown as LengthLaw, "output")).toThrow(
      "unknown length law of output: zipf"
    );
  });
});
