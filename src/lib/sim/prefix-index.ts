/** What full blocks hold: finds the block with a given piece of a given text. */

/**
 * Blocks by content. A piece is block number `index` of a text; equal texts have equal numbers, so
 * a piece stands for everything up to its end, as the chained hashes of engines do.
 *
 * An open-addressing table without tombstones: memory is bounded by the number of blocks.
 *
 * @see https://docs.vllm.ai/en/latest/design/prefix_caching.html
 * @example new PrefixIndex(4).find(0, 0) // -1
 */
export class PrefixIndex {
  private readonly mask: number;
  /** Block in each place of the table; −1 is empty */
  private readonly places: Int32Array;
  /** (nBlocks): text and index of what the block holds; −1 is nothing known */
  private readonly texts: Int32Array;
  private readonly indexes: Int32Array;
  /** Blocks with known content */
  size = 0;

  constructor(nBlocks: number) {
    let nPlaces = 4;
    while (nPlaces < 2 * nBlocks) nPlaces *= 2;
    this.mask = nPlaces - 1;
    this.places = new Int32Array(nPlaces).fill(-1);
    this.texts = new Int32Array(nBlocks).fill(-1);
    this.indexes = new Int32Array(nBlocks);
  }

  /** The block that holds a piece; −1 when none does. */
  find(text: number, index: number): number {
    let place = this.home(text, index);
    for (;;) {
      const block = this.places[place]!;
      if (block < 0 || (this.texts[block] === text && this.indexes[block] === index)) return block;
      place = (place + 1) & this.mask;
    }
  }

  /** Notes what a block holds, unless another block is known for the same piece. */
  remember(block: number, text: number, index: number): void {
    let place = this.home(text, index);
    for (;;) {
      const other = this.places[place]!;
      if (other < 0) break;
      if (this.texts[other] === text && this.indexes[other] === index) return;
      place = (place + 1) & this.mask;
    }
    this.places[place] = block;
    this.texts[block] = text;
    this.indexes[block] = index;
    this.size++;
  }

  isKnown(block: number): boolean {
    return this.texts[block]! >= 0;
  }

  /** Text and index of what a block holds; null when nothing is known. */
  contentOf(block: number): {readonly text: number; readonly index: number} | null {
    const text = this.texts[block]!;
    return text < 0 ? null : {text, index: this.indexes[block]!};
  }

  /** Drops what is known of a block, which is about to be written over. */
  forget(block: number): void {
    const text = this.texts[block]!;
    if (text < 0) return;
    let hole = this.home(text, this.indexes[block]!);
    while (this.places[hole] !== block) hole = (hole + 1) & this.mask;
    this.texts[block] = -1;
    this.size--;
    this.closeGap(hole);
  }

  /** Moves later blocks of the same run of places back, so that none is cut off from its home. */
  private closeGap(gap: number): void {
    const {places, mask} = this;
    let hole = gap;
    for (let place = (hole + 1) & mask; places[place]! >= 0; place = (place + 1) & mask) {
      const block = places[place]!;
      const home = this.home(this.texts[block]!, this.indexes[block]!);
      if (((place - home) & mask) < ((place - hole) & mask)) continue;
      places[hole] = block;
      hole = place;
    }
    places[hole] = -1;
  }

  private home(text: number, index: number): number {
    let h = Math.imul(text, 0x9e3779b1) ^ Math.imul(index, 0x85ebca77);
    h = Math.imul(h ^ (h >>> 15), 0xc2b2ae3d);
    return (h ^ (h >>> 13)) & this.mask;
  }
}
