import {describe, expect, it} from "vitest";
import {fixesOf} from "../../../src/lib/planner/fixes.js";
import {planOf} from "../../../src/lib/planner/plan.js";
import {
  apiSentence,
  bandText,
  fixSentence,
  paretoSentence,
  planAnswer,
  planWarnings,
  refusalSentence
} from "../../../src/lib/planner/words.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {standardPlan} from "./plan-fixture.js";

const answer = (change: Partial<typeof standardPlan>) =>
  planAnswer(planOf({...standardPlan, ...change}));

describe("planAnswer", () => {
  it("says who serves whom, how fast, for how much", () => {
    expect(answer({})).toBe(
      "2 × H100 SXM5 serve 32 readers of Llama 3.1 8B at 32,768 tokens with fp8 KV, a token every 7.31 ms to 7.88 ms, for $2,836.80 a month."
    );
    expect(answer({nGpus: 1, nReaders: 1})).toContain("An H100 SXM5 serves 1 reader of");
  });

  it("says what does not fit, and by how much", () => {
    expect(answer({nReaders: 61})).toContain("hold 60 readers, not 61, of Llama 3.1 8B");
    expect(answer({contextTokens: 2 ** 17, overheadBytes: 60 * 2 ** 30})).toContain(
      "hold not even one reader of"
    );
    expect(answer({model: modelById("llama3.1-405b")})).toMatch(
      /^2 × H100 SXM5 cannot hold Llama 3.1 405B in FP8: \d+\.?\d* GiB are missing on each card\.$/
    );
  });
});

describe("a plan that misses a limit", () => {
  it("says which, by how much, and no other sentence says the opposite", () => {
    expect(answer({tpotSeconds: 1e-3})).toMatch(
      /^2 × H100 SXM5 hold 32 readers .+ for \$2,836.80 a month, but a token takes 7\.76 ms, not 1 ms\.$/
    );
    expect(answer({ttftSeconds: 0.01})).toContain("but the first token takes");
    expect(answer({ttftSeconds: 0.01, tpotSeconds: 1e-3})).toMatch(/not 10 ms, and a token takes/);
  });

  it("a card without a peak leaves the first token unknown, not the others late", () => {
    const mac = {gpu: gpuById("m4-max"), nGpus: 1, nReaders: 1, weightDtype: "int4-g128"} as const;
    const plan = planOf({...standardPlan, ...mac});
    expect([plan.verdict, plan.isGood]).toEqual(["first token unknown", false]);
    expect(planAnswer(plan)).toContain("no FLOP/s are published for the card");
    const unknown = {apiUsdPerMonth: NaN, hostedUsdPerMonth: 1, breakEvenFraction: NaN};
    expect(apiSentence(unknown, "x", 0.3)).toContain("nothing to compare");
  });

  it("idle cards and a context beyond the model's are told", () => {
    expect(planWarnings(planOf(standardPlan))).toEqual([]);
    expect(planWarnings(planOf({...standardPlan, nGpus: 3, tp: 2}))).toEqual([
      "1 card is in no group: it is paid for and idle."
    ]);
    const gguf = {engine: "llama.cpp", weightDtype: "q8_0", kvDtype: "q8_0"} as const;
    const llama2 = {...standardPlan, ...gguf, model: modelById("llama2-7b")};
    expect(planWarnings(planOf(llama2))[0]).toContain("LLaMA-2 7B is made for 4,096 tokens");
  });

  it("a refusal is a sentence that keeps an engine's spelling", () => {
    const refusal = {sentence: "llama.cpp has no KV cache in fp8", repair: null};
    expect(refusalSentence(refusal)).toBe("llama.cpp has no KV cache in fp8.");
    expect(answer({weightBytes: 5e12})).toContain("cannot hold Llama 3.1 8B in this file:");
  });
});

describe("other words", () => {
  it("the cheapest fix is named", () => {
    expect(fixSentence(fixesOf(standardPlan))).toBe("It works as it is, for $2,836.80 a month.");
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
});
