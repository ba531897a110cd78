import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  BlockPool,
  blocksFor,
  forkTable,
  NO_BLOCK,
  releaseTable,
  tableOf,
  writableBlock
} from "../../src/lib/paging.js";

/** A sequence of n new blocks; its last block. */
function taken(pool: BlockPool, n: number, parent = NO_BLOCK): number {
  let last = parent;
  for (let i = 0; i < n; i++) last = pool.take(last);
  return last;
}

describe("BlockPool", () => {
  it("take(parent) hands out the longest unused block until none is left", () => {
    const pool = new BlockPool(3);
    expect([0, 1, 2].map(() => pool.take(NO_BLOCK))).toEqual([0, 1, 2]);
    expect(pool.take(NO_BLOCK)).toBe(NO_BLOCK);
    pool.drop(1);
    pool.drop(0);
    expect(pool.freeBlocks()).toEqual([1, 0]);
    expect(pool.take(2)).toBe(1);
    expect(pool.parents[1]).toBe(2);
  });

  it("share(block) takes a free block out of the queue with its content", () => {
    const pool = new BlockPool(2);
    const block = pool.take(NO_BLOCK);
    pool.drop(block);
    pool.share(block);
    expect(pool.refCounts[block]).toBe(1);
    expect(pool.freeBlocks()).toEqual([1]);
  });

  it("drop(block) of a block that nobody holds is an error", () => {
    expect(() => new BlockPool(2).drop(1)).toThrow("block is not held: 1");
    expect(() => new BlockPool(-1)).toThrow("invalid nBlocks: -1");
  });
});

describe("block tables", () => {
  it("tableOf(pool, last) lists blocks from the first", () => {
    const pool = new BlockPool(5);
    expect(tableOf(pool, taken(pool, 3))).toEqual([0, 1, 2]);
  });

  it("forkTable(pool, last) and writableBlock(pool, last) copy only what is written", () => {
    // the paper's figure 8: two samples share a prompt of two blocks; the first to write copies
    const pool = new BlockPool(8);
    const first = taken(pool, 2);
    const second = forkTable(pool, first);
    expect([...pool.refCounts.slice(0, 2)]).toEqual([2, 2]);
    const copy = writableBlock(pool, first);
    expect(tableOf(pool, copy)).toEqual([0, 2]);
    expect(tableOf(pool, second)).toEqual([0, 1]);
    expect([...pool.refCounts.slice(0, 3)]).toEqual([2, 1, 1]);
    expect(writableBlock(pool, second)).toBe(second);
    expect(releaseTable(pool, copy) + releaseTable(pool, second)).toBe(4);
    expect(pool.nFree).toBe(8);
  });

  it("writableBlock(pool, last) is NO_BLOCK, and nothing changes, when no block is free", () => {
    const pool = new BlockPool(1);
    const last = forkTable(pool, taken(pool, 1));
    expect(writableBlock(pool, last)).toBe(NO_BLOCK);
    expect(pool.refCounts[last]).toBe(2);
  });

  it("releaseTable(pool, last) frees the end of a sequence before its beginning", () => {
    const pool = new BlockPool(3);
    releaseTable(pool, taken(pool, 3));
    expect(pool.freeBlocks()).toEqual([2, 1, 0]);
  });

  it("blocksFor(tokens, size) rounds up", () => {
    expect([0, 1, 16, 17].map((n) => blocksFor(n, 16))).toEqual([0, 1, 1, 2]);
    expect(blocksFor(NaN, 16)).toBeNaN();
  });
});

describe("laws of block tables", () => {
  const step = fc.record({
    kind: fc.constantFrom("start", "grow", "fork", "release"),
    at: fc.nat({max: 100})
  });

  it("after any steps every block has as many holders as sequences with it, free blocks none", () => {
    fc.assert(
      fc.property(fc.nat({max: 20}), fc.array(step, {maxLength: 80}), (nBlocks, steps) => {
        const pool = new BlockPool(nBlocks);
        const tails: number[] = [];
        for (const {kind, at} of steps) act(pool, tails, {kind, at});
        const holders = new Int32Array(nBlocks);
        for (const tail of tails) for (const b of tableOf(pool, tail)) holders[b]!++;
        expect([...pool.refCounts]).toEqual([...holders]);
        const free = pool.freeBlocks();
        expect(free.length).toBe(pool.nFree);
        expect(new Set(free).size).toBe(free.length);
        expect(free.sort((a, b) => a - b)).toEqual(
          [...holders.keys()].filter((b) => holders[b] === 0)
        );
        for (const tail of tails) releaseTable(pool, tail);
        expect(pool.nFree).toBe(nBlocks);
      })
    );
  });

  function act(pool: BlockPool, tails: number[], {kind, at}: {kind: string; at: number}): void {
    const i = tails.length === 0 ? -1 : at % tails.length;
    if (kind === "start") {
      const block = pool.take(NO_BLOCK);
      if (block !== NO_BLOCK) tails.push(block);
    } else if (i >= 0 && kind === "fork") tails.push(forkTable(pool, tails[i]!));
    else if (i >= 0 && kind === "release") releaseTable(pool, tails.splice(i, 1)[0]!);
    else if (i >= 0) grow(pool, tails, i);
  }

  /** Writes to the last block, copying it when shared, then takes one more. */
  function grow(pool: BlockPool, tails: number[], i: number): void {
    const own = writableBlock(pool, tails[i]!);
    if (own === NO_BLOCK) return;
    tails[i] = own;
    const next = pool.take(own);
    if (next !== NO_BLOCK) tails[i] = next;
  }
});
