import {describe, expect, it} from "vitest";
import type {ServingConfig} from "../../../src/lib/sim/config.js";
import {requestsFromRows, type Requests} from "../../../src/lib/sim/requests.js";
import {advanceServing, openServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const config: ServingConfig = {
  memory: {kind: "paged", blockSize: 4, watermarkFraction: 0},
  capacityTokens: 64,
  maxModelLen: 64,
  scheduler: {
    batching: "continuous",
    maxSequences: 4,
    maxBatchedTokens: 10,
    chunkedPrefill: false
  }
};
const rows = (...prompts: number[]) =>
  requestsFromRows(
    prompts.map((promptTokens) => ({arrivalSeconds: 0, promptTokens, outputTokens: 3}))
  );
const opened = (change: Partial<ServingConfig["scheduler"]>, requests: Requests) =>
  openServing({...config, scheduler: {...config.scheduler, ...change}}, requests, constantStep(1));

describe("admission", () => {
  it("whole prompts get in while the budget of the pass lasts, one always", () => {
    const s = opened({}, rows(6, 4, 4, 30));
    advanceServing(s, {maxPasses: 1});
    expect([s.slots.order.size, s.queue.size]).toEqual([2, 2]);
    advanceServing(s, {maxPasses: 1});
    expect([s.slots.order.size, s.queue.size]).toEqual([3, 1]);
    advanceServing(s, {maxPasses: 1});
    expect([s.slots.order.size, s.queue.size]).toEqual([4, 0]);
  });

  it("a static batch takes all it has places for, and none until it is over", () => {
    const s = opened({batching: "static", maxSequences: 2}, rows(4, 4, 4));
    advanceServing(s, {maxPasses: 1});
    expect([s.slots.order.size, s.queue.size]).toEqual([2, 1]);
    advanceServing(s, {maxPasses: 1});
    expect([s.nDecoding, s.queue.size]).toEqual([2, 1]);
  });

  it("nobody overtakes a request that waits for memory", () => {
    const s = opened({maxBatchedTokens: 100}, rows(40, 30, 4));
    advanceServing(s, {maxPasses: 1});
    expect([s.slots.order.size, s.queue.first, s.isBlocked]).toEqual([1, 1, true]);
  });

  it("longest-prefix lets those in first whose beginning is in memory", () => {
    const sharing = {
      groups: Int32Array.of(0, 1, 0),
      conversations: Int32Array.of(0, 1, 2),
      sharedTokens: Int32Array.of(8, 8, 8)
    };
    const requests = {...rows(9, 9, 9), sharing};
    const cache = {...config, memory: {...config.memory, prefixCache: true} as const};
    const order = (kind: "fcfs" | "longest-prefix") => {
      const scheduler = {...config.scheduler, maxSequences: 1, order: kind};
      const s = openServing({...cache, scheduler}, requests, constantStep(1));
      while (advanceServing(s));
      return [...s.records.finishedSeconds];
    };
    expect(order("fcfs")).toEqual([3, 6, 9]);
    expect(order("longest-prefix")).toEqual([3, 9, 6]);
  });
});
