import {expect, it} from "vitest";
import {cutFraction, cutSentence} from "../../../src/lib/sim/cuts.js";
import {requestLaws} from "../../../src/lib/sim/lengths.js";

it("cutFraction(lengths, longest) is the share that is longer, prompt and answer together", () => {
  const share = (maxModelLen: number) => cutFraction(requestLaws.sharegpt, {maxModelLen, seed: 1});
  expect(share(2048)).toBeGreaterThan(0.005);
  expect(share(2048)).toBeLessThan(0.03);
  expect(share(2 ** 20)).toBe(0);
});

it("cutSentence(lengths, longest) is empty where nothing is cut", () => {
  expect(cutSentence(requestLaws.alpaca, {maxModelLen: 8192, seed: 1})).toBe("");
  const long = {
    prompt: {kind: "fixed", tokens: 1000},
    output: {kind: "fixed", tokens: 338}
  } as const;
  expect(cutSentence(long, {maxModelLen: 64, seed: 1})).toMatch(/^All requests .* 63 at most/);
});
