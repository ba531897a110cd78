import {expect, it} from "vitest";
import {countTime, passIdle} from "../../../src/lib/sim/pass-totals.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

it("countTime(engine, seconds) adds counts times seconds", () => {
  const s = toyServing();
  countTime(s, 2);
  // one sequence with two blocks of four, nothing read, for two seconds
  expect(s.totals).toMatchObject({seconds: 2, running: 2, usedTokens: 0, allocatedTokens: 16});
  expect(s.timeline.moments()).toHaveLength(1);
});

it("passIdle(engine, until) counts those who wait, and nobody as served", () => {
  const s = toyServing();
  passIdle(s, 3);
  expect([s.timeSeconds, s.totals.stalledSeconds]).toEqual([3, 0]);
  s.queue.pushBack(1);
  passIdle(s, 5);
  expect(s.totals).toMatchObject({seconds: 5, busySeconds: 0, waiting: 2, stalledSeconds: 2});
  // a clock does not go back
  passIdle(s, 4);
  expect(s.timeSeconds).toBe(5);
});
