import {describe, expect, it} from "vitest";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {startServing} from "../../../src/lib/sim/serving.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const requests = requestsFromRows([
  {arrivalSeconds: 0, promptTokens: 1, outputTokens: 1},
  {arrivalSeconds: 0, promptTokens: 1, outputTokens: 1},
  {arrivalSeconds: 0, promptTokens: 1, outputTokens: 1}
]);
const config = {
  memory: {kind: "paged", blockSize: 16},
  capacityTokens: 1000,
  maxModelLen: 100,
  scheduler: {
    batching: "continuous",
    maxSequences: Infinity,
    maxBatchedTokens: 64,
    chunkedPrefill: true
  }
} as const;

describe("startServing", () => {
  it("startServing(config, requests, step) has no more slots than sequences can fill", () => {
    const slots = (change: object) =>
      startServing({...config, ...change}, requests, constantStep(1)).slots.n;
    expect(slots({})).toBe(3);
    expect(slots({capacityTokens: 32})).toBe(2);
    expect(slots({scheduler: {...config.scheduler, maxSequences: 1}})).toBe(1);
  });

  it("startServing(config, requests, step) checks both", () => {
    const broken = {...config, maxModelLen: 0};
    expect(() => startServing(broken, requests, constantStep(1))).toThrow("invalid maxModelLen: 0");
  });
});
