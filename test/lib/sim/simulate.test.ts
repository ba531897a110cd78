import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import type {ServingConfig} from "../../../src/lib/sim/config.js";
import {e2eSeconds, ttftSeconds, STATUS, type Records} from "../../../src/lib/sim/records.js";
import {requestsFromRows} from "../../../src/lib/sim/requests.js";
import type {Serving} from "../../../src/lib/sim/serving.js";
import {advanceServing, openServing, simulateServing} from "../../../src/lib/sim/simulate.js";
import {constantStep, stepModel} from "../../../src/lib/sim/step.js";
import {requestsOf} from "../../../src/lib/sim/workload.js";
import {ascendingFinite, mean} from "../../../src/lib/stats.js";
import {gpuById, modelById} from "../../catalog-data.js";
import {expectWithin} from "../expect-within.js";
import {anyConfig, anyRequests} from "./serving-fixture.js";

const step = constantStep(0.25);
/** One slot, enough memory for anything. */
const config: ServingConfig = {
  memory: {kind: "contiguous", reserve: "oracle", fit: "first-fit"},
  capacityTokens: 100_000,
  maxModelLen: 2048,
  scheduler: {
    batching: "continuous",
    maxSequences: 1,
    maxBatchedTokens: 4096,
    chunkedPrefill: false
  }
};
const withScheduler = (scheduler: Partial<ServingConfig["scheduler"]>): ServingConfig => ({
  ...config,
  scheduler: {...config.scheduler, ...scheduler}
});
const fixed = (prompt: number, output: number) => ({
  prompt: {kind: "fixed" as const, tokens: prompt},
  output: {kind: "fixed" as const, tokens: output}
});

function columns(records: Records): number[][] {
  return [
    records.arrivalSeconds,
    records.admittedSeconds,
    records.firstTokenSeconds,
    records.finishedSeconds,
    records.generatedTokens,
    records.hitTokens,
    records.preemptions,
    records.status
  ].map((column) => Array.from(column));
}

describe("conservation", () => {
  it("between any two passes the books balance, and time never goes back", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        const s = openServing(anyOne, requests, step);
        let last = 0;
        for (let passes = 0; advanceServing(s, {maxPasses: 1}); passes++) {
          if (brokenBalances(s).length > 0 || s.timeSeconds < last || passes > 1e5) break;
          last = s.timeSeconds;
        }
        expectEmpty(s);
      }),
      {numRuns: 150}
    );
  }, 60_000);

  function expectEmpty(s: Serving): void {
    expect(brokenBalances(s)).toEqual([]);
    const {memory, tally, records, slots} = s;
    expect(tally.finished + tally.refused).toBe(s.requests.n);
    expect([memory.usedTokens, memory.allocatedTokens, memory.neverTokens]).toEqual([0, 0, 0]);
    expect([memory.roundingTokens, s.hostTokens, s.nDecoding, s.nHeld]).toEqual([0, 0, 0, 0]);
    expect([slots.free.size, slots.order.size, slots.prefilling.size]).toEqual([slots.n, 0, 0]);
    expect(s.load.kvBytes + s.bytesSlope + s.load.kvFlops + s.flopsSlope).toBe(0);
    const answered = records.outputTokens.filter((_, i) => records.status[i] === STATUS.finished);
    expect(tally.outputTokens).toBe(answered.reduce((sum, tokens) => sum + tokens, 0));
    // every gap between two tokens of one answer was seen once, pauses included
    expect(s.gaps.total).toBe(tally.outputTokens - answered.length);
    for (let i = 0; i < records.n; i++) expectOrdered(records, i);
  }

  function expectOrdered(records: Records, i: number): void {
    if (records.status[i] === STATUS.refused) return;
    const times = [
      records.arrivalSeconds[i]!,
      records.admittedSeconds[i]!,
      records.firstTokenSeconds[i]!,
      records.finishedSeconds[i]!
    ];
    expect(times.every((time, k) => k === 0 || time >= times[k - 1]!)).toBe(true);
    expect(records.generatedTokens[i]).toBe(records.outputTokens[i]);
  }

  it("the sums over time obey Little's law: requests in the system = their times in it", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        const s = simulateServing(anyOne, requests, {step});
        const stays = ascendingFinite(e2eSeconds(s.records)).reduce((sum, stay) => sum + stay, 0);
        expect(s.totals.running + s.totals.waiting).toBeCloseTo(stays, 6);
      })
    );
  });

  it("gaps add up to the time between first and last tokens", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        const {gaps, records} = simulateServing(anyOne, requests, {step});
        let seconds = 0;
        for (let i = 0; i < records.n; i++) {
          if (records.status[i] !== STATUS.finished) continue;
          seconds += records.finishedSeconds[i]! - records.firstTokenSeconds[i]!;
        }
        expect(gaps.sumSeconds).toBeCloseTo(seconds, 6);
      })
    );
  });

  it("the same requests give the same records, however the run is cut into pieces", () => {
    fc.assert(
      fc.property(
        anyConfig,
        anyRequests,
        fc.integer({min: 1, max: 9}),
        (anyOne, requests, piece) => {
          const whole = simulateServing(anyOne, requests, {step});
          const s = openServing(anyOne, requests, step);
          while (advanceServing(s, {maxPasses: piece}));
          expect(columns(s.records)).toEqual(columns(whole.records));
          expect(s.tally).toEqual(whole.tally);
        }
      )
    );
  });

  it("what the roofline charges for decodes is the sum over the running contexts", () => {
    const model = stepModel(modelById("gpt-oss-20b"), {
      gpu: gpuById("h100-sxm"),
      weightDtype: "bf16",
      kvDtype: "bf16"
    });
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        const s = openServing(anyOne, requests, model);
        while (advanceServing(s, {maxPasses: 1})) {
          let [bytes, flops] = [0, 0];
          for (const slot of s.slots.order.ids()) {
            if (s.slots.phase[slot] !== 2) continue;
            bytes += model.kvBytes(s.slots.offset[slot]! + s.decodeStep + 1);
            flops += model.kvFlops(s.slots.offset[slot]! + s.decodeStep + 1);
          }
          expect([s.load.kvBytes, s.load.kvFlops]).toEqual([bytes, flops]);
        }
      })
    );
  });
});

