import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {ServingConfig} from "../../../src/lib/sim/config.js";
import {simulateDisaggregated} from "../../../src/lib/sim/disaggregated.js";
import {STATUS} from "../../../src/lib/sim/records.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {anyRequests} from "./serving-fixture.js";

const config: ServingConfig = {
  memory: {kind: "paged", blockSize: 4, watermarkFraction: 0},
  capacityTokens: 400,
  maxModelLen: 100,
  scheduler: {
    batching: "continuous",
    maxSequences: 8,
    maxBatchedTokens: 100,
    chunkedPrefill: false
  }
};
const pool = {config, step: constantStep(0.5), nInstances: 1};
const pools = {prefill: pool, decode: {...pool, step: constantStep(0.1)}, tokensPerSecond: 100};

describe("simulateDisaggregated", () => {
  it("by hand: a prompt is read, sent, and its answer goes on elsewhere", () => {
    const requests = requestsFromRows([
      {arrivalSeconds: 0, promptTokens: 50, outputTokens: 4},
      {arrivalSeconds: 0.1, promptTokens: 20, outputTokens: 1}
    ]);
    const {records} = simulateDisaggregated(pools, requests);
    // first read by 0.5, sent in 0.5, three decodes of 0.1; second waits until 0.5, read by 1.0
    expect([...records.firstTokenSeconds]).toEqual([0.5, 1]);
    expect(records.finishedSeconds[0]).toBeCloseTo(1.3, 12);
    expect(records.finishedSeconds[1]).toBe(1);
    expect([...records.status]).toEqual([STATUS.finished, STATUS.finished]);
  });

  it("every request ends once, in order of its own times, and tokens are conserved", () => {
    const instances = fc.integer({min: 1, max: 3});
    fc.assert(
      fc.property(anyRequests, instances, instances, (requests, nRead, nWrite) => {
        const {records, prefill, decode} = simulateDisaggregated(
          {
            prefill: {...pool, nInstances: nRead},
            decode: {...pool, nInstances: nWrite},
            tokensPerSecond: 50
          },
          requests
        );
        const tokens = [...prefill, ...decode].reduce((sum, s) => sum + s.tally.outputTokens, 0);
        let answered = 0;
        for (let i = 0; i < requests.n; i++) {
          expect([STATUS.finished, STATUS.refused]).toContain(records.status[i]);
          if (records.status[i] !== STATUS.finished) continue;
          answered += requests.outputTokens[i]!;
          expect(records.firstTokenSeconds[i]).toBeGreaterThan(records.arrivalSeconds[i]!);
          expect(records.finishedSeconds[i]).toBeGreaterThanOrEqual(records.firstTokenSeconds[i]!);
        }
        // requests that the decode pool refuses have had their first token all the same
        expect(tokens).toBeGreaterThanOrEqual(answered);
        expect(decode.every((s) => s.memory.usedTokens === 0)).toBe(true);
      })
    );
  });

  it("a long prompt no longer holds up running answers", () => {
    const requests = requestsFromRows([
      {arrivalSeconds: 0, promptTokens: 8, outputTokens: 20},
      {arrivalSeconds: 0.7, promptTokens: 90, outputTokens: 2}
    ]);
    const together = simulateServing(config, requests, {step: constantStep(0.5)});
    expect(together.gaps.longestSeconds).toBe(1);
    const {decode} = simulateDisaggregated({...pools, decode: pool}, requests);
    // the cache of the second arrives beside it; only its own first gap includes the way
    expect(decode[0]!.gaps.quantile(0.9)).toBeLessThan(0.51);
  });

  it("bad pools are named", () => {
    const none = requestsFromRows([]);
    const bad = {...pools, decode: {...pool, nInstances: 0}};
    expect(() => simulateDisaggregated(bad, none)).toThrow("invalid nInstances: 0");
    expect(() => simulateDisaggregated({...pools, tokensPerSecond: 0}, none)).toThrow(
      "invalid tokensPerSecond: 0"
    );
    const loop = {...config, closedLoop: {nUsers: 1, thinkSeconds: 0}};
    expect(() => simulateDisaggregated({...pools, prefill: {...pool, config: loop}}, none)).toThrow(
      "invalid closedLoop"
    );
  });
});
