/** KV memory in pages: blocks on demand, shared by content. */

import {blocksFor, type BlockPool} from "../paging.js";
import {BlockTables} from "./block-tables.js";
import {KnownBlocks, type TextColumns} from "./block-texts.js";
import {GrowthLists} from "./growth-lists.js";
import {NO_ROOM, type KvMemory, type MemoryConfig, type Need} from "./memory.js";

type PagedConfig = Extract<MemoryConfig, {kind: "paged"}>;

/**
 * Memory of equal blocks. A sequence takes blocks for what it computes first, then one whenever its
 * last one is full. Sequences that will need a block at the same decode step stand in one list, so
 * that a step costs time for those alone.
 *
 * With a prefix cache, full blocks are found by content; the last token is always computed anew. A
 * sequence that forks shares all its blocks; a partly written last one is copied by whoever writes
 * to it while others hold it. Copying takes no time.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example new PagedMemory(1000, {kind: "paged", blockSize: 16}, {n: 0, sharing: null}).maxSequences // 62
 */
export class PagedMemory implements KvMemory {
  readonly capacityTokens: number;
  readonly maxSequences: number;
  readonly blockSize: number;
  readonly tables: BlockTables;
  readonly pool: BlockPool;
  readonly known: KnownBlocks | null;
  usedTokens = 0;
  readonly roundingTokens = 0;
  readonly sharesPrompts = true;
  private readonly watermarkBlocks: number;
  private readonly growing: GrowthLists;

  constructor(capacityTokens: number, config: PagedConfig, requests: TextColumns) {
    const {blockSize, prefixCache = false, watermarkFraction = 0.01} = config;
    const nBlocks = Math.floor(capacityTokens / blockSize);
    this.capacityTokens = capacityTokens;
    this.blockSize = blockSize;
    this.tables = new BlockTables(nBlocks, blockSize);
    this.pool = this.tables.pool;
    const {parents} = this.pool;
    this.known = prefixCache ? new KnownBlocks(requests, {blockSize, parents}) : null;
    this.watermarkBlocks = Math.floor(watermarkFraction * nBlocks);
    this.maxSequences = nBlocks;
    this.growing = new GrowthLists(nBlocks, blockSize);
  }

  get allocatedTokens(): number {
    return (this.pool.nBlocks - this.pool.nFree) * this.blockSize;
  }

  get neverTokens(): number {
    return this.tables.neverTokens;
  }

  get tabledTokens(): number {
    return this.tables.nTabled * this.blockSize;
  }

  canHold({finalTokens}: Need): boolean {
    return blocksFor(finalTokens, this.blockSize) <= this.pool.nBlocks - this.watermarkBlocks;
  }

  hitTokens(need: Need): number {
    return this.hitBlocks(need) * this.blockSize;
  }

  private hitBlocks({request, tokens}: Need): number {
    const most = Math.floor((tokens - 1) / this.blockSize);
    return this.known?.hits(request, most) ?? 0;
  }

  admit(slot: number, need: Need): number {
    const {pool, blockSize, tables} = this;
    const nBlocks = blocksFor(need.roomTokens, blockSize);
    if (nBlocks > pool.nBlocks) return NO_ROOM;
    const nHits = this.hitBlocks(need);
    if (nBlocks - nHits > this.roomWithout(need.request, nHits)) return NO_ROOM;
    tables.open(slot, need);
    for (let i = 0; i < nHits; i++) this.shareHit(slot, i);
    this.extend(slot, nHits * blockSize, need.roomTokens);
    return nHits * blockSize;
  }

  /** Free blocks that may be given out when the first `nHits` blocks of a request are shared. */
  private roomWithout(request: number, nHits: number): number {
    let room = this.pool.nFree - this.watermarkBlocks;
    for (let i = 0; i < nHits; i++) {
      if (this.pool.refCounts[this.known!.find(request, i)] === 0) room--;
    }
    return room;
  }

  private shareHit(slot: number, i: number): void {
    const block = this.known!.find(this.tables.requests[slot]!, i);
    if (this.pool.refCounts[block] === 0) this.usedTokens += this.blockSize;
    this.tables.share(slot, block);
  }

  extend(slot: number, from: number, to: number): boolean {
    const {tables, blockSize} = this;
    const nBlocks = blocksFor(to, blockSize);
    if (nBlocks - tables.counts[slot]! > this.pool.nFree) return false;
    while (tables.counts[slot]! < nBlocks) this.append(slot);
    this.rememberUpTo(slot, Math.floor(to / blockSize), Math.floor(from / blockSize));
    return true;
  }

  private append(slot: number): void {
    const block = this.tables.append(slot);
    this.known?.index.forget(block);
  }

  /** Notes the content of the blocks from `first` up to number `end` of a sequence. */
  private rememberUpTo(slot: number, end: number, first: number): void {
    if (this.known === null) return;
    const {tails, counts, requests} = this.tables;
    let block = tails[slot]!;
    for (let i = counts[slot]! - 1; i >= first; i--) {
      if (i < end) this.known.remember(block, requests[slot]!, i);
      block = this.pool.parents[block]!;
    }
  }

  fork(from: number, to: number, need: Need): void {
    this.tables.fork(from, to, need);
  }

  join(slot: number, step: number, tokens: number): void {
    this.growing.add(slot, step - tokens);
  }

  leave(slot: number): void {
    this.growing.remove(slot);
  }

  lackingBlocks(step: number): number {
    return this.growing.sizeAt(step) + this.tables.forks.copiesDue - this.pool.nFree;
  }

  grow(step: number): void {
    const {growing, tables} = this;
    if (tables.forks.size > 0) tables.settleForks((block, tokens) => this.noteCopy(block, tokens));
    for (let slot = growing.firstAt(step); slot >= 0; slot = growing.after(slot)) {
      this.rememberLast(slot);
      this.append(slot);
    }
  }

  private noteCopy(block: number, tokens: number): void {
    this.known?.index.forget(block);
    this.usedTokens += tokens;
  }

  /** Notes the content of a sequence's last block, which has just become full. */
  private rememberLast(slot: number): void {
    const {counts, tails, requests} = this.tables;
    const last = counts[slot]! - 1;
    if (last >= 0) this.known?.remember(tails[slot]!, requests[slot]!, last);
  }

  release(slot: number, tokens: number): void {
    const {pool, blockSize, known, tables} = this;
    if (tokens === tables.counts[slot]! * blockSize) this.rememberLast(slot);
    tables.close(slot, (block, i) => {
      if (pool.refCounts[block] !== 1) return;
      const written = Math.min(Math.max(tokens - i * blockSize, 0), blockSize);
      this.usedTokens -= written;
      if (written < blockSize) known?.index.forget(block);
    });
  }
}
