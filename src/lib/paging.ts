/**
 * Block tables: a KV cache cut into blocks of equal size that sequences take, share and copy.
 *
 * A sequence holds its last block; every block knows the one before it. Sequences with a common
 * beginning share that beginning, so all tables together are a forest. A block that nobody holds
 * waits in a queue, longest unused first, and keeps what is written in it until it is taken.
 */

/** No block: the one before the first. */
export const NO_BLOCK = -1;

/**
 * Blocks with their holders and predecessors.
 *
 * A block is free when nobody holds it. Whoever holds a block holds all blocks before it.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.3 (block tables, reference counts, copy-on-write)
 * @example new BlockPool(4).nFree // 4
 */
export class BlockPool {
  readonly nBlocks: number;
  /** (nBlocks): sequences that hold the block */
  readonly refCounts: Int32Array;
  /** (nBlocks): the block before it in its sequences, NO_BLOCK for a first one */
  readonly parents: Int32Array;
  /** (nBlocks + 1): free blocks as a ring through a head at index nBlocks, longest unused first */
  private readonly nextFree: Int32Array;
  private readonly previousFree: Int32Array;
  nFree: number;

  constructor(nBlocks: number) {
    if (!Number.isInteger(nBlocks) || nBlocks < 0) {
      throw new RangeError(`invalid nBlocks: ${nBlocks}`);
    }
    this.nBlocks = nBlocks;
    this.nFree = nBlocks;
    this.refCounts = new Int32Array(nBlocks);
    this.parents = new Int32Array(nBlocks).fill(NO_BLOCK);
    this.nextFree = Int32Array.from({length: nBlocks + 1}, (_, i) => (i + 1) % (nBlocks + 1));
    this.previousFree = Int32Array.from({length: nBlocks + 1}, (_, i) => (i || nBlocks + 1) - 1);
  }

  /** The longest unused block, now held once and next to `parent`; NO_BLOCK when none is free. */
  take(parent: number): number {
    const block = this.nextFree[this.nBlocks]!;
    if (block === this.nBlocks) return NO_BLOCK;
    this.unlink(block);
    this.refCounts[block] = 1;
    this.parents[block] = parent;
    return block;
  }

  /** One more holder of a block whose content is still wanted, free or not. */
  share(block: number): void {
    if (this.refCounts[block] === 0) this.unlink(block);
    this.refCounts[block]!++;
  }

  /** One holder fewer; the last one to leave puts the block at the end of the queue. */
  drop(block: number): void {
    const holders = this.refCounts[block]!;
    if (!(holders > 0)) throw new RangeError(`block is not held: ${block}`);
    this.refCounts[block] = holders - 1;
    if (holders === 1) this.enqueue(block);
  }

  private enqueue(block: number): void {
    const head = this.nBlocks;
    const last = this.previousFree[head]!;
    this.nextFree[last] = block;
    this.previousFree[block] = last;
    this.nextFree[block] = head;
    this.previousFree[head] = block;
    this.nFree++;
  }

  private unlink(block: number): void {
    const [previous, next] = [this.previousFree[block]!, this.nextFree[block]!];
    this.nextFree[previous] = next;
    this.previousFree[next] = previous;
    this.nFree--;
  }

  /** Free blocks, longest unused first. */
  freeBlocks(): number[] {
    const blocks: number[] = [];
    for (let b = this.nextFree[this.nBlocks]!; b !== this.nBlocks; b = this.nextFree[b]!) {
      blocks.push(b);
    }
    return blocks;
  }
}

/**
 * The blocks of a sequence, first block first, from its last one.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 6
 * @example tableOf(new BlockPool(2), NO_BLOCK) // []
 */
export function tableOf(pool: BlockPool, lastBlock: number): number[] {
  const table: number[] = [];
  for (let b = lastBlock; b !== NO_BLOCK; b = pool.parents[b]!) table.push(b);
  return table.reverse();
}

/**
 * A second sequence with all blocks of the first: every one of them gets one more holder.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 8
 * @example forkTable(new BlockPool(2), NO_BLOCK) // -1
 */
export function forkTable(pool: BlockPool, lastBlock: number): number {
  for (let b = lastBlock; b !== NO_BLOCK; b = pool.parents[b]!) pool.share(b);
  return lastBlock;
}

/**
 * A sequence lets go of all its blocks, the last one first, so that beginnings, which others are
 * likelier to want, stay unused longest in the queue. Returns the number of blocks.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html "Free"
 * @example releaseTable(new BlockPool(2), NO_BLOCK) // 0
 */
export function releaseTable(pool: BlockPool, lastBlock: number): number {
  let n = 0;
  let b = lastBlock;
  while (b !== NO_BLOCK) {
    const parent = pool.parents[b]!;
    pool.drop(b);
    b = parent;
    n++;
  }
  return n;
}

/**
 * The last block of a sequence, fit for writing: itself when nobody else holds it, else a new block
 * in its place (whose content the caller copies); NO_BLOCK when none is free.
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.4 "copy-on-write"
 * @example writableBlock(new BlockPool(2), new BlockPool(2).take(NO_BLOCK)) // 0
 */
export function writableBlock(pool: BlockPool, lastBlock: number): number {
  if (pool.refCounts[lastBlock]! <= 1) return lastBlock;
  const copy = pool.take(pool.parents[lastBlock]!);
  if (copy !== NO_BLOCK) pool.drop(lastBlock);
  return copy;
}

/**
 * Blocks that hold `nTokens`.
 *
 * ⌈tokens / block size⌉
 *
 * @see https://arxiv.org/abs/2309.06180 section 4.2
 * @example blocksFor(17, 16) // 2
 */
export function blocksFor(nTokens: number, blockSize: number): number {
  return Math.ceil(nTokens / blockSize);
}
