import {describe, expect, it} from "vitest";
import {tableOf} from "../../../src/lib/paging.js";
import {NO_ROOM} from "../../../src/lib/sim/memory.js";
import {PagedMemory} from "../../../src/lib/sim/paged-memory.js";

const need = (request: number, tokens: number, finalTokens = tokens + 100) => ({
  request,
  tokens,
  roomTokens: tokens,
  finalTokens,
  promptTokens: tokens,
  outputTokens: finalTokens - tokens + 1
});
/** Four requests: two groups of a common beginning of 40 tokens; 1 and 3 are one conversation. */
const sharing = {
  groups: Int32Array.of(0, 0, 1, 0),
  conversations: Int32Array.of(0, 1, 2, 1),
  sharedTokens: Int32Array.of(40, 40, 40, 40)
};
const apart = {n: 4, promptTokens: new Int32Array(4), sharing: null};
const cached = () =>
  new PagedMemory(
    320,
    {kind: "paged", blockSize: 16, prefixCache: true, watermarkFraction: 0},
    {...apart, sharing}
  );

describe("PagedMemory", () => {
  it("admit(slot, need) takes ⌈tokens/16⌉ blocks and leaves the watermark free", () => {
    const memory = new PagedMemory(
      160,
      {kind: "paged", blockSize: 16, watermarkFraction: 0.2},
      apart
    );
    expect(memory.admit(0, need(0, 113))).toBe(0);
    // 10 blocks, 8 taken, 2 must stay
    expect(memory.allocatedTokens).toBe(128);
    expect(memory.admit(1, need(1, 1))).toBe(NO_ROOM);
    expect(memory.canHold(need(2, 100, 129))).toBe(false);
    expect(memory.canHold(need(2, 100, 128))).toBe(true);
  });

  it("grow(step) gives a block to just those whose last one is full", () => {
    const memory = new PagedMemory(
      160,
      {kind: "paged", blockSize: 16, watermarkFraction: 0},
      apart
    );
    memory.admit(0, need(0, 15));
    memory.admit(1, need(1, 16));
    memory.join(0, 0, 15);
    memory.join(1, 0, 16);
    expect(memory.lackingBlocks(0)).toBe(1 - 8);
    memory.grow(0);
    expect([memory.tables.counts[0], memory.tables.counts[1]]).toEqual([1, 2]);
    memory.grow(1);
    expect([memory.tables.counts[0], memory.tables.counts[1]]).toEqual([2, 2]);
    memory.leave(0);
    memory.grow(17);
    expect([memory.tables.counts[0], memory.tables.counts[1]]).toEqual([2, 2]);
  });

  it("full blocks of a common beginning are shared: 40 tokens are 2 blocks of 16", () => {
    const memory = cached();
    expect(memory.admit(0, need(0, 100))).toBe(0);
    memory.usedTokens += 100;
    expect(memory.admit(1, need(1, 100))).toBe(32);
    memory.usedTokens += 68;
    expect(tableOf(memory.pool, memory.tables.tails[1]!).slice(0, 2)).toEqual([0, 1]);
    expect([...memory.pool.refCounts.slice(0, 3)]).toEqual([2, 2, 1]);
    // another group has another text
    expect(memory.hitTokens(need(2, 100))).toBe(0);
  });

  it("a conversation finds all it said before but the last, unfull block", () => {
    const memory = cached();
    memory.admit(0, need(1, 70, 79));
    memory.usedTokens += 70;
    memory.release(0, 70);
    expect([memory.usedTokens, memory.allocatedTokens]).toEqual([0, 0]);
    expect(memory.hitTokens(need(3, 100))).toBe(64);
    expect(memory.admit(1, need(3, 100))).toBe(64);
    // what was only remembered is in use again
    expect(memory.usedTokens).toBe(64);
  });

  it("hit tokens are ⌊(prompt − 1)/block⌋ blocks: the last token is always computed", () => {
    // vLLM issue 42948: 8,704 tokens in blocks of 256 hit 8,448
    const big = {kind: "paged", blockSize: 256, prefixCache: true, watermarkFraction: 0} as const;
    const same = {
      groups: Int32Array.of(0, 0, 0),
      conversations: Int32Array.of(0, 0, 0),
      sharedTokens: Int32Array.of(0, 0, 0)
    };
    const memory = new PagedMemory(65_536, big, {...apart, sharing: same});
    memory.admit(0, need(0, 9000));
    expect([8891, 8704, 8525].map((tokens) => memory.hitTokens(need(1, tokens)))).toEqual([
      8704, 8448, 8448
    ]);
  });

  it("blocks whose prompt was not read to the end are forgotten", () => {
    const memory = cached();
    memory.admit(0, need(0, 100));
    memory.usedTokens += 20;
    memory.release(0, 20);
    expect(memory.usedTokens).toBe(0);
    expect(memory.hitTokens(need(1, 100))).toBe(16);
  });

  it("the longest unused block is written over first, and then no longer found", () => {
    const memory = cached();
    memory.admit(0, need(0, 64));
    memory.usedTokens += 64;
    memory.release(0, 64);
    // 20 blocks: 16 unused ones go first, then the end of the old text
    memory.admit(1, need(2, 17 * 16));
    expect(memory.hitTokens(need(0, 100))).toBe(48);
  });

  it("waste inside is counted once the last block of an answer is taken", () => {
    const memory = cached();
    memory.admit(0, need(0, 20, 40));
    expect(memory.neverTokens).toBe(0);
    memory.join(0, 0, 32);
    memory.grow(0);
    // 3 blocks hold 48, 40 will be used
    expect(memory.neverTokens).toBe(8);
    memory.release(0, 0);
    expect(memory.neverTokens).toBe(0);
  });
});
