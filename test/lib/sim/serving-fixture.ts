/** Random engines and streams of requests, for laws that hold in all of them. */
import fc from "fast-check";
import type {ServingConfig} from "../../../src/lib/sim/config.js";
import type {MemoryConfig} from "../../../src/lib/sim/memory.js";
import type {Requests} from "../../../src/lib/sim/requests.js";
import {requestsOf, type Workload} from "../../../src/lib/sim/workload.js";

const paged: fc.Arbitrary<MemoryConfig> = fc.record({
  kind: fc.constant("paged" as const),
  blockSize: fc.constantFrom(1, 2, 4, 16),
  prefixCache: fc.boolean(),
  watermarkFraction: fc.constantFrom(0, 0.01, 0.1)
});

const contiguous: fc.Arbitrary<MemoryConfig> = fc.record({
  kind: fc.constant("contiguous" as const),
  reserve: fc.constantFrom("max" as const, "pow2" as const, "oracle" as const),
  fit: fc.constantFrom("buddy" as const, "first-fit" as const)
});

export const anyConfig: fc.Arbitrary<ServingConfig> = fc.record({
  memory: fc.oneof({weight: 3, arbitrary: paged}, {weight: 1, arbitrary: contiguous}),
  capacityTokens: fc.integer({min: 48, max: 400}),
  maxModelLen: fc.integer({min: 8, max: 64}),
  scheduler: fc.record({
    batching: fc.constantFrom("static" as const, "continuous" as const, "continuous" as const),
    maxSequences: fc.constantFrom(1, 2, 5, 16, Infinity),
    maxBatchedTokens: fc.constantFrom(1, 8, 32, 100),
    chunkedPrefill: fc.boolean(),
    order: fc.constantFrom("fcfs" as const, "longest-prefix" as const),
    preemption: fc.oneof(
      fc.constant({kind: "recompute" as const}),
      fc.record({
        kind: fc.constant("swap" as const),
        capacityTokens: fc.constantFrom(0, 30, 1000),
        tokensPerSecond: fc.constantFrom(10, 1000)
      })
    )
  }),
  closedLoop: fc.option(
    fc.record({nUsers: fc.integer({min: 1, max: 8}), thinkSeconds: fc.constantFrom(0, 0.5, 20)}),
    {nil: null, freq: 3}
  ),
  keepsSlots: fc.boolean()
});

const length = (mean: number) =>
  fc.oneof(
    fc.record({kind: fc.constant("fixed" as const), tokens: fc.integer({min: 1, max: 2 * mean})}),
    fc.record({
      kind: fc.constant("log-normal" as const),
      mean: fc.constant(mean),
      cv: fc.constantFrom(0, 0.5, 1.5)
    })
  );

export const anyWorkload: fc.Arbitrary<Workload> = fc.record({
  nRequests: fc.integer({min: 0, max: 40}),
  arrivals: fc.oneof(
    fc.constant({kind: "at-once" as const}),
    fc.record({
      kind: fc.constantFrom("poisson" as const, "even" as const),
      requestsPerSecond: fc.constantFrom(0.1, 1, 10)
    }),
    fc.record({
      kind: fc.constant("bursts" as const),
      requestsPerSecond: fc.constantFrom(0.1, 1),
      burstSize: fc.integer({min: 1, max: 10})
    })
  ),
  lengths: fc.record({prompt: length(12), output: length(10)}),
  sharing: fc.option(
    fc.record({
      sharedFraction: fc.constantFrom(0.5, 1),
      sharedTokens: fc.integer({min: 0, max: 20}),
      nGroups: fc.integer({min: 1, max: 3}),
      turns: fc.integer({min: 1, max: 3})
    }),
    {nil: null}
  ),
  samples: fc.constantFrom(1, 1, 2, 3, 6),
  maxModelLen: fc.constantFrom(16, 64, 80)
});

export const anyRequests: fc.Arbitrary<Requests> = fc
  .tuple(anyWorkload, fc.integer({min: 0, max: 1e6}))
  .map(([workload, seed]) => requestsOf(workload, seed));
