import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import {dropCache, fetchCache, keepCache, landCaches} from "../../../src/lib/sim/handover.js";
import {STATUS} from "../../../src/lib/sim/records.js";
import type {Serving} from "../../../src/lib/sim/serving.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

/** As if the prompt in slot 0 had just been read. */
function readToy(): Serving {
  const s = toyServing();
  s.slots.prefilling.remove(0);
  s.slots.doneTokens[0] = 8;
  s.memory.usedTokens = 8;
  return s;
}

describe("handover", () => {
  it("keepCache(engine, slot) keeps the blocks of a sequence that no longer runs", () => {
    const s = readToy();
    keepCache(s, 0);
    expect([s.slots.order.size, s.memory.allocatedTokens]).toEqual([0, 8]);
    expect(s.moves.begun).toEqual([{request: 0, seconds: 0}]);
    expect(brokenBalances(s)).toEqual([]);
    dropCache(s, 0, 1.5);
    expect([s.memory.allocatedTokens, s.memory.usedTokens]).toEqual([0, 0]);
    expect([s.records.status[0], s.records.finishedSeconds[0]]).toEqual([STATUS.finished, 1.5]);
    expect(brokenBalances(s)).toEqual([]);
    expect(() => dropCache(s, 0, 2)).toThrow("cache is not on its way: 0");
  });

  it("fetchCache(engine, slot, tokens) takes the blocks at once, the tokens when they are there", () => {
    const s = toyServing();
    s.slots.prefilling.remove(0);
    s.records.generatedTokens[0] = 1;
    s.records.firstTokenSeconds[0] = 0;
    s.moves.link = {bytesPerSecond: 16, latencySeconds: 0.5, kvBytes: (nTokens) => 4 * nTokens};
    fetchCache(s, 0, {tokens: 8, hits: 0});
    // 32 bytes at 16 a second, and half a second
    expect(s.moves.arrivals.nextKey).toBe(2.5);
    expect([s.memory.allocatedTokens, s.memory.usedTokens, s.nDecoding]).toEqual([8, 0, 0]);
    expect(brokenBalances(s)).toEqual([]);
    s.timeSeconds = 2.4;
    landCaches(s);
    expect(s.nDecoding).toBe(0);
    s.timeSeconds = 2.5;
    landCaches(s);
    expect([s.memory.usedTokens, s.nDecoding, s.slots.order.size]).toEqual([8, 1, 1]);
    expect(brokenBalances(s)).toEqual([]);
  });

  it("fetchCache(engine, slot, tokens) asks only for what is not there already", () => {
    const s = toyServing();
    s.moves.link = {bytesPerSecond: 1, kvBytes: (nTokens) => nTokens};
    fetchCache(s, 0, {tokens: 8, hits: 4});
    expect(s.moves.arrivals.nextKey).toBe(4);
  });

  it("an engine without a link cannot fetch", () => {
    expect(() => fetchCache(toyServing(), 0, {tokens: 8, hits: 0})).toThrow("no link");
  });
});
