import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  memoryShares,
  servingMetrics,
  spreadOf,
  statusCounts
} from "../../../src/lib/sim/metrics.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {anyConfig, anyRequests} from "./serving-fixture.js";

const config = {
  memory: {kind: "contiguous", reserve: "max", fit: "first-fit"},
  capacityTokens: 100,
  maxModelLen: 40,
  scheduler: {
    batching: "continuous",
    maxSequences: 2,
    maxBatchedTokens: 64,
    chunkedPrefill: true
  }
} as const;

describe("servingMetrics", () => {
  it("by hand: two requests of 10 + 3 tokens beside each other, passes of half a second", () => {
    const row = {arrivalSeconds: 0, promptTokens: 10, outputTokens: 3};
    const s = simulateServing(config, requestsFromRows([row, row]), {step: constantStep(0.5)});
    const m = servingMetrics(s, {ttftSeconds: 0.5, tpotSeconds: 0.4});
    expect(m.seconds).toBe(1.5);
    expect([m.requestsPerSecond, m.outputTokensPerSecond]).toEqual([2 / 1.5, 4]);
    expect([m.ttft.p50, m.tpot.p50, m.e2e.p99]).toEqual([0.5, 0.5, 1.5]);
    expect(m.normalizedLatencySeconds).toBe(0.5);
    expect([m.meanRunning, m.meanWaiting, m.busyFraction]).toEqual([2, 0, 1]);
    // TPOT of 0.5 is over the limit
    expect([m.goodFraction, m.goodRequestsPerSecond]).toEqual([0, 0]);
    expect(servingMetrics(s, {ttftSeconds: 0.5, tpotSeconds: 0.5}).goodFraction).toBe(1);
    // 40 reserved each, 12 used in the end: the passes have 10 (just read), 10 and 11 in memory
    expect(m.memory.used).toBeCloseTo((2 * 31) / 3 / 100, 12);
    expect(m.memory.internal).toBeCloseTo(0.56, 12);
    expect(m.memory.reserved).toBeCloseTo(0.24 - (2 * 31) / 3 / 100, 12);
    expect([m.memory.external, m.memory.free]).toEqual([0, 0.2]);
  });

  it("shares of memory add up to 1, none is negative, and good answers are at most all", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        fc.pre(requests.n > 0);
        const s = simulateServing(anyOne, requests, {step: constantStep(0.25)});
        const m = servingMetrics(s, {ttftSeconds: 1, tpotSeconds: 0.3});
        if (m.finished === 0) return;
        const shares = Object.values(m.memory);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(Math.min(...shares)).toBeGreaterThan(-1e-9);
        expect(m.goodFraction).toBeLessThanOrEqual(m.finished / requests.n);
        expect(m.finished + m.refused + m.unfinished).toBe(requests.n);
        expect(m.hitFraction).toBeLessThanOrEqual(1);
      })
    );
  });

  it("a run of nothing has no latencies", () => {
    const s = simulateServing(config, requestsFromRows([]), {step: constantStep(1)});
    expect(servingMetrics(s).ttft.p50).toBeNaN();
    expect(servingMetrics(s).itl.mean).toBeNaN();
  });
});

describe("parts", () => {
  it("spreadOf(column) leaves out what has no value", () => {
    expect(spreadOf([1, NaN, 3])).toEqual({mean: 2, p50: 2, p90: 2.8, p99: 2.98});
  });

  it("memoryShares(run) of an idle engine is NaN", () => {
    const s = simulateServing(config, requestsFromRows([]), {step: constantStep(1)});
    expect(memoryShares(s).used).toBeNaN();
  });

  it("statusCounts(records) counts by standing", () => {
    expect(statusCounts({n: 4, status: Uint8Array.of(0, 1, 4, 4)})).toEqual({
      expected: 1,
      waiting: 1,
      running: 0,
      finished: 0,
      refused: 2,
      moving: 0
    });
  });
});
