import {describe, expect, it} from "vitest";
import {balancesOf, brokenBalances} from "../../../src/lib/sim/audit.js";
import {PagedMemory} from "../../../src/lib/sim/paged-memory.js";
import {toyServing} from "../../../src/lib/sim/toy.js";

describe("brokenBalances", () => {
  it("brokenBalances(engine) finds a lost block, a miscounted token and a lost request", () => {
    const s = toyServing();
    expect(balancesOf(s)).toHaveLength(10);
    expect(brokenBalances(s)).toEqual([]);
    s.memory.usedTokens++;
    s.tally.finished++;
    (s.memory as PagedMemory).pool.refCounts[1]!++;
    expect(brokenBalances(s)).toEqual([
      "finished: 1 expected, 0 found",
      "arrived: 1 expected, 2 found",
      "blocks with a wrong number of holders: 0 expected, 1 found",
      "used tokens: 1 expected, 0 found"
    ]);
  });
});
