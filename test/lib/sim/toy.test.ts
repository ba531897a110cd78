import {describe, expect, it} from "vitest";
import {brokenBalances} from "../../../src/lib/sim/audit.js";
import {advanceServing} from "../../../src/lib/sim/simulate.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

describe("toyServing", () => {
  it("toyServing() is a sound engine: its books balance and it runs to the end", () => {
    const s = toyServing();
    expect(brokenBalances(s)).toEqual([]);
    while (advanceServing(s));
    expect(brokenBalances(s)).toEqual([]);
    expect(s.tally.finished).toBe(2);
  });
});
