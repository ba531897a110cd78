import fc from "fast-check";
import {describe, expect, it} from "vitest";
import type {ServingConfig} from "../../../src/lib/sim/config.js";
import {advanceDisaggregated, simulateDisaggregated} from "../../../src/lib/sim/disaggregated.js";
import {PagedMemory} from "../../../src/lib/sim/paged-memory.js";
import {poolBalances, recordsOf} from "../../../src/lib/sim/pool-records.js";
import {openDisaggregated, type DisaggregatedConfig} from "../../../src/lib/sim/pools.js";
import {STATUS, ttftSeconds} from "../../../src/lib/sim/records.js";
import {requestsFromRows, type Requests} from "../../../src/lib/sim/requests.js";
import type {Serving} from "../../../src/lib/sim/serving.js";
import {simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep} from "../../../src/lib/sim/step.js";
import {anyPools} from "./pools-fixture.js";
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
/** A byte a token, a hundred a second. */
const link = {bytesPerSecond: 100, kvBytes: (nTokens: number) => nTokens};
const pools: DisaggregatedConfig = {
  prefill: pool,
  decode: {...pool, step: constantStep(0.1)},
  link
};
const roomy = {...config, capacityTokens: 1e5};
const atOnce = (n: number, row: {promptTokens: number; outputTokens: number}) =>
  requestsFromRows(Array.from({length: n}, () => ({arrivalSeconds: 0, ...row})));
const free = ({memory}: Serving) => (memory as PagedMemory).pool.nFree;

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

  it("by hand: caches go over the link one after the other, each with the latency behind it", () => {
    const requests = atOnce(2, {promptTokens: 50, outputTokens: 2});
    const {records} = simulateDisaggregated(
      {...pools, link: {...link, latencySeconds: 1}},
      requests
    );
    // both read by 0.5; sent by 1.0 and 1.5, there by 2.0 and 2.5; the second's decode waits for none
    expect(records.finishedSeconds[0]).toBeCloseTo(2.1, 12);
    expect(records.finishedSeconds[1]).toBeCloseTo(2.6, 12);
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

  it("samples and what the decode pool can never hold: the first token, then refused", () => {
    const small = {...pools.decode, config: {...config, capacityTokens: 40}};
    const {records, prefill} = simulateDisaggregated(
      {...pools, decode: small},
      atOnce(1, {promptTokens: 50, outputTokens: 4})
    );
    expect([records.status[0], records.firstTokenSeconds[0]]).toEqual([STATUS.refused, 0.5]);
    expect(free(prefill[0]!)).toBe(100);
  });

  it("bad pools and links are named", () => {
    const none = requestsFromRows([]);
    const run = (change: Partial<DisaggregatedConfig>) => () =>
      simulateDisaggregated({...pools, ...change}, none);
    const loop = {...config, closedLoop: {nUsers: 1, thinkSeconds: 0}};
    const still = {...config, scheduler: {...config.scheduler, batching: "static"}} as const;
    expect(run({decode: {...pool, nInstances: 0}})).toThrow("invalid nInstances: 0");
    expect(run({link: {...link, bytesPerSecond: 0}})).toThrow("invalid bytesPerSecond: 0");
    expect(run({prefill: {...pool, config: loop}})).toThrow("invalid closedLoop");
    expect(run({decode: {...pool, config: still}})).toThrow("invalid batching of a pool: static");
  });
});

