/** The tokens of a request in five disjoint buckets, which is how providers bill them. */

export interface TokenBuckets {
  /** Input tokens neither read from the cache nor written to it */
  readonly uncachedTokens: number;
  /** Input tokens read from the provider's prompt cache */
  readonly readTokens: number;
  /** Input tokens written to a cache kept 5 minutes */
  readonly write5mTokens: number;
  /** Input tokens written to a cache kept 1 hour */
  readonly write1hTokens: number;
  /** Output tokens, reasoning included */
  readonly outputTokens: number;
}

export type WriteLifetime = "5m" | "1h";

export interface SplitOptions {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Share of the input read from the cache */
  readonly hitFraction: number;
  /** Share of the input written to the cache for later requests */
  readonly writeFraction?: number;
  readonly writeLifetime?: WriteLifetime;
}

/**
 * Buckets of one mean request, tokens.
 *
 * read = h · in, written = w · in, uncached = the rest. A write takes what is left when h + w > 1.
 * Ignores that a provider counts cached tokens in whole blocks (`promptHits`).
 *
 * @example splitInput({inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}).readTokens // 14000
 */
export function splitInput({
  inputTokens,
  outputTokens,
  hitFraction,
  writeFraction = 0,
  writeLifetime = "5m"
}: SplitOptions): TokenBuckets {
  const readTokens = inputTokens * hitFraction;
  const writeTokens = Math.min(inputTokens * writeFraction, inputTokens - readTokens);
  return {
    uncachedTokens: inputTokens - readTokens - writeTokens,
    readTokens,
    write5mTokens: writeLifetime === "5m" ? writeTokens : 0,
    write1hTokens: writeLifetime === "1h" ? writeTokens : 0,
    outputTokens
  };
}

/**
 * All input tokens of a request, the length of its prompt: the four input buckets together.
 *
 * @example promptTokens({uncachedTokens: 10, readTokens: 66360, write5mTokens: 32435, write1hTokens: 0}) // 98805
 */
export function promptTokens(buckets: Omit<TokenBuckets, "outputTokens">): number {
  const {uncachedTokens, readTokens, write5mTokens, write1hTokens} = buckets;
  return uncachedTokens + readTokens + write5mTokens + write1hTokens;
}
