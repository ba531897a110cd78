import {describe, expect, it} from "vitest";
import {fixesOf} from "../../../src/lib/planner/fixes.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {
  apiSentence,
  bandText,
  fixSentence,
  oursFor,
  paretoSentence,
  planAnswer
} from "../../../src/lib/planner/words.js";
import {modelById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const answer = (change: Partial<typeof standardPlan>) =>
  planAnswer(planOf({...standardPlan, ...change}));

describe("planAnswer", () => {
  it("says who serves whom, how fast, for how much", () => {
    expect(answer({})).toBe(
      "2 × H100 SXM5 serve 32 readers of Llama 3.1 8B at 32,768 tokens with fp8 KV, a token every 7.31 ms to 7.88 ms, for $3,456 a month."
    );
    expect(answer({nGpus: 1, nReaders: 1})).toContain("An H100 SXM5 serves 1 reader of");
  });

  it("says what does not fit, and by how much", () => {
    expect(answer({nReaders: 61})).toContain("hold 60 readers, not 61, of Llama 3.1 8B");
    expect(answer({contextTokens: 2 ** 17, overheadBytes: 48 * 2 ** 30})).toContain("hold not even one reader of");
    expect(answer({model: modelById("llama3.1-405b")})).toMatch(
      /^2 × H100 SXM5 cannot hold Llama 3.1 405B in FP8: \d+\.?\d* GiB are missing on each card\.$/
    );
  });
});

describe("other words", () => {
  it("the cheapest fix is named", () => {
    expect(fixSentence(fixesOf(standardPlan))).toBe("It works as it is, for $3,456 a month.");
    expect(fixSentence(fixesOf({...standardPlan, nReaders: 64}))).toContain("weights in int4-g128");
    expect(fixSentence(fixesOf({...standardPlan, tpotSeconds: 1e-6}))).toBe(
      "Nothing tried here makes it work."
    );
  });

  it("never is said as plainly as any other turning point", () => {
    const never = {apiUsdPerMonth: 10, hostedUsdPerMonth: 100, breakEvenFraction: 3};
    expect(apiSentence(never, "x", 0.3)).toContain("the cards never get cheaper");
    expect(paretoSentence([])).toBe("No card of this list meets the limits.");
    expect(bandText({low: 1, usual: 1, high: 1})).toBe("1 s");
  });

  it("ours stand under the names of a log's figures", () => {
    const ours = oursFor(planOf(standardPlan));
    expect(ours.cacheTokens).toBe(1_003_104);
    expect(Object.keys(ours)).toContain("kvBytes");
  });
});
