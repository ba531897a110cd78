/** KV memory in pages: blocks on demand, shared by content. */

import {BlockPool, blocksFor, NO_BLOCK} from "../paging.js";
import {GrowthLists} from "./growth-lists.js";
import {NO_ROOM, type KvMemory, type MemoryConfig, type Need} from "./memory.js";
import {PrefixIndex} from "./prefix-index.js";
import type {Sharing} from "./requests.js";

type PagedConfig = Extract<MemoryConfig, {kind: "paged"}>;

const NONE = -1;

/**
 * Memory of equal blocks. A sequence takes blocks for what it computes first, then one whenever its
 * last one is full. Sequences that will need a block at the same decode step stand in one list, so
 * that a step costs time for those alone.
 *
 * With a prefix cache, full blocks are found by content; the last token is always computed anew.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example new PagedMemory(1000, {kind: "paged", blockSize: 16}, null).maxSequences // 62
 */
export class PagedMemory implements KvMemory {
  readonly capacityTokens: number;
  readonly maxSequences: number;
  readonly blockSize: number;
  readonly pool: BlockPool;
  readonly index: PrefixIndex | null;
  usedTokens = 0;
  neverTokens = 0;
  readonly roundingTokens = 0;
  private readonly watermarkBlocks: number;
  private readonly sharing: Sharing | null;
  /** (slots): last block, number of blocks, request, final tokens of the sequence */
  readonly tails: Int32Array;
  readonly counts: Int32Array;
  private readonly requests: Int32Array;
  private readonly finals: Int32Array;
  private readonly growing: GrowthLists;

  constructor(capacityTokens: number, config: PagedConfig, sharing: Sharing | null) {
    const {blockSize, prefixCache = false, watermarkFraction = 0.01} = config;
    const nBlocks = Math.floor(capacityTokens / blockSize);
    this.capacityTokens = capacityTokens;
    this.blockSize = blockSize;
    this.pool = new BlockPool(nBlocks);
    this.index = prefixCache ? new PrefixIndex(nBlocks) : null;
    this.watermarkBlocks = Math.floor(watermarkFraction * nBlocks);
    this.sharing = sharing;
    this.maxSequences = nBlocks;
    const column = (length: number) => new Int32Array(length).fill(NONE);
    [this.tails, this.counts] = [column(nBlocks), column(nBlocks)];
    [this.requests, this.finals] = [column(nBlocks), column(nBlocks)];
    this.growing = new GrowthLists(nBlocks, blockSize);
  }

  get allocatedTokens(): number {
    return (this.pool.nBlocks - this.pool.nFree) * this.blockSize;
  }

  canHold({finalTokens}: Need): boolean {
    return blocksFor(finalTokens, this.blockSize) <= this.pool.nBlocks - this.watermarkBlocks;
  }

  hitTokens(need: Need): number {
    return this.hitBlocks(need) * this.blockSize;
  }

  private hitBlocks({request, tokens}: Need): number {
    const {index} = this;
    if (index === null) return 0;
    const most = Math.floor((tokens - 1) / this.blockSize);
    let n = 0;
    while (n < most && index.find(this.textOf(request, n), n) >= 0) n++;
    return n;
  }

  /** The text that block `i` of a request is a piece of. */
  private textOf(request: number, i: number): number {
    const {sharing} = this;
    if (sharing === null) return request;
    const isCommon = (i + 1) * this.blockSize <= sharing.sharedTokens[request]!;
    return isCommon ? 2 * sharing.groups[request]! : 2 * sharing.conversations[request]! + 1;
  }

  admit(slot: number, need: Need): number {
    const {pool, blockSize} = this;
    const nBlocks = blocksFor(need.tokens, blockSize);
    if (nBlocks > pool.nBlocks) return NO_ROOM;
    const nHits = this.hitBlocks(need);
    if (nBlocks - nHits > this.roomWithout(need.request, nHits)) return NO_ROOM;
    this.requests[slot] = need.request;
    this.finals[slot] = need.finalTokens;
    this.counts[slot] = 0;
    this.tails[slot] = NO_BLOCK;
    for (let i = 0; i < nHits; i++) this.shareHit(slot, i);
    while (this.counts[slot]! < nBlocks) this.append(slot);
    this.rememberUpTo(slot, Math.floor(need.tokens / blockSize), nHits);
    return nHits * blockSize;
  }

  /** Free blocks that may be given out when the first `nHits` blocks of a request are shared. */
  private roomWithout(request: number, nHits: number): number {
    let room = this.pool.nFree - this.watermarkBlocks;
    for (let i = 0; i < nHits; i++) {
      const block = this.index!.find(this.textOf(request, i), i);
      if (this.pool.refCounts[block] === 0) room--;
    }
    return room;
  }

  private shareHit(slot: number, i: number): void {
    const block = this.index!.find(this.textOf(this.requests[slot]!, i), i);
    if (this.pool.refCounts[block] === 0) this.usedTokens += this.blockSize;
    this.pool.share(block);
    this.tails[slot] = block;
    this.counts[slot]!++;
  }

  private append(slot: number): void {
    const block = this.pool.take(this.tails[slot]!);
    this.index?.forget(block);
    this.tails[slot] = block;
    const nTokens = ++this.counts[slot]! * this.blockSize;
    if (nTokens >= this.finals[slot]!) this.neverTokens += nTokens - this.finals[slot]!;
  }

  /** Notes the content of the blocks from `first` up to number `end` of a sequence. */
  private rememberUpTo(slot: number, end: number, first: number): void {
    if (this.index === null) return;
    const request = this.requests[slot]!;
    let block = this.tails[slot]!;
    for (let i = this.counts[slot]! - 1; i >= first; i--) {
      if (i < end) this.index.remember(block, this.textOf(request, i), i);
      block = this.pool.parents[block]!;
    }
  }

  join(slot: number, step: number, tokens: number): void {
    this.growing.add(slot, step - tokens);
  }

  leave(slot: number): void {
    this.growing.remove(slot);
  }

  lackingBlocks(step: number): number {
    return this.growing.sizeAt(step) - this.pool.nFree;
  }

  grow(step: number): void {
    const {growing} = this;
    for (let slot = growing.firstAt(step); slot >= 0; slot = growing.after(slot)) {
      this.rememberLast(slot);
      this.append(slot);
    }
  }

  /** Notes the content of a sequence's last block, which has just become full. */
  private rememberLast(slot: number): void {
    const last = this.counts[slot]! - 1;
    this.index?.remember(this.tails[slot]!, this.textOf(this.requests[slot]!, last), last);
  }

  release(slot: number, tokens: number): void {
    const {pool, blockSize, index} = this;
    const count = this.counts[slot]!;
    if (tokens === count * blockSize) this.rememberLast(slot);
    if (count * blockSize >= this.finals[slot]!) {
      this.neverTokens -= count * blockSize - this.finals[slot]!;
    }
    let block = this.tails[slot]!;
    for (let i = count - 1; i >= 0; i--) {
      const written = Math.min(Math.max(tokens - i * blockSize, 0), blockSize);
      const parent = pool.parents[block]!;
      if (pool.refCounts[block] === 1) {
        this.usedTokens -= written;
        if (written < blockSize) index?.forget(block);
      }
      pool.drop(block);
      block = parent;
    }
    this.tails[slot] = NO_BLOCK;
    this.counts[slot] = 0;
  }
}
