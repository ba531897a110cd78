/** The run at evenly thinned moments: as many as a chart can show, however long it takes. */

/** State at the start of a pass. */
export interface Moment {
  timeSeconds: number;
  running: number;
  waiting: number;
  usedTokens: number;
  allocatedTokens: number;
  neverTokens: number;
  roundingTokens: number;
  /** 1 when the next request waits for memory */
  blocked: number;
}

const FIELDS = [
  "timeSeconds",
  "running",
  "waiting",
  "usedTokens",
  "allocatedTokens",
  "neverTokens",
  "roundingTokens",
  "blocked"
] as const satisfies readonly (keyof Moment)[];

/**
 * Keeps every k-th pass, and doubles k whenever `capacity` moments are kept.
 *
 * @see https://en.wikipedia.org/wiki/Downsampling_(signal_processing)
 * @example new Timeline(8).moments() // []
 */
export class Timeline {
  private readonly columns: readonly Float64Array[];
  private readonly capacity: number;
  private stride = 1;
  private skipped = 0;
  size = 0;

  constructor(capacity = 4096) {
    this.capacity = capacity;
    this.columns = FIELDS.map(() => new Float64Array(capacity));
  }

  add(moment: Moment): void {
    if (++this.skipped < this.stride) return;
    this.skipped = 0;
    if (this.size === this.capacity) this.thin();
    for (let f = 0; f < FIELDS.length; f++) this.columns[f]![this.size] = moment[FIELDS[f]!];
    this.size++;
  }

  private thin(): void {
    this.size = Math.ceil(this.capacity / 2);
    for (const column of this.columns) {
      for (let i = 0; i < this.size; i++) column[i] = column[2 * i]!;
    }
    this.stride *= 2;
  }

  /** The kept moments, in order. */
  moments(): Moment[] {
    return Array.from({length: this.size}, (_, i) => {
      const pairs = FIELDS.map((field, f) => [field, this.columns[f]![i]!] as const);
      return Object.fromEntries(pairs) as unknown as Moment;
    });
  }
}
