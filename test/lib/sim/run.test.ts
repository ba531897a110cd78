import {describe, expect, it} from "vitest";
import {
  preparedRun,
  runCapacityTokens,
  runRow,
  simulateRun,
  type Run
} from "../../../src/lib/sim/run.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";

const run: Run = {
  model: modelById("llama3.1-8b"),
  gpu: gpuById("h100-sxm"),
  weightDtype: "bf16",
  kvDtype: "bf16",
  memory: {kind: "paged", blockSize: 16, prefixCache: true},
  scheduler: {
    batching: "continuous",
    maxSequences: 64,
    maxBatchedTokens: 2048,
    chunkedPrefill: true
  },
  maxModelLen: 8192,
  workload: {
    nRequests: 300,
    arrivals: {kind: "poisson", requestsPerSecond: 8},
    lengths: {
      prompt: {kind: "log-normal", mean: 161.3, cv: 1.2},
      output: {kind: "log-normal", mean: 338, cv: 1.2}
    },
    sharing: {sharedFraction: 0.5, sharedTokens: 500, nGroups: 2}
  },
  seed: 42
};

describe("runCapacityTokens", () => {
  it("runCapacityTokens(run) is what weights and overhead leave: 0.9 · 79.6 GiB − 15 − 2 GiB", () => {
    // (0.9 · 81,559 MiB − 16.06 GB − 2 GiB) / 131,072 B
    const bytes = 0.9 * 81_559 * 2 ** 20 - 2 * 8_030_261_248 - 2 * 2 ** 30;
    expect(runCapacityTokens(run)).toBeCloseTo(bytes / 131_072, -2);
    expect(runCapacityTokens({...run, capacityTokens: 77})).toBe(77);
  });

  it("runCapacityTokens(run) of a model that does not fit says so", () => {
    const big = {...run, model: modelById("llama3.1-405b")};
    expect(() => runCapacityTokens(big)).toThrow("no memory left for KV: ");
  });
});

describe("simulateRun", () => {
  it("golden figures of seed 42: found once, kept since", () => {
    const small = {...run, capacityTokens: 12_000};
    const metrics = simulateRun(small);
    const {finished, preemptions, recomputedTokens, seconds, hitFraction} = metrics;
    expect({finished, preemptions, recomputedTokens}).toEqual({
      finished: 300,
      preemptions: 180,
      recomputedTokens: 73_317
    });
    expectWithin(seconds, 57.82194643470291, 1e-12);
    expectWithin(hitFraction, 0.5918904866219453, 1e-12);
    expectWithin(metrics.ttft.p99, 5.159027476179643, 1e-12);
    expect(metrics.itl.p50).toBe(0.007720947265625);
    expect(simulateRun(small)).toEqual(metrics);
  });

  it("simulateRun(run, onProgress) stops when it is told to", () => {
    expect(() => simulateRun(run, () => false)).toThrow("run was stopped");
  });

  it("preparedRun(run) cuts requests to the longest allowed", () => {
    const {requests, config} = preparedRun({...run, maxModelLen: 600});
    const longest = Math.max(...requests.promptTokens.map((p, i) => p + requests.outputTokens[i]!));
    expect([longest, config.maxModelLen]).toEqual([600, 600]);
  });
});

describe("runRow", () => {
  it("runRow(metrics) is flat and holds nothing that JSON cannot", () => {
    const row = runRow(simulateRun({...run, workload: {...run.workload, nRequests: 1}}));
    expect(Object.keys(row)).toContain("memory.used");
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });
});
