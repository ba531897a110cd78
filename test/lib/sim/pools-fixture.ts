/** Random pools of engines, for laws that hold in all of them. */
import fc from "fast-check";
import type {DisaggregatedConfig, Pool} from "../../../src/lib/sim/pools.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {anyConfig} from "./serving-fixture.js";

const anyPool = (passSeconds: number): fc.Arbitrary<Pool> =>
  fc.record({
    config: anyConfig.map((config) => ({
      ...config,
      closedLoop: null,
      scheduler: {...config.scheduler, batching: "continuous" as const}
    })),
    step: fc.constant(constantStep(passSeconds)),
    nInstances: fc.integer({min: 1, max: 3})
  });

/** Passes of half a second to read, of a quarter to write. */
export const anyPools: fc.Arbitrary<DisaggregatedConfig> = fc.record({
  prefill: anyPool(0.5),
  decode: anyPool(0.25),
  link: fc.record({
    bytesPerSecond: fc.constantFrom(5, 100, Infinity),
    latencySeconds: fc.constantFrom(0, 0.3, 4),
    kvBytes: fc.constant((nTokens: number) => 2 * nTokens)
  })
});