describe("closed forms", () => {
  it("one slot, equal answers of one token, Poisson arrivals: the waiting time of M/D/1", () => {
    // W = ρ s / (2 (1 − ρ)); s = 0.25, λ = 3: ρ = 0.75, W = 0.375
    const arrivals = {kind: "poisson", requestsPerSecond: 3} as const;
    const requests = requestsOf({nRequests: 400_000, arrivals, lengths: fixed(8, 1)}, 11);
    const {records, totals} = simulateServing(config, requests, {step});
    const waits = records.admittedSeconds.map((t, i) => t - records.arrivalSeconds[i]!);
    expectWithin(mean(waits), 0.375, 0.02);
    expectWithin(mean(ttftSeconds(records)), 0.375 + 0.25, 0.02);
    expectWithin(totals.busySeconds / totals.seconds, 0.75, 0.01);
  });

  it("slots for all: as many are running as arrive in one stay (Little)", () => {
    // a stay is 20 passes of 0.25 s; 4 arrivals a second: 4 · 5 = 20, and half a pass of waiting
    const arrivals = {kind: "poisson", requestsPerSecond: 4} as const;
    const requests = requestsOf({nRequests: 50_000, arrivals, lengths: fixed(8, 20)}, 12);
    const open = withScheduler({maxSequences: 1000, chunkedPrefill: true});
    const {totals} = simulateServing({...open, memory: {kind: "paged", blockSize: 16}}, requests, {
      step
    });
    expectWithin(totals.running / totals.seconds, 20, 0.02);
  });

  it("a full engine gives a token a slot a pass", () => {
    const lengths = fixed(8, 401);
    const requests = requestsOf({nRequests: 64, arrivals: {kind: "at-once"}, lengths}, 1);
    const s = simulateServing(withScheduler({maxSequences: 8, chunkedPrefill: true}), requests, {
      step
    });
    // each group of 8: one pass for the prompts with the first token, 400 decodes; prompts of the
    // next group are read in the first pass after the last decode of the group before
    expect(s.timeSeconds).toBe(8 * 401 * 0.25);
    expect(s.tally.outputTokens / s.timeSeconds).toBe(8 / 0.25);
  });

  it("static and continuous batches of equal requests take the same time to the last pass", () => {
    const anyBatch = fc.record({
      prompt: fc.integer({min: 1, max: 50}),
      output: fc.integer({min: 1, max: 50}),
      slots: fc.integer({min: 1, max: 10})
    });
    fc.assert(
      fc.property(anyBatch, fc.integer({min: 1, max: 60}), ({prompt, output, slots}, nRequests) => {
        const lengths = fixed(prompt, output);
        const requests = requestsOf({nRequests, arrivals: {kind: "at-once"}, lengths}, 1);
        const [still, going] = (["static", "continuous"] as const).map((batching) =>
          simulateServing(withScheduler({batching, maxSequences: slots}), requests, {step})
        );
        expect(still!.timeSeconds).toBe(going!.timeSeconds);
        expect(columns(still!.records)).toEqual(columns(going!.records));
      })
    );
  });

  it("an oracle wastes nothing inside, first fit nothing by rounding", () => {
    fc.assert(
      fc.property(anyConfig, anyRequests, (anyOne, requests) => {
        const memory = {kind: "contiguous", reserve: "oracle", fit: "first-fit"} as const;
        const {totals} = simulateServing({...anyOne, memory}, requests, {step});
        expect([totals.neverTokens, totals.roundingTokens]).toEqual([0, 0]);
      })
    );
  });

  it("pages waste at most what is left of one block a sequence, and nothing between them", () => {
    fc.assert(
      fc.property(
        anyConfig,
        anyRequests,
        fc.constantFrom(1, 4, 16),
        (anyOne, requests, blockSize) => {
          const memory = {kind: "paged", blockSize} as const;
          const {totals} = simulateServing({...anyOne, memory}, requests, {step});
          expect(totals.neverTokens).toBeLessThanOrEqual(totals.running * (blockSize - 1) + 1e-9);
          expect(totals.roundingTokens).toBe(0);
        }
      )
    );
  });
});

