import {describe, expect, it} from "vitest";
import {
  addSpan,
  cachedTokens,
  finishSequence,
  joinDecode,
  leaveDecode,
  releaseNext,
  wakeSlots
} from "../../../src/lib/sim/sequence.js";
import {PHASE} from "../../../src/lib/sim/slots.js";
import {toyServing} from "../../../src/lib/sim/toy.js";
import type {Serving} from "../../../src/lib/sim/serving.js";

/** Request 0 decodes in slot 0: prompt of 8 read, one of three tokens out. */
function decoding(): Serving {
  const s = toyServing();
  s.slots.prefilling.remove(0);
  s.records.generatedTokens[0] = 1;
  s.memory.usedTokens = 8;
  joinDecode(s, 0, {tokens: 8, since: 0});
  return s;
}

describe("sequences", () => {
  it("joinDecode(engine, slot) makes a sequence end after the tokens it lacks", () => {
    const s = decoding();
    expect([s.nDecoding, s.slots.finishAt[0], cachedTokens(s, 0)]).toEqual([1, 2, 8]);
    s.memory.grow(0);
    s.decodeStep = 1;
    wakeSlots(s);
    expect([s.tally.finished, cachedTokens(s, 0)]).toEqual([0, 9]);
    s.decodeStep = 2;
    s.memory.usedTokens = 10;
    wakeSlots(s);
    expect([s.tally.finished, s.slots.phase[0], s.memory.usedTokens]).toEqual([1, PHASE.free, 0]);
  });

  it("leaveDecode(engine, slot) leaves no alarm behind", () => {
    const s = decoding();
    leaveDecode(s, 0);
    s.slots.phase[0] = PHASE.free;
    s.decodeStep = 2;
    wakeSlots(s);
    expect([s.nDecoding, s.tally.finished]).toEqual([0, 0]);
  });

  it("finishSequence(engine, slot) in a static batch keeps the place until the last one ends", () => {
    const s = decoding();
    const still = {...s.config, scheduler: {...s.config.scheduler, batching: "static" as const}};
    const t = {...s, config: still};
    t.slots.order.pushBack(1);
    leaveDecode(t, 0);
    finishSequence(t, 0, 10);
    expect([t.nHeld, t.slots.phase[0]]).toEqual([1, PHASE.held]);
  });

  it("releaseNext(engine) lets the next user of a closed loop ask after a pause", () => {
    const s = toyServing();
    const t = {
      ...s,
      nReleased: 1,
      timeSeconds: 3,
      config: {...s.config, closedLoop: {nUsers: 1, thinkSeconds: 2}}
    };
    releaseNext(t);
    expect([t.nReleased, t.records.arrivalSeconds[1]]).toEqual([2, 5]);
  });

  it("addSpan(engine, slot, phase) keeps spans only where asked", () => {
    const s = {...toyServing(), timeSeconds: 1};
    addSpan(s, 0, "prefill");
    expect(s.spans).toEqual([]);
    addSpan({...s, config: {...s.config, keepsSlots: true}}, 0, "prefill");
    expect(s.spans).toEqual([
      {slot: 0, request: 0, phase: "prefill", fromSeconds: 0, toSeconds: 1}
    ]);
  });
});
