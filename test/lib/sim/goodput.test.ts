import {expect, it} from "vitest";
import {countGood, NO_LIMIT} from "../../../src/lib/sim/goodput.js";

const columns = {ttft: [1, 3, 1, 1], tpot: [NaN, 0.1, 0.6, 0.1], e2e: [2, 4, 9, NaN]};

it("countGood(records, columns, level): both waits within the limits, and an end", () => {
  // the first has one token only; the second's first and the third's further tokens are late
  expect(countGood({n: 4}, columns, {ttftSeconds: 2, tpotSeconds: 0.5})).toBe(1);
  expect(countGood({n: 4}, columns, NO_LIMIT)).toBe(3);
});
