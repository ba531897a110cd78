/** The requests of a run as columns: one entry a request, in order of arrival. */

export interface Requests {
  /** Number of requests */
  readonly n: number;
  /** (n): seconds, ascending; not read in a closed loop */
  readonly arrivalSeconds: Float64Array;
  /** (n): at least 1 */
  readonly promptTokens: Int32Array;
  /** (n): at least 1; the first comes out of the prefill */
  readonly outputTokens: Int32Array;
  /** What prompts have in common; null when nothing */
  readonly sharing: Sharing | null;
  /** (n): the first of the requests that sample the same prompt; null: one answer a prompt */
  readonly leaders?: Int32Array | null;
  /** The samples of a prompt are beams of one search: seed of their parents; null: on their own */
  readonly beamSeed?: number | null;
  /** (n): 1 where only the prompt is read here and its cache fetched by another engine */
  readonly sent?: Uint8Array | null;
}

/**
 * Where the tokens of each request come from. The first `sharedTokens` are the beginning of a text
 * that all requests of a group have in common; what follows belongs to a conversation, whose
 * requests continue each other word by word.
 */
export interface Sharing {
  /** (n): group of the common beginning */
  readonly groups: Int32Array;
  /** (n): conversation that the request continues */
  readonly conversations: Int32Array;
  /** (n): tokens of the common beginning, the same for all requests of a conversation */
  readonly sharedTokens: Int32Array;
}

export interface RequestRow {
  readonly arrivalSeconds: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
}

/**
 * Columns from rows, ordered by arrival; rows that arrive together keep their order.
 *
 * @throws RangeError naming the row, the field and the value
 * @example requestsFromRows([{arrivalSeconds: 3, promptTokens: 8, outputTokens: 2}, {arrivalSeconds: 1, promptTokens: 5, outputTokens: 1}]).promptTokens // [5, 8]
 */
export function requestsFromRows(rows: readonly RequestRow[]): Requests {
  const ordered = [...rows].sort((a, b) => a.arrivalSeconds - b.arrivalSeconds);
  const requests = {
    n: rows.length,
    arrivalSeconds: Float64Array.from(ordered, (row) => row.arrivalSeconds),
    promptTokens: Int32Array.from(ordered, (row) => row.promptTokens),
    outputTokens: Int32Array.from(ordered, (row) => row.outputTokens),
    sharing: null
  };
  rows.forEach((row, i) => checkRow(row, i));
  return requests;
}

function checkRow(row: RequestRow, i: number): void {
  const isWhole = (value: number) => Number.isInteger(value) && value >= 1 && value < 2 ** 31;
  if (!(row.arrivalSeconds >= 0 && row.arrivalSeconds < Infinity)) {
    throw new RangeError(`invalid arrivalSeconds of request ${i}: ${row.arrivalSeconds}`);
  }
  for (const field of ["promptTokens", "outputTokens"] as const) {
    if (!isWhole(row[field])) {
      throw new RangeError(`invalid ${field} of request ${i}: ${row[field]}`);
    }
  }
}

/**
 * The columns themselves when they fit together and are usable.
 *
 * @throws RangeError naming the request and the field
 * @example checkedRequests(requestsFromRows([{arrivalSeconds: 2, promptTokens: 8, outputTokens: 2}])).arrivalSeconds // [2]
 */
export function checkedRequests(requests: Requests): Requests {
  const {n, arrivalSeconds, promptTokens, outputTokens} = requests;
  let last = 0;
  for (let i = 0; i < n; i++) {
    const row = {
      arrivalSeconds: arrivalSeconds[i]!,
      promptTokens: promptTokens[i]!,
      outputTokens: outputTokens[i]!
    };
    checkRow(row, i);
    if (row.arrivalSeconds < last) {
      throw new RangeError(`request ${i} arrives before the one in front: ${row.arrivalSeconds}`);
    }
    last = row.arrivalSeconds;
  }
  return requests;
}
