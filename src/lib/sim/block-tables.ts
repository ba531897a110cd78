/** Tables of blocks by slot: who holds which, and what of it no token will ever fill. */

import {BlockPool, forkTable, NO_BLOCK, writableBlock} from "../paging.js";
import {Forks} from "./forks.js";
import type {Need} from "./memory.js";

/**
 * A table for each slot, as its last block and its length.
 *
 * A table that forks shares all its blocks with the new one. While several hold a partly written
 * last block, what will never be filled of it is nobody's.
 *
 * @see https://arxiv.org/abs/2309.06180 sections 4.3 and 4.4
 * @example ((tables) => (tables.open(0, {request: 7, finalTokens: 20}), tables.append(0), tables.append(0), [tables.nTabled, tables.neverTokens]))(new BlockTables(8, 16)) // [2, 12]
 */
export class BlockTables {
  readonly pool: BlockPool;
  readonly blockSize: number;
  /** Blocks in all tables, shared ones once a holder */
  nTabled = 0;
  /** Slots that no token will ever fill */
  neverTokens = 0;
  readonly forks = new Forks();
  /** (slots): last block, number of blocks, request, final tokens of the sequence */
  readonly tails: Int32Array;
  readonly counts: Int32Array;
  readonly requests: Int32Array;
  readonly finals: Int32Array;

  constructor(nBlocks: number, blockSize: number) {
    this.pool = new BlockPool(nBlocks);
    this.blockSize = blockSize;
    this.tails = new Int32Array(nBlocks).fill(NO_BLOCK);
    this.counts = new Int32Array(nBlocks);
    this.requests = new Int32Array(nBlocks).fill(-1);
    this.finals = new Int32Array(nBlocks);
  }

  /** An empty table for a sequence. */
  open(slot: number, {request, finalTokens}: Pick<Need, "request" | "finalTokens">): void {
    this.requests[slot] = request;
    this.finals[slot] = finalTokens;
    this.counts[slot] = 0;
    this.tails[slot] = NO_BLOCK;
  }

  /** Puts a free block at the end of a table. */
  append(slot: number): number {
    const block = this.pool.take(this.tails[slot]!);
    this.push(slot, block);
    this.neverTokens += this.neverOf(slot);
    return block;
  }

  /** Puts a block that has content at the end of a table. */
  share(slot: number, block: number): void {
    this.pool.share(block);
    this.push(slot, block);
  }

  private push(slot: number, block: number): void {
    this.tails[slot] = block;
    this.counts[slot]!++;
    this.nTabled++;
  }

  /** None before the table has its last block. */
  private neverOf(slot: number): number {
    return Math.max(0, this.counts[slot]! * this.blockSize - this.finals[slot]!);
  }

  /** A table for `to` with all blocks of another, `need.tokens` of which are written. */
  fork(from: number, to: number, need: Need): void {
    const count = this.counts[from]!;
    this.open(to, need);
    this.counts[to] = count;
    this.tails[to] = forkTable(this.pool, this.tails[from]!);
    this.nTabled += count;
    const written = need.tokens - (count - 1) * this.blockSize;
    if (written === this.blockSize) return;
    if (!this.forks.has(from)) this.neverTokens -= this.neverOf(from);
    this.forks.add(from, to, written);
  }

  /** Gives each forked table a last block of its own; calls back with each copy and its tokens. */
  settleForks(onCopy: (block: number, tokens: number) => void): void {
    for (const [slot, written] of this.forks.takeAll()) {
      const block = writableBlock(this.pool, this.tails[slot]!);
      if (block !== this.tails[slot]) {
        this.tails[slot] = block;
        onCopy(block, written);
      }
      this.neverTokens += this.neverOf(slot);
    }
  }

  /** Lets go of all blocks, last one first; calls back with each and its place before it goes. */
  close(slot: number, onDrop: (block: number, i: number) => void): void {
    const {pool, forks} = this;
    const count = this.counts[slot]!;
    let block = this.tails[slot]!;
    if (forks.has(slot)) forks.remove(slot, pool.refCounts[block]!);
    else if (count > 0) this.neverTokens -= this.neverOf(slot);
    for (let i = count - 1; i >= 0; i--) {
      const parent = pool.parents[block]!;
      onDrop(block, i);
      pool.drop(block);
      block = parent;
    }
    this.nTabled -= count;
    this.tails[slot] = NO_BLOCK;
    this.counts[slot] = 0;
  }
}
