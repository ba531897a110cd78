import {describe, expect, it} from "vitest";
import {advanceDisaggregated} from "../../../src/lib/sim/disaggregated.js";
import {poolBalances, recordsOf} from "../../../src/lib/sim/pool-records.js";
import {openDisaggregated} from "../../../src/lib/sim/pools.js";
import {STATUS} from "../../../src/lib/sim/records.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {constantStep} from "../../../src/lib/sim/step.js";

const config = {
  memory: {kind: "paged", blockSize: 4, watermarkFraction: 0},
  capacityTokens: 64,
  maxModelLen: 32,
  scheduler: {batching: "continuous", maxSequences: 1, maxBatchedTokens: 64, chunkedPrefill: false}
} as const;
const pool = {config, step: constantStep(1), nInstances: 1};
const link = {bytesPerSecond: 4, kvBytes: (nTokens: number) => nTokens};

/** Three requests, until the clock of the side that writes is at a time. */
function poolsAt(seconds: number) {
  const requests = requestsFromRows(
    [0, 0, 0].map((arrivalSeconds) => ({arrivalSeconds, promptTokens: 8, outputTokens: 3}))
  );
  const d = openDisaggregated({prefill: pool, decode: pool, link}, requests);
  while (d.decode[0]!.timeSeconds < seconds && advanceDisaggregated(d));
  return d;
}

describe("recordsOf", () => {
  it("recordsOf(pools) follows a request from side to side", () => {
    const {waiting, running, moving, finished} = STATUS;
    // one place each: read by 1, 2 and 3; fetched from 1 to 3, written by 5, fetched from 5 to 7
    const statusAt = (seconds: number) => [...recordsOf(poolsAt(seconds)).status];
    expect(statusAt(2)).toEqual([moving, waiting, waiting]);
    expect(statusAt(4)).toEqual([running, waiting, waiting]);
    expect(statusAt(5)).toEqual([finished, waiting, waiting]);
    expect(statusAt(8)).toEqual([finished, running, waiting]);
    const {firstTokenSeconds, finishedSeconds, generatedTokens} = recordsOf(poolsAt(Infinity));
    expect([...firstTokenSeconds]).toEqual([1, 2, 3]);
    expect([...finishedSeconds]).toEqual([5, 9, 13]);
    expect([...generatedTokens]).toEqual([3, 3, 3]);
  });
});

describe("poolBalances", () => {
  const broken = (d: ReturnType<typeof poolsAt>) =>
    poolBalances(d)
      .filter(({expected, found}) => expected !== found)
      .map(({name}) => name);

  it("poolBalances(pools) finds a lost request and a cache that nobody will fetch", () => {
    const d = poolsAt(4);
    expect(poolBalances(d)).toHaveLength(3 + 2 * 10);
    expect(broken(d)).toEqual([]);
    d.nArrived++;
    d.decode[0]!.isSwapped[1] = 0;
    expect(broken(d)).toEqual(["arrived", "caches kept"]);
  });
});
