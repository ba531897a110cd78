import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {tableOf} from "../../../src/lib/paging.js";
import {BlockTables} from "../../../src/lib/sim/block-tables.js";

const need = (tokens: number) => ({
  request: 0,
  tokens,
  roomTokens: tokens,
  finalTokens: 20,
  promptTokens: tokens,
  outputTokens: 21 - tokens
});

describe("BlockTables", () => {
  it("fork(from, to) shares all blocks; settleForks() copies a partly written last one", () => {
    const tables = new BlockTables(8, 4);
    tables.open(0, need(6));
    tables.append(0);
    tables.append(0);
    tables.fork(0, 1, need(6));
    expect([tables.nTabled, tables.pool.nFree, tables.forks.copiesDue]).toEqual([4, 6, 1]);
    const copies: number[][] = [];
    tables.settleForks((block, tokens) => copies.push([block, tokens]));
    expect(copies).toEqual([[2, 2]]);
    expect([
      tableOf(tables.pool, tables.tails[0]!),
      tableOf(tables.pool, tables.tails[1]!)
    ]).toEqual([
      [0, 2],
      [0, 1]
    ]);
    expect([...tables.pool.refCounts.slice(0, 3)]).toEqual([2, 1, 1]);
  });

  it("blocks taken are blocks given back, whatever forks and in whatever order tables close", () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], {minLength: 4});
    fc.assert(
      fc.property(fc.integer({min: 1, max: 12}), fc.boolean(), order, (tokens, settles, slots) => {
        const tables = new BlockTables(16, 4);
        tables.open(0, need(tokens));
        for (let held = 0; held < tokens; held += 4) tables.append(0);
        for (const to of [1, 2, 3]) tables.fork(0, to, need(tokens));
        if (settles) tables.settleForks(() => {});
        for (const slot of slots) tables.close(slot, () => {});
        expect([tables.pool.nFree, tables.nTabled, tables.neverTokens]).toEqual([16, 0, 0]);
        expect([tables.forks.size, tables.forks.copiesDue]).toEqual([0, 0]);
      })
    );
  });
});
