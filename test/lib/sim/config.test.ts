import {describe, expect, it} from "vitest";
import {checkedConfig, type ServingConfig} from "../../../src/lib/sim/config.js";

const config: ServingConfig = {
  memory: {kind: "paged", blockSize: 16},
  capacityTokens: 1000,
  maxModelLen: 100,
  scheduler: {
    batching: "continuous",
    maxSequences: 8,
    maxBatchedTokens: 64,
    chunkedPrefill: true
  }
};

describe("checkedConfig", () => {
  it("checkedConfig(config) passes a sound one on, without a cap on sequences too", () => {
    expect(checkedConfig(config)).toBe(config);
    const scheduler = {...config.scheduler, maxSequences: Infinity};
    expect(checkedConfig({...config, scheduler}).scheduler.maxSequences).toBe(Infinity);
  });

  it("checkedConfig(config) names the field and the value", () => {
    const {scheduler} = config;
    const swap = {kind: "swap", capacityTokens: 10, tokensPerSecond: 0} as const;
    const bad: [Partial<ServingConfig>, string][] = [
      [{capacityTokens: 1.5}, "invalid capacityTokens: 1.5"],
      [{maxModelLen: 0}, "invalid maxModelLen: 0"],
      [{memory: {kind: "paged", blockSize: 0}}, "invalid blockSize: 0"],
      [
        {memory: {kind: "paged", blockSize: 1, watermarkFraction: 1}},
        "invalid watermarkFraction: 1"
      ],
      [{scheduler: {...scheduler, maxSequences: NaN}}, "invalid maxSequences: NaN"],
      [{scheduler: {...scheduler, maxBatchedTokens: -1}}, "invalid maxBatchedTokens: -1"],
      [{closedLoop: {nUsers: 0, thinkSeconds: 0}}, "invalid nUsers: 0"],
      [{closedLoop: {nUsers: 1, thinkSeconds: -1}}, "invalid thinkSeconds: -1"],
      [{scheduler: {...scheduler, preemption: swap}}, "invalid swap tokensPerSecond: 0"]
    ];
    for (const [change, message] of bad) {
      expect(() => checkedConfig({...config, ...change})).toThrow(message);
    }
  });
});
