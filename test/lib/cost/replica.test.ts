import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {ReplicaOptions} from "../../../src/lib/cost/replica.js";
import {
  replicaAtLoad,
  replicaRange,
  replicasByHit,
  tailPrefillSeconds
} from "../../../src/lib/cost/replica.js";
import {decodeStep, prefillSeconds} from "../../../src/lib/roofline.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "./fixtures.js";

const llama = modelById("llama3.1-8b");
const defaults: ReplicaOptions = {
  gpu: gpuById("h100-sxm"),
  weightDtype: "fp8",
  kvDtype: "fp8",
  inputTokens: 20_000,
  outputTokens: 3_000,
  hitFraction: 0
};

describe("replicaAtLoad", () => {
  // weights 6.98 GB in 8 bits and 2.10 GB of embedding and head in 16 bits; 65,536 B of KV a token;
  // (0.9 · 85.52 − 2.15 − 9.08) GB / (23,000 · 65,536 B) = 43.6
  it("replicaAtLoad(8B fp8, H100) holds 43 requests of 23,000 tokens", () => {
    const {batchSize, limit} = replicaAtLoad(llama, defaults);
    expect(batchSize).toBe(43);
    expect(limit).toBe("kv");
  });

  // (43 · 21,500 · 65,536 B + 8.03 GB) / (0.65 · 3.35 TB/s) = 31.5 ms
  it("replicaAtLoad(8B fp8, H100) takes 31.5 ms a step at the mean length", () => {
    expectWithin(replicaAtLoad(llama, defaults).stepSeconds, 0.0315, 0.002);
  });

  // 2 · 6.98e9 · 20,000 / (0.5 · 1,979e12) + 2 · 32 · 32 · 128 · 20,000² / (0.5 · 989e12) = 0.282 + 0.212 s
  it("replicaAtLoad(8B fp8, H100) reads a prompt of 20,000 in 0.494 s, between the steps", () => {
    const {prefillSeconds, stepSeconds, tpotSeconds} = replicaAtLoad(llama, defaults);
    expectWithin(prefillSeconds, 0.494, 0.002);
    expectWithin(tpotSeconds, stepSeconds + (43 * prefillSeconds) / 3_000);
  });

  it("replicaAtLoad(model, options) answers one request each prefill + out · step / B", () => {
    const replica = replicaAtLoad(llama, defaults);
    const seconds = replica.prefillSeconds + (3_000 * replica.stepSeconds) / replica.batchSize;
    expectWithin(replica.requestsPerSecond, 1 / seconds);
  });

  it("replicaAtLoad(model, {hitFraction}) answers more with a warm prefix, at the same batch", () => {
    const warm = replicaAtLoad(llama, {...defaults, hitFraction: 0.7});
    const cold = replicaAtLoad(llama, defaults);
    expect(warm.batchSize).toBe(cold.batchSize);
    expect(warm.requestsPerSecond).toBeGreaterThan(1.1 * cold.requestsPerSecond);
  });

  it("replicaAtLoad(model, {tpotLimitSeconds}) takes the largest batch within the limit", () => {
    const limit = 0.02;
    const {
      batchSize,
      tpotSeconds,
      limit: reason,
      prefillSeconds: prefill
    } = replicaAtLoad(llama, {
      ...defaults,
      tpotLimitSeconds: limit
    });
    const next = decodeStep(llama, {...defaults, batchSize: batchSize + 1, contextTokens: 21_500});
    expect(reason).toBe("tpot");
    expect(tpotSeconds).toBeLessThanOrEqual(limit);
    expect(next.seconds + ((batchSize + 1) * prefill) / 3_000).toBeGreaterThan(limit);
  });

  it("replicaAtLoad(model, options) serves nothing when one request does not fit", () => {
    const tooLarge = replicaAtLoad(modelById("llama3.1-70b"), {...defaults, weightDtype: "bf16"});
    expect(tooLarge).toMatchObject({batchSize: 0, limit: "memory", requestsPerSecond: 0});
  });

  it("replicaAtLoad(model, options) serves nothing when one request alone is too slow", () => {
    const slow = replicaAtLoad(llama, {...defaults, tpotLimitSeconds: 0.001});
    expect(slow).toMatchObject({batchSize: 0, limit: "tpot", requestsPerSecond: 0});
  });

  it("replicaAtLoad(model, {nGpus: 2}) holds more requests with two cards", () => {
    const two = replicaAtLoad(llama, {...defaults, nGpus: 2});
    expect(two.batchSize).toBeGreaterThan(2 * 43);
  });

  it("replicaAtLoad(model, options) never answers less with a longer limit or a warmer cache", () => {
    const seconds = fc.double({min: 0.01, max: 0.2, noNaN: true});
    const share = fc.double({min: 0, max: 1, noNaN: true});
    fc.assert(
      fc.property(
        seconds,
        share,
        fc.integer({min: 100, max: 60_000}),
        (limit, hit, inputTokens) => {
          const at = (tpotLimitSeconds: number, hitFraction: number) =>
            replicaAtLoad(llama, {...defaults, inputTokens, tpotLimitSeconds, hitFraction})
              .requestsPerSecond *
            (1 + 1e-12);
          expect(at(1.5 * limit, hit)).toBeGreaterThanOrEqual(at(limit, hit) / (1 + 1e-9));
          expect(at(limit, Math.min(1, hit + 0.1))).toBeGreaterThanOrEqual(
            at(limit, hit) / (1 + 1e-9)
          );
        }
      ),
      {numRuns: 40}
    );
  });
});

describe("tailPrefillSeconds", () => {
  it("tailPrefillSeconds(model, {hitFraction: 0}) is the whole prompt", () => {
    expect(tailPrefillSeconds(llama, defaults)).toBe(
      prefillSeconds(llama, {...defaults, promptTokens: 20_000})
    );
  });

  it("tailPrefillSeconds(model, {hitFraction}) costs more than its share: the tail attends to the head", () => {
    const whole = tailPrefillSeconds(llama, defaults);
    const half = tailPrefillSeconds(llama, {...defaults, hitFraction: 0.5});
    expect(half).toBeGreaterThan(0.5 * whole);
    expect(tailPrefillSeconds(llama, {...defaults, hitFraction: 1})).toBe(0);
  });
});

describe("replicasByHit", () => {
  it("replicasByHit(model, options, hits) is replicaAtLoad at each hit rate", () => {
    const hits = [0, 0.5, 0.95];
    expect(replicasByHit(llama, defaults, hits)).toEqual(
      hits.map((hitFraction) => replicaAtLoad(llama, {...defaults, hitFraction}))
    );
  });
});

describe("replicaRange", () => {
  it("replicaRange(model, options) lies around the default efficiencies", () => {
    const {low, high} = replicaRange(llama, defaults);
    const {requestsPerSecond} = replicaAtLoad(llama, defaults);
    expect(low).toBeLessThan(requestsPerSecond);
    expect(high).toBeGreaterThan(requestsPerSecond);
    const worst = replicaAtLoad(llama, {...defaults, mfu: 0.29, mbu: 0.64});
    expect(low).toBe(worst.requestsPerSecond);
  });
});