describe("simulateServing", () => {
  it("by hand: two requests share passes, the second one's prompt goes beside a decode", () => {
    const requests = requestsFromRows([
      {arrivalSeconds: 0, promptTokens: 8, outputTokens: 4},
      {arrivalSeconds: 0.3, promptTokens: 8, outputTokens: 2}
    ]);
    const {records} = simulateServing(
      withScheduler({maxSequences: 2, chunkedPrefill: true}),
      requests,
      {
        step
      }
    );
    // passes end at 0.25, 0.5 (second has come), 0.75 (its prompt), 1.0
    expect([...records.firstTokenSeconds]).toEqual([0.25, 0.75]);
    expect([...records.finishedSeconds]).toEqual([1, 1]);
    expect([...records.admittedSeconds]).toEqual([0, 0.5]);
  });

  it("by hand: without chunks the decode waits while the prompt is read", () => {
    const requests = requestsFromRows([
      {arrivalSeconds: 0, promptTokens: 8, outputTokens: 4},
      {arrivalSeconds: 0.3, promptTokens: 8, outputTokens: 2}
    ]);
    const {records, gaps} = simulateServing(withScheduler({maxSequences: 2}), requests, {step});
    // prompt 0.25, decode 0.5, prompt of the second 0.75, decode 1.0, decode 1.25
    expect([...records.finishedSeconds]).toEqual([1.25, 1]);
    expect(gaps.longestSeconds).toBe(0.5);
  });

  it("a prompt beyond the budget is read in pieces", () => {
    const requests = requestsFromRows([{arrivalSeconds: 0, promptTokens: 100, outputTokens: 1}]);
    const chunked = withScheduler({maxBatchedTokens: 32, chunkedPrefill: true});
    // 32 + 32 + 32 + 4
    expect(simulateServing(chunked, requests, {step}).timeSeconds).toBe(1);
    expect(
      simulateServing(withScheduler({maxBatchedTokens: 32}), requests, {step}).timeSeconds
    ).toBe(0.25);
  });

  it("requests longer than allowed or than memory are refused", () => {
    const requests = requestsFromRows([
      {arrivalSeconds: 0, promptTokens: 2000, outputTokens: 100},
      {arrivalSeconds: 0, promptTokens: 60, outputTokens: 10},
      {arrivalSeconds: 0, promptTokens: 8, outputTokens: 2}
    ]);
    const small = {...config, capacityTokens: 64};
    const {tally, records} = simulateServing(small, requests, {step});
    expect(tally).toMatchObject({arrived: 3, refused: 2, finished: 1});
    expect([...records.status]).toEqual([STATUS.refused, STATUS.refused, STATUS.finished]);
  });

  it("turns of a conversation that overlap never share a mixture of two sequences' blocks", () => {
    const rows = [
      {arrivalSeconds: 0, promptTokens: 4, outputTokens: 40},
      {arrivalSeconds: 0.375, promptTokens: 6, outputTokens: 2},
      {arrivalSeconds: 7.5, promptTokens: 30, outputTokens: 2}
    ];
    const alike = new Int32Array(3);
    const sharing = {groups: alike, conversations: alike, sharedTokens: alike};
    const memory = {kind: "paged", blockSize: 1, prefixCache: true} as const;
    const cached = {...withScheduler({maxSequences: 8}), memory};
    const s = simulateServing(cached, {...requestsFromRows(rows), sharing}, {step});
    expect(brokenBalances(s)).toEqual([]);
    // the second finds the four blocks of the first's prompt; the third those, the two that the second
    // read and its word, behind which the next known block stands in the first's sequence
    expect([...s.records.hitTokens]).toEqual([0, 4, 7]);
  });

  it("stops at maxSeconds and when it is told to", () => {
    const requests = requestsOf(
      {nRequests: 1e5, arrivals: {kind: "at-once"}, lengths: fixed(4, 10)},
      1
    );
    const cut = simulateServing(config, requests, {step, maxSeconds: 10});
    expect(cut.timeSeconds).toBe(10);
    const told = simulateServing(config, requests, {step, onProgress: ({nDone}) => nDone < 1000});
    expect(told.tally.finished).toBeLessThan(5000);
    expect(brokenBalances(told)).toEqual([]);
  });

  it("a bad set-up is named", () => {
    const requests = requestsFromRows([]);
    const broken = {...config, capacityTokens: 0};
    expect(() => simulateServing(broken, requests, {step})).toThrow("invalid capacityTokens: 0");
  });
});
