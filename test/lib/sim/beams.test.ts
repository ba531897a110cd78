import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import {redrawBeams} from "../../../src/lib/sim/beams.js";
import {PagedMemory} from "../../../src/lib/sim/paged-memory.js";
import {STATUS} from "../../../src/lib/sim/records.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import {advanceServing, openServing, simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {requestsOf} from "../../../src/lib/sim/workload.js";
import {tableOf} from "../../../src/lib/paging.js";
import {anyConfig, anyWorkload} from "./serving-fixture.js";

const step = constantStep(1);
const config = {
  memory: {kind: "paged", blockSize: 4, watermarkFraction: 0},
  capacityTokens: 400,
  maxModelLen: 100,
  scheduler: {batching: "continuous", maxSequences: 8, maxBatchedTokens: 100, chunkedPrefill: false}
} as const;
const rows = [0, 0, 0].map((arrivalSeconds) => ({
  arrivalSeconds,
  promptTokens: 6,
  outputTokens: 8
}));
const search = {...requestsFromRows(rows), leaders: Int32Array.of(0, 0, 0)};

/** Three beams with `passes` behind them whose parents were never drawn. */
function searchAfter(passes: number) {
  const s = openServing(config, search, step);
  advanceServing(s, {maxPasses: passes});
  const {tables, pool} = s.memory as PagedMemory;
  return {s, pool, tables: () => [0, 1, 2].map((slot) => tableOf(pool, tables.tails[slot]!))};
}

describe("redrawBeams", () => {
  it("by hand: all from the first, two blocks are held thrice and the others go", () => {
    // one pass reads 6 tokens, three decodes make 9: blocks of 4 + 4 + 1, the first one shared
    const {s, pool, tables} = searchAfter(4);
    expect(pool.nBlocks - pool.nFree).toBe(1 + 3 * 2);
    redrawBeams(s, () => 0);
    expect(pool.nBlocks - pool.nFree).toBe(3);
    const [first, second, third] = tables();
    expect([second, third]).toEqual([first, first]);
    expect(brokenBalances(s)).toEqual([]);
    // each writes a tenth token: two of three copy the third block
    advanceServing(s, {maxPasses: 1});
    expect(pool.nBlocks - pool.nFree).toBe(2 + 3);
    expect(brokenBalances(s)).toEqual([]);
  });

  it("each beam its own parent: nothing changes", () => {
    const {s, tables} = searchAfter(4);
    const before = tables();
    let i = 0;
    redrawBeams(s, () => i++ / 3);
    expect(tables()).toEqual(before);
  });

  it("answers on their own are left alone", () => {
    const alone = {...search, leaders: Int32Array.of(0, 1, 2)};
    const s = openServing(config, alone, step);
    advanceServing(s, {maxPasses: 4});
    const {pool} = s.memory as PagedMemory;
    const nFree = pool.nFree;
    redrawBeams(s, () => 0);
    expect(pool.nFree).toBe(nFree);
  });
});

describe("beam search in the engine", () => {
  const anySearches = fc
    .tuple(anyWorkload, fc.constantFrom(2, 3, 6), fc.integer({min: 0, max: 1e6}))
    .map(([workload, samples, seed]) => requestsOf({...workload, samples, beams: true}, seed));
  const anyEngine = anyConfig.map((one) => ({
    ...one,
    memory: one.memory.kind === "paged" ? {...one.memory, prefixCache: false} : one.memory
  }));

  it("between any two passes the books balance; all ends, and the same seed gives the same", () => {
    fc.assert(
      fc.property(anyEngine, anySearches, (engine, requests) => {
        const s = openServing(engine, requests, step);
        for (let passes = 0; advanceServing(s, {maxPasses: 1}); passes++) {
          expect(brokenBalances(s)).toEqual([]);
          expect(passes).toBeLessThan(1e5);
        }
        expect(brokenBalances(s)).toEqual([]);
        expect([s.memory.allocatedTokens, s.memory.usedTokens]).toEqual([0, 0]);
        expect(s.tally.finished + s.tally.refused).toBe(requests.n);
        expect(simulateServing(engine, requests, {step}).records).toEqual(s.records);
      }),
      {numRuns: 150, seed: 8}
    );
  }, 120_000);

  it("beams of one search are as long and end together", () => {
    const requests = requestsOf(
      {
        nRequests: 1,
        arrivals: {kind: "at-once"},
        lengths: {prompt: {kind: "fixed", tokens: 9}, output: {kind: "log-normal", mean: 9, cv: 1}},
        samples: 4,
        beams: true
      },
      3
    );
    expect(new Set(requests.outputTokens).size).toBe(1);
    const {records} = simulateServing(config, requests, {step});
    expect(new Set(records.finishedSeconds).size).toBe(1);
    expect(records.status.every((status) => status === STATUS.finished)).toBe(true);
  });

  it("beams whose blocks are found by content are refused", () => {
    const cached = {...config, memory: {...config.memory, prefixCache: true}};
    expect(() => openServing(cached, {...search, beamSeed: 1}, step)).toThrow(
      "invalid prefixCache with beams: true"
    );
  });
});
