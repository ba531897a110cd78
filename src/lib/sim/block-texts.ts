/** What blocks of a cache are pieces of. */

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

/**
 * Full blocks by what they hold, found again by whoever wants the same.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example new KnownBlocks({n: 1, promptTokens: [8], sharing: null}, {nBlocks: 4, blockSize: 4}).hits(0, 2) // 0
 */
export class KnownBlocks {
  readonly index: PrefixIndex;
  private readonly requests: TextColumns;
  private readonly blockSize: number;

  constructor(requests: TextColumns, {nBlocks, blockSize}: {nBlocks: number; blockSize: number}) {
    this.index = new PrefixIndex(nBlocks);
    this.requests = requests;
    this.blockSize = blockSize;
  }

  private textOf(request: number, i: number): number {
    return blockText(this.requests, {request, end: (i + 1) * this.blockSize});
  }

  /** The block that holds what block `i` of a request would; −1 when none does. */
  find(request: number, i: number): number {
    return this.index.find(this.textOf(request, i), i);
  }

  /** Leading blocks of a request that are known, at most so many. */
  hits(request: number, most: number): number {
    let n = 0;
    while (n < most && this.find(request, n) >= 0) n++;
    return n;
  }

  /** Notes that a block holds block `i` of a request. */
  remember(block: number, request: number, i: number): void {
    this.index.remember(block, this.textOf(request, i), i);
  }
}
