/** The memory of a simulated engine: what the scheduler asks of it, whatever the allocator. */

/** How KV memory is given out. */
export type MemoryConfig =
  /** Blocks on demand */
  | {
      readonly kind: "paged";
      /** Tokens of a block */
      readonly blockSize: number;
      /** Keep what free blocks hold and find it again by content */
      readonly prefixCache?: boolean;
      /** Share of all blocks that must stay free when a request is let in */
      readonly watermarkFraction?: number;
    }
  /** One piece per request, reserved when it is let in */
  | {
      readonly kind: "contiguous";
      /** max: the longest allowed length; pow2: the prompt and the answer's length rounded up to a
       * power of two; oracle: what will really be used */
      readonly reserve: "max" | "pow2" | "oracle";
      readonly fit?: "buddy" | "first-fit";
    };

/** A sequence that wants in. */
export interface Need {
  readonly request: number;
  /** Tokens that it computes first: the prompt, after a pre-emption also what was generated */
  tokens: number;
  /** Of those, tokens that need room when it is let in: all, or those up to the first piece's end */
  roomTokens: number;
  /** Tokens that it will have cached in the end */
  finalTokens: number;
  /** Tokens of prompt and answer; what an engine cannot know, used by oracles only */
  promptTokens: number;
  outputTokens: number;
}

/** Memory by what it is used for, tokens. */
export interface MemoryCounts {
  /** Slots with a token that somebody holds */
  usedTokens: number;
  /** Slots inside blocks or stretches that somebody holds */
  allocatedTokens: number;
  /** Of those, slots that no token will ever fill: internal waste */
  neverTokens: number;
  /** Of those, slots that the allocator adds by rounding: external waste */
  roundingTokens: number;
  /** Slots that would be allocated if nothing were shared */
  readonly tabledTokens: number;
}

/** The request does not fit now. */
export const NO_ROOM = -1;

/** KV memory as the scheduler sees it. `step` counts decode steps. */
export interface KvMemory extends MemoryCounts {
  readonly capacityTokens: number;
  /** Most sequences that can be in memory at once */
  readonly maxSequences: number;
  /** Whether answers to one prompt can share its cache */
  readonly sharesPrompts: boolean;
  /** Whether a sequence of this kind can ever get in */
  canHold(need: Need): boolean;
  /** Leading tokens that are in memory already */
  hitTokens(need: Need): number;
  /** Gives a sequence its memory: tokens found in memory already, or NO_ROOM and nothing changes */
  admit(slot: number, need: Need): number;
  /** Room for tokens `from` to `to` of a prompt that is read in pieces; false and nothing changes */
  extend(slot: number, from: number, to: number): boolean;
  /** A second sequence with the cache of the first, `need.tokens` long */
  fork(from: number, to: number, need: Need): void;
  /** From now on the sequence of `slot`, with `tokens` cached, grows by one token a decode step */
  join(slot: number, step: number, tokens: number): void;
  /** The sequence stops growing */
  leave(slot: number): void;
  /** Blocks that the next decode step needs beyond those that are free; 0 or less: it can run */
  lackingBlocks(step: number): number;
  /** Gives every sequence room for the token of this decode step */
  grow(step: number): void;
  /** The sequence lets go of its memory with `tokens` computed, of `need.tokens` announced */
  release(slot: number, tokens: number): void;
}

/**
 * Tokens that a contiguous allocator reserves for a request.
 *
 * max: the longest allowed length; pow2: P + 2^⌈log₂ A⌉, at most that; oracle: P + A − 1, for the
 * last token is never cached.
 *
 * @see https://arxiv.org/abs/2309.06180 section 6.1 "Orca (Oracle), Orca (Pow2), Orca (Max)"
 * @example reservedTokens("pow2", {promptTokens: 10, outputTokens: 25}, 2048) // 42
 */
export function reservedTokens(
  reserve: "max" | "pow2" | "oracle",
  {promptTokens, outputTokens}: Pick<Need, "promptTokens" | "outputTokens">,
  maxModelLen: number
): number {
  switch (reserve) {
    case "max":
      return maxModelLen;
    case "pow2":
      return Math.min(maxModelLen, promptTokens + 2 ** Math.ceil(Math.log2(outputTokens)));
    case "oracle":
      return promptTokens + outputTokens - 1;
  }
}
