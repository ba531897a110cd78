import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import type {Preemption, ServingConfig} from "../../../src/lib/sim/config.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const config: ServingConfig = {
  memory: {kind: "paged", blockSize: 4, watermarkFraction: 0},
  capacityTokens: 24,
  maxModelLen: 24,
  scheduler: {
    batching: "continuous",
    maxSequences: 4,
    maxBatchedTokens: 64,
    chunkedPrefill: true
  }
};
const requests = requestsFromRows([
  {arrivalSeconds: 0, promptTokens: 8, outputTokens: 8},
  {arrivalSeconds: 0, promptTokens: 8, outputTokens: 8}
]);
const run = (preemption: Preemption) =>
  simulateServing({...config, scheduler: {...config.scheduler, preemption}}, requests, {
    step: constantStep(1)
  });

describe("pre-emption", () => {
  it("recompute: the last to come loses its cache and is read again with what it had said", () => {
    // 6 blocks. Prompts take 2 each; the first decode takes 1 each; after 4 decodes (12 tokens
    // each) the second one makes room at t = 5 with 5 tokens out, of which 4 cached
    const s = run({kind: "recompute"});
    expect(s.tally).toMatchObject({preemptions: 1, recomputedTokens: 12, swappedTokens: 0});
    expect([...s.records.preemptions]).toEqual([0, 1]);
    // first: prompt, 7 decodes. second comes back when the first has ended, at 8: reads 13 tokens
    // for its 6th token, then two decodes
    expect([...s.records.finishedSeconds]).toEqual([8, 11]);
    expect(s.tally.promptTokens).toBe(16 + 13);
    expect(s.gaps.longestSeconds).toBe(4);
    expect(brokenBalances(s)).toEqual([]);
  });

  it("swap: the cache goes to host memory and back, each at the link's speed", () => {
    const s = run({kind: "swap", capacityTokens: 100, tokensPerSecond: 24});
    expect(s.tally).toMatchObject({preemptions: 1, recomputedTokens: 0, swappedTokens: 12});
    // 12 tokens out: half a second in the pass of the fifth decode; the same back at 8.5
    expect([...s.records.finishedSeconds]).toEqual([8.5, 12]);
    expect(s.hostTokens).toBe(0);
  });

  it("swap without room on the host recomputes", () => {
    const s = run({kind: "swap", capacityTokens: 11, tokensPerSecond: 24});
    expect(s.tally).toMatchObject({preemptions: 1, recomputedTokens: 12, swappedTokens: 0});
  });
});
