/** A memory map drawn in cells of equal size, one number each. */

import type {MemoryPiece} from "./memory-map.js";

/** Uses of memory, by their number in a cell. */
export const CELL_KINDS = [
  "free",
  "cached",
  "external",
  "internal",
  "reserved",
  "used"
] as const satisfies readonly MemoryPiece["kind"][];

export interface Cell {
  readonly kind: MemoryPiece["kind"];
  /** −1 for nobody's */
  readonly request: number;
  readonly isShared: boolean;
}

const N_KINDS = 8;

/**
 * Cells of a map: each takes the use and the request that fill most of it. Requests up to number
 * 4,094 can be told apart.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 3
 * @example memoryCells([{start: 0, tokens: 8, kind: "used", request: 0, holders: 1}], 2)[1] // 21
 */
export function memoryCells(pieces: readonly MemoryPiece[], nCells: number): Uint16Array {
  const last = pieces.at(-1);
  const cells = new Uint16Array(nCells);
  const filled = new Float64Array(nCells);
  if (!last) return cells;
  const size = (last.start + last.tokens) / nCells;
  for (const {start, tokens, kind, request, holders} of pieces) {
    const code = ((request + 1) * 2 + (holders > 1 ? 1 : 0)) * N_KINDS + CELL_KINDS.indexOf(kind);
    const end = start + tokens;
    for (let c = Math.floor(start / size); c < nCells && c * size < end; c++) {
      const overlap = Math.min(end, (c + 1) * size) - Math.max(start, c * size);
      if (overlap <= filled[c]! + 1e-9) continue;
      filled[c] = overlap;
      cells[c] = code;
    }
  }
  return cells;
}

/**
 * What a cell's number says.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 3
 * @example cellOf(21) // {"kind": "used", "request": 0, "isShared": false}
 */
export function cellOf(code: number): Cell {
  const place = Math.floor(code / N_KINDS);
  return {
    kind: CELL_KINDS[code % N_KINDS]!,
    request: Math.floor(place / 2) - 1,
    isShared: place % 2 === 1
  };
}
