import {expect, it} from "vitest";
import {countTime} from "../../../src/lib/sim/pass-totals.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

it("countTime(engine, seconds) adds counts times seconds", () => {
  const s = toyServing();
  countTime(s, 2);
  // one sequence with two blocks of four, nothing read, for two seconds
  expect(s.totals).toMatchObject({seconds: 2, running: 2, usedTokens: 0, allocatedTokens: 16});
  expect(s.timeline.moments()).toHaveLength(1);
});
