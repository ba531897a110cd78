import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import {sampled} from "../../../src/lib/sim/samples.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {advanceServing, openServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const lengths = {
  prompt: {kind: "fixed", tokens: 6},
  output: {kind: "fixed", tokens: 5}
} as const;
const two = requestsFromRows([
  {arrivalSeconds: 0, promptTokens: 6, outputTokens: 3},
  {arrivalSeconds: 2, promptTokens: 7, outputTokens: 2}
]);

describe("sampled", () => {
  it("sampled(requests, sampling) asks each prompt several times; the first is as it was", () => {
    const requests = sampled(two, {samples: 2, lengths, maxModelLen: 10}, () => 0.5);
    expect(requests).toMatchObject({n: 4, sharing: null});
    expect([...requests.leaders!]).toEqual([0, 0, 2, 2]);
    expect([...requests.arrivalSeconds]).toEqual([0, 0, 2, 2]);
    expect([...requests.promptTokens]).toEqual([6, 6, 7, 7]);
    // the answers of the others are drawn, and cut to 10 − prompt
    expect([...requests.outputTokens]).toEqual([3, 4, 2, 3]);
  });
});

describe("samples in the engine", () => {
  it("by hand: one prompt is read, its blocks are shared, a copy is made at the first write", () => {
    const requests = sampled(two, {samples: 2, lengths}, () => 0.5);
    const memory = {kind: "paged", blockSize: 4, watermarkFraction: 0} as const;
    const scheduler = {
      batching: "continuous",
      maxSequences: 4,
      maxBatchedTokens: 64,
      chunkedPrefill: true
    } as const;
    const config = {memory, capacityTokens: 64, maxModelLen: 16, scheduler};
    const s = openServing(config, requests, constantStep(0.5));
    const held = () => [s.memory.usedTokens, s.memory.allocatedTokens, s.memory.tabledTokens];
    advanceServing(s, {maxPasses: 1});
    // 6 tokens in two blocks, held by both; both have their first token
    expect(held()).toEqual([6, 8, 16]);
    expect([s.tally.promptTokens, s.tally.outputTokens]).toEqual([6, 2]);
    advanceServing(s, {maxPasses: 1});
    // each writes: the last block with its two tokens has been copied
    expect(held()).toEqual([6 + 2 + 2, 12, 16]);
    expect(brokenBalances(s)).toEqual([]);
    while (advanceServing(s));
    expect(held()).toEqual([0, 0, 0]);
    // a token every half second: 3 and 5 of them from 0 s on, 2 and 5 from 2 s on
    expect([...s.records.finishedSeconds]).toEqual([1.5, 2.5, 3, 4.5]);
    expect([...s.records.hitTokens]).toEqual([0, 6, 0, 7]);
  });
});
