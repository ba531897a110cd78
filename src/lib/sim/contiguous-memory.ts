/** KV memory in one piece per request. */

import {BuddyExtents, FirstFitExtents, type Extent, type Extents} from "./extents.js";
import {NO_ROOM, reservedTokens, type KvMemory, type MemoryConfig, type Need} from "./memory.js";

type ContiguousConfig = Extract<MemoryConfig, {kind: "contiguous"}>;

/** What a slot holds. */
interface Holding {
  readonly extent: Extent;
  readonly reservedTokens: number;
  readonly finalTokens: number;
}

/**
 * Memory that reserves a stretch for each request when it is let in, as engines did before pages.
 *
 * @see https://arxiv.org/abs/2309.06180 section 3.1
 * @example new ContiguousMemory(15729, {kind: "contiguous", reserve: "max"}, 2048).extents.free()[0].tokens // 8192
 */
export class ContiguousMemory implements KvMemory {
  readonly capacityTokens: number;
  readonly maxSequences: number;
  usedTokens = 0;
  allocatedTokens = 0;
  neverTokens = 0;
  roundingTokens = 0;
  readonly sharesPrompts = false;
  /** Stretches by slot, for pictures */
  readonly holdings = new Map<number, Holding>();
  readonly extents: Extents;
  private readonly config: ContiguousConfig;
  private readonly maxModelLen: number;
  /** Longest stretch of an empty memory */
  private readonly longestTokens: number;

  constructor(capacityTokens: number, config: ContiguousConfig, maxModelLen: number) {
    this.capacityTokens = capacityTokens;
    this.config = config;
    this.maxModelLen = maxModelLen;
    this.extents = emptyExtents(capacityTokens, config);
    this.longestTokens = Math.max(0, ...this.extents.free().map(({tokens}) => tokens));
    this.maxSequences = capacityTokens;
  }

  get tabledTokens(): number {
    return this.allocatedTokens;
  }

  canHold(need: Need): boolean {
    const tokens = reservedTokens(this.config.reserve, need, this.maxModelLen);
    return tokens <= this.longestTokens;
  }

  hitTokens(): number {
    return 0;
  }

  admit(slot: number, need: Need): number {
    const tokens = reservedTokens(this.config.reserve, need, this.maxModelLen);
    const extent = this.extents.take(tokens);
    if (extent === null) return NO_ROOM;
    const holding = {extent, reservedTokens: tokens, finalTokens: need.finalTokens};
    this.holdings.set(slot, holding);
    this.count(holding, 1);
    return 0;
  }

  private count({extent, reservedTokens: reserved, finalTokens}: Holding, sign: 1 | -1): void {
    this.allocatedTokens += sign * extent.tokens;
    this.roundingTokens += sign * (extent.tokens - reserved);
    this.neverTokens += sign * (reserved - finalTokens);
  }

  extend(): boolean {
    return true;
  }

  fork(): void {
    throw new Error("memory in one piece cannot be shared");
  }

  join(): void {}

  leave(): void {}

  lackingBlocks(): number {
    return 0;
  }

  grow(): void {}

  release(slot: number, tokens: number): void {
    const holding = this.holdings.get(slot);
    if (!holding) throw new RangeError(`slot holds nothing: ${slot}`);
    this.holdings.delete(slot);
    this.extents.give(holding.extent);
    this.count(holding, -1);
    this.usedTokens -= tokens;
  }
}

function emptyExtents(capacityTokens: number, {fit = "buddy"}: ContiguousConfig): Extents {
  return fit === "buddy" ? new BuddyExtents(capacityTokens) : new FirstFitExtents(capacityTokens);
}
