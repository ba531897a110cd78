/** What blocks of a cache are pieces of. */

import {NO_BLOCK} from "../paging.js";
import {PrefixIndex} from "./prefix-index.js";
import type {Requests} from "./requests.js";

/** What texts depend on. */
export type TextColumns = Pick<Requests, "n" | "promptTokens" | "sharing" | "leaders">;

/**
 * The text that block `i` of a request is a piece of, as a number: blocks of the same place in the
 * same text hold the same tokens.
 *
 * Prompts of one group begin with one text; the rest of a request belongs to its conversation, or to
 * itself. Samples of a prompt share it; what the first writes goes on the same text, what the
 * others write is text of their own.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example blockText({n: 2, promptTokens: [8, 8], sharing: null, leaders: [0, 0]}, {request: 1, end: 8}) // 1
 */
export function blockText(
  {n, promptTokens, sharing, leaders}: TextColumns,
  {request, end}: {readonly request: number; readonly end: number}
): number {
  const leader = leaders == null ? request : leaders[request]!;
  if (leader !== request && end > promptTokens[request]!) return 2 * (n + request) + 1;
  if (sharing === null) return 2 * leader + 1;
  const isCommon = end <= sharing.sharedTokens[leader]!;
  return isCommon ? 2 * sharing.groups[leader]! : 2 * sharing.conversations[leader]! + 1;
}

interface KnownOptions {
  readonly blockSize: number;
  readonly parents: ArrayLike<number>;
}

/**
 * Full blocks by what they hold, found again by whoever wants the same.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example new KnownBlocks({n: 1, promptTokens: [8], sharing: null}, {blockSize: 4, parents: [-1, -1, -1, -1]}).find(0, 2) // -1
 */
export class KnownBlocks {
  readonly index: PrefixIndex;
  private readonly requests: TextColumns;
  private readonly blockSize: number;
  private readonly parents: ArrayLike<number>;

  /** `parents`: (nBlocks) the block before each */
  constructor(requests: TextColumns, {blockSize, parents}: KnownOptions) {
    this.index = new PrefixIndex(parents.length);
    this.requests = requests;
    this.blockSize = blockSize;
    this.parents = parents;
  }

  private textOf(request: number, i: number): number {
    return blockText(this.requests, {request, end: (i + 1) * this.blockSize});
  }

  /** The block that holds what block `i` of a request would; −1 when none does. */
  find(request: number, i: number): number {
    return this.index.find(this.textOf(request, i), i);
  }

  /**
   * Leading blocks of a request that are known, at most so many, each next to the one before it: of
   * two sequences that wrote the same text at once, the blocks of one, not a mixture.
   */
  hits(request: number, most: number): number {
    let last = NO_BLOCK;
    for (let n = 0; n < most; n++) {
      const block = this.find(request, n);
      if (block < 0 || this.parents[block] !== last) return n;
      last = block;
    }
    return Math.max(0, most);
  }

  /** Notes that a block holds block `i` of a request. */
  remember(block: number, request: number, i: number): void {
    this.index.remember(block, this.textOf(request, i), i);
  }
}
