import {expect, it} from "vitest";
import {
  batchingAnswer,
  chunkSentence,
  prefixSentence,
  rateSentence,
  slotSentence,
  spreadSentence,
  watermarkSentence
} from "../../../src/lib/sim/batching-words.js";

it("sentences of nothing are empty, and those without a case say so", () => {
  expect([
    slotSentence([]),
    spreadSentence([]),
    chunkSentence([]),
    watermarkSentence([]),
    prefixSentence([])
  ]).toEqual(["", "", "", "", ""]);
  expect(spreadSentence([{cv: 0, gain: 1}])).toContain("nowhere 2 to 4 times");
  const slow = {batching: "static", requestsPerSecond: 1, goodFraction: 0.1} as const;
  expect(rateSentence([slow])).toBe("At none of these rates are nine in ten answers in time.");
  expect(rateSentence([slow, {...slow, batching: "continuous", goodFraction: 1}])).toContain(
    "at none of these rates in static ones"
  );
});

it("batchingAnswer(run) has the gain as its value", () => {
  const run = {gain: 2, still: {outputTokensPerSecond: 10}, going: {outputTokensPerSecond: 20}};
  expect(batchingAnswer(run).value).toBe(2);
});