describe("conservation over both pools", () => {
  const broken = (d: Parameters<typeof poolBalances>[0]) =>
    poolBalances(d).filter(({expected, found}) => expected !== found);

  it("between any two events the books balance, and no clock goes back", () => {
    fc.assert(
      fc.property(anyPools, anyRequests, (setup, requests) => {
        const d = openDisaggregated(setup, requests);
        const engines = [...d.prefill, ...d.decode];
        let clocks = engines.map(() => 0);
        let [now, events] = [0, 0];
        while (advanceDisaggregated(d)) {
          expect(broken(d)).toEqual([]);
          expect(d.timeSeconds).toBeGreaterThanOrEqual(now);
          expect(engines.every((s, i) => s.timeSeconds >= clocks[i]!)).toBe(true);
          expect(engines.every((s) => s.memory.allocatedTokens <= s.memory.capacityTokens)).toBe(
            true
          );
          clocks = engines.map((s) => s.timeSeconds);
          now = d.timeSeconds;
          expect(++events).toBeLessThan(1e5);
        }
        expect(broken(d)).toEqual([]);
        expectDone(d, requests);
      }),
      {numRuns: 150, seed: 4}
    );
  }, 120_000);

  function expectDone(d: ReturnType<typeof openDisaggregated>, requests: Requests): void {
    for (const {memory, moves} of [...d.prefill, ...d.decode]) {
      expect([memory.allocatedTokens, memory.usedTokens, moves.slots.size]).toEqual([0, 0, 0]);
      if (memory instanceof PagedMemory) expect(memory.pool.nFree).toBe(memory.pool.nBlocks);
    }
    const records = recordsOf(d);
    for (let i = 0; i < requests.n; i++) {
      expect([STATUS.finished, STATUS.refused]).toContain(records.status[i]);
      if (records.status[i] !== STATUS.finished) continue;
      expect(records.generatedTokens[i]).toBe(requests.outputTokens[i]);
      expect(records.admittedSeconds[i]).toBeGreaterThanOrEqual(records.arrivalSeconds[i]!);
      expect(records.firstTokenSeconds[i]).toBeGreaterThan(records.admittedSeconds[i]!);
      expect(records.finishedSeconds[i]).toBeGreaterThanOrEqual(records.firstTokenSeconds[i]!);
    }
  }

  it("the same pools and stream give the same records", () => {
    fc.assert(
      fc.property(anyPools, anyRequests, (setup, requests) => {
        const [one, two] = [0, 1].map(() => simulateDisaggregated(setup, requests).records);
        expect(one).toEqual(two);
      }),
      {numRuns: 30, seed: 5}
    );
  });

  it("no faster than any of its parts: passes of either side, bytes over the links", () => {
    fc.assert(
      fc.property(anyPools, anyRequests, (setup, requests) => {
        const {records, prefill, decode} = simulateDisaggregated(setup, requests);
        let [answered, bytes, end] = [0, 0, 0];
        for (let i = 0; i < requests.n; i++) {
          if (records.status[i] !== STATUS.finished) continue;
          end = Math.max(end, records.finishedSeconds[i]!);
          answered += requests.outputTokens[i]! - 1;
          if (requests.outputTokens[i] === 1) continue;
          bytes += setup.link.kvBytes(requests.promptTokens[i]!);
        }
        const {scheduler, memory} = setup.decode.config;
        const places = Math.min(scheduler.maxSequences, decode[0]!.slots.n);
        const decodeSeconds = (answered / places / decode.length) * 0.25;
        const passes = Math.max(...prefill.map((s) => s.tally.passes));
        const isCached = memory.kind === "paged" && memory.prefixCache;
        const linkSeconds = isCached ? 0 : bytes / setup.link.bytesPerSecond / decode.length;
        const last = Math.max(end, ...prefill.map((s) => s.timeSeconds));
        expect(last * (1 + 1e-9)).toBeGreaterThanOrEqual(decodeSeconds);
        expect(last * (1 + 1e-9)).toBeGreaterThanOrEqual(passes * 0.5);
        expect(last * (1 + 1e-9)).toBeGreaterThanOrEqual(linkSeconds);
      }),
      {numRuns: 200, seed: 6}
    );
  });
});

