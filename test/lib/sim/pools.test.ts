import {describe, expect, it} from "vitest";
import {openDisaggregated} from "../../../src/lib/sim/pools.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const config = {
  memory: {kind: "paged", blockSize: 4},
  capacityTokens: 64,
  maxModelLen: 32,
  scheduler: {batching: "continuous", maxSequences: 2, maxBatchedTokens: 64, chunkedPrefill: false}
} as const;
const pool = {config, step: constantStep(1), nInstances: 1};
const link = {bytesPerSecond: 1, kvBytes: (nTokens: number) => nTokens};
const requests = requestsFromRows(
  [1, 5, 3, 2].map((outputTokens, i) => ({arrivalSeconds: i, promptTokens: 8, outputTokens}))
);

describe("openDisaggregated", () => {
  it("openDisaggregated(config, requests) lets one side read and the other fetch", () => {
    const {prefill, decode} = openDisaggregated(
      {prefill: pool, decode: {...pool, nInstances: 2}, link},
      requests
    );
    // an answer of one token ends where its prompt is read
    expect([...prefill[0]!.moves.sent!]).toEqual([0, 1, 1, 1]);
    expect([...prefill[0]!.records.outputTokens]).toEqual([1, 1, 1, 1]);
    expect(decode.map(({moves}) => moves.link)).toEqual([link, link]);
    expect([...decode[0]!.records.outputTokens]).toEqual([1, 5, 3, 2]);
  });

  it("caches that wait are no limit on how many prompts are read, places are", () => {
    const {prefill, decode} = openDisaggregated({prefill: pool, decode: pool, link}, requests);
    expect([prefill[0]!.slots.n, decode[0]!.slots.n]).toEqual([4, 2]);
  });
});
