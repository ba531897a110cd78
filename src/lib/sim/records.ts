/** What happened to each request. */

/** Where a request stands. */
export const STATUS = {
  expected: 0,
  waiting: 1,
  running: 2,
  finished: 3,
  refused: 4,
  /** Its cache is on its way from one engine to another */
  moving: 5
} as const;

/** One entry a request; times in seconds from the start of the run, NaN for what did not happen. */
export interface Records {
  readonly n: number;
  readonly arrivalSeconds: Float64Array;
  /** First time in memory */
  readonly admittedSeconds: Float64Array;
  readonly firstTokenSeconds: Float64Array;
  readonly finishedSeconds: Float64Array;
  readonly promptTokens: Int32Array;
  readonly outputTokens: Int32Array;
  /** Tokens of the answer so far */
  readonly generatedTokens: Int32Array;
  /** Tokens of the prompt found in the prefix cache when first let in */
  readonly hitTokens: Int32Array;
  readonly preemptions: Int32Array;
  /** One of STATUS */
  readonly status: Uint8Array;
}

/**
 * Records of `n` requests to which nothing has happened.
 *
 * @example emptyRecords({n: 1, promptTokens: new Int32Array(1), outputTokens: new Int32Array(1)}).status[0] // 0
 */
export function emptyRecords({
  n,
  promptTokens,
  outputTokens
}: Pick<Records, "n" | "promptTokens" | "outputTokens">): Records {
  const times = () => new Float64Array(n).fill(NaN);
  const counts = () => new Int32Array(n);
  return {
    n,
    arrivalSeconds: times(),
    admittedSeconds: times(),
    firstTokenSeconds: times(),
    finishedSeconds: times(),
    promptTokens,
    outputTokens,
    generatedTokens: counts(),
    hitTokens: counts(),
    preemptions: counts(),
    status: new Uint8Array(n)
  };
}

/**
 * Seconds from arrival to the first token, by request; NaN where there is none.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example ttftSeconds({n: 1, arrivalSeconds: [1], firstTokenSeconds: [1.5]})[0] // 0.5
 */
export function ttftSeconds(
  records: Pick<Records, "n" | "arrivalSeconds" | "firstTokenSeconds">
): Float64Array {
  return differences(records.firstTokenSeconds, records.arrivalSeconds);
}

/**
 * Seconds from arrival to the end of the answer, by request; NaN for answers that have not ended.
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example e2eSeconds({n: 1, arrivalSeconds: [1], finishedSeconds: [4]})[0] // 3
 */
export function e2eSeconds(
  records: Pick<Records, "n" | "arrivalSeconds" | "finishedSeconds">
): Float64Array {
  return differences(records.finishedSeconds, records.arrivalSeconds);
}

/**
 * Mean seconds between two tokens of a finished answer, by request; NaN for answers of one token.
 *
 * (E2E − TTFT) / (A − 1)
 *
 * @see https://docs.vllm.ai/en/latest/design/metrics.html
 * @example tpotSeconds({n: 1, finishedSeconds: [3], firstTokenSeconds: [1], outputTokens: [5]})[0] // 0.5
 */
export function tpotSeconds(
  records: Pick<Records, "n" | "firstTokenSeconds" | "finishedSeconds" | "outputTokens">
): Float64Array {
  const seconds = differences(records.finishedSeconds, records.firstTokenSeconds);
  return seconds.map(
    (total, i) => (records.outputTokens[i]! > 1 ? total : NaN) / (records.outputTokens[i]! - 1)
  );
}

function differences(later: ArrayLike<number>, earlier: ArrayLike<number>): Float64Array {
  return Float64Array.from(later, (seconds, i) => seconds - earlier[i]!);
}
