import {describe, expect, it} from "vitest";
import {
  enqueue,
  enqueueRead,
  nextArrivalSeconds,
  takeArrivals
} from "../../../src/lib/sim/arrivals.js";
import {STATUS} from "../../../src/lib/sim/records.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

describe("arrivals", () => {
  it("takeArrivals(engine) takes those that have come by now, none before their time", () => {
    const s = toyServing();
    s.records.arrivalSeconds[1] = 2;
    takeArrivals(s);
    expect([s.queue.size, nextArrivalSeconds(s)]).toEqual([0, 2]);
    s.timeSeconds = 3;
    takeArrivals(s);
    expect([s.queue.first, nextArrivalSeconds(s)]).toEqual([1, Infinity]);
    // it came a second before anybody looked
    expect(s.totals.waiting).toBe(1);
  });

  it("enqueue(engine, request) refuses what is longer than a model reads", () => {
    const s = toyServing();
    s.records.promptTokens[1] = 30;
    expect(enqueue(s, 1)).toBe(false);
    expect([s.tally.arrived, s.tally.refused, s.queue.size]).toEqual([2, 1, 0]);
    expect(s.records.status[1]).toBe(STATUS.refused);
  });

  it("enqueueRead(engine, request, seconds) brings a request with its first token", () => {
    const s = toyServing();
    s.timeSeconds = 5;
    expect(enqueueRead(s, 1, 4)).toBe(true);
    const {firstTokenSeconds, generatedTokens, arrivalSeconds} = s.records;
    expect([arrivalSeconds[1], firstTokenSeconds[1], generatedTokens[1]]).toEqual([4, 4, 1]);
    expect(s.isSwapped[1]).toBe(1);
  });
});
