import {expect, it} from "vitest";
import {advanceServing} from "../../../src/lib/sim/simulate.js";
import {toyServing} from "../../../src/lib/sim/toy.js";
import {markOf, sinceMark} from "../../../src/lib/sim/window.js";

it("sinceMark(engine, mark) is what came after the mark; both parts make the whole", () => {
  const s = toyServing();
  advanceServing(s, {maxPasses: 1});
  const first = markOf(s);
  advanceServing(s);
  const rest = sinceMark(s, first);
  expect(first.outputTokens + rest.outputTokens).toBe(s.tally.outputTokens);
  expect(first.totals.seconds + rest.totals.seconds).toBe(s.totals.seconds);
  expect(rest.outputTokens).toBeGreaterThan(0);
  expect(first.totals.seconds).toBe(0.5);
});
