import {describe, expect, it} from "vitest";
import {oneIn, unitEconomicsAnswer} from "../../../src/lib/answers/unit-economics.js";
import {chapterWorkload} from "../../../src/lib/cost/chapter-workload.js";
import {generationBill} from "../../../src/lib/cost/fleet.js";
import {expectWithin, sol} from "../cost/fixtures.js";

describe("unitEconomicsAnswer", () => {
  // (20,000 · (0.3 · 5 + 0.7 · 0.5) + 3,000 · 30) / 10⁶ = $0.127; 33,000 and 303,000 a month
  it("unitEconomicsAnswer(the chapter's workload) is the bill now and at 1/10", () => {
    const usdPerGeneration = generationBill(chapterWorkload, sol).totalUsd;
    const {usd, explodedUsd, text} = unitEconomicsAnswer({
      workload: chapterWorkload,
      usdPerGeneration
    });
    expectWithin(usd, 4_191);
    expectWithin(explodedUsd, 38_481);
    expect(text).toBe(
      "At 100,000 daily users the flagship costs $4,191 a month; if remixing goes from 1 in 100 to 1 in 10, $38,481."
    );
  });

  it("unitEconomicsAnswer(remix at 1/10 already) does not say it twice", () => {
    const workload = {...chapterWorkload, remixRate: 1 / 10};
    expect(unitEconomicsAnswer({workload, usdPerGeneration: 0.127, name: "GPT"}).text).toBe(
      "At 100,000 daily users GPT costs $38,481 a month."
    );
  });
});

describe("oneIn", () => {
  it("oneIn(rate) says one in so many, or percent", () => {
    expect([1 / 1000, 0.1, 1 / 3, 0.07, 0, 1].map(oneIn)).toEqual([
      "1 in 1,000",
      "1 in 10",
      "1 in 3",
      "7 %",
      "0 %",
      "100 %"
    ]);
  });
});