describe("back-pressure", () => {
  /** Pools in which nobody waits for memory or the link: first tokens from one engine, and each answer
   * goes on with the first decode pass that begins once its prompt has been read. */
  function withoutLimits(requests: Requests, setup: DisaggregatedConfig): number[] {
    const prompts = {...requests, leaders: null, outputTokens: new Int32Array(requests.n).fill(1)};
    const {step} = setup.prefill;
    const {firstTokenSeconds} = simulateServing(setup.prefill.config, prompts, {step}).records;
    const ids = Array.from(firstTokenSeconds.keys()).filter((i) => requests.outputTokens[i]! > 1);
    ids.sort((a, b) => firstTokenSeconds[a]! - firstTokenSeconds[b]! || a - b);
    const finished = Array.from(firstTokenSeconds);
    const left = new Map<number, number>();
    let now = 0;
    while (ids.length > 0 || left.size > 0) {
      if (left.size === 0) now = Math.max(now, firstTokenSeconds[ids[0]!]!);
      while (ids.length > 0 && firstTokenSeconds[ids[0]!]! <= now) {
        const id = ids.shift()!;
        left.set(id, requests.outputTokens[id]! - 1);
      }
      now += 0.1;
      for (const [id, tokens] of left) {
        left.set(id, tokens - 1);
        if (tokens > 1) continue;
        finished[id] = now;
        left.delete(id);
      }
    }
    return finished;
  }

  it("a link without limit and memory for all: as if the pools knew nothing of each other", () => {
    const scheduler = {...config.scheduler, maxSequences: 1000};
    const setup: DisaggregatedConfig = {
      prefill: {...pool, config: roomy},
      decode: {config: {...roomy, scheduler}, step: constantStep(0.1), nInstances: 1},
      link: {...link, bytesPerSecond: Infinity}
    };
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const {records} = simulateDisaggregated(setup, requests);
        expect([...records.finishedSeconds]).toEqual(withoutLimits(requests, setup));
      }),
      {numRuns: 200, seed: 7}
    );
  });

  it("a full decode pool fills the prefill pool, which then stands still", () => {
    // each answer holds the decode pool's five blocks alone; the prefill pool holds four prompts
    const tiny = {...config, capacityTokens: 20};
    const narrow = {
      prefill: {...pool, config: {...config, capacityTokens: 64}},
      decode: {config: tiny, step: constantStep(1), nInstances: 1},
      link: {...link, bytesPerSecond: 16}
    };
    const requests = atOnce(12, {promptTokens: 16, outputTokens: 5});
    const d = openDisaggregated(narrow, requests);
    let isFull = false;
    while (advanceDisaggregated(d)) {
      const [reader, writer] = [d.prefill[0]!, d.decode[0]!];
      if (reader.queue.size === 0 || reader.moves.slots.size < 4) continue;
      isFull ||= free(reader) === 0 && free(writer) === 0;
    }
    expect(isFull).toBe(true);
    const ttft = [...ttftSeconds(recordsOf(d))];
    const free4 = simulateDisaggregated({...narrow, decode: {...pool, config: roomy}}, requests);
    const unlimited = [...ttftSeconds(free4.records)];
    // the first four are read at once, in one pass of 64 tokens, whatever the decode pool does
    expect(ttft.slice(0, 4)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(unlimited.slice(0, 4)).toEqual([0.5, 0.5, 0.5, 0.5]);
    // one leaves the prefill pool when it has been fetched, at 1.5; then every 5 s: four decodes of
    // a second, and the second that the next one's fetching takes
    expect(ttft.slice(4)).toEqual([2, 7, 12, 17, 22, 27, 32, 37]);
    expect(Math.max(...unlimited)).toBeLessThan(12);
    expect(d.prefill[0]!.totals.stalledSeconds).toBeGreaterThan(30);
    expect(recordsOf(d).finishedSeconds[11]).toBeCloseTo(1.5 + 11 * 5 + 4, 9);
  });

  it("throughput is that of the slower side", () => {
    const requests = atOnce(400, {promptTokens: 25, outputTokens: 11});
    const rate = (readSeconds: number, writeSeconds: number, bytesPerSecond = Infinity) => {
      const {records} = simulateDisaggregated(
        {
          prefill: {...pool, step: constantStep(readSeconds)},
          decode: {...pool, step: constantStep(writeSeconds)},
          link: {...link, bytesPerSecond}
        },
        requests
      );
      return 400 / Math.max(...records.finishedSeconds);
    };
    // four prompts of 25 a pass of 100 tokens; eight answers in ten steps
    const [fastRead, slowRead] = [4 / 0.1, 4 / 1];
    const [fastWrite, slowWrite] = [8 / (10 * 0.01), 8 / (10 * 0.5)];
    for (const [found, limit] of [
      [rate(1, 0.01), Math.min(slowRead, fastWrite)],
      [rate(0.1, 0.5), Math.min(fastRead, slowWrite)],
      [rate(0.1, 0.01, 250), 250 / 25]
    ] as const) {
      expect(found).toBeLessThanOrEqual(limit);
      expect(found).toBeGreaterThan(0.95 * limit);
    }
  });
});
