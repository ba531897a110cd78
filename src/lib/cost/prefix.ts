/** What a prompt cache keeps of a prefix, and how likely it is still there. */

export interface PrefixCache {
  /** Cached tokens are counted in steps of this many */
  readonly blockTokens: number;
  /** A shorter prefix is not cached at all */
  readonly minTokens: number;
}

/**
 * Steps and smallest prefix that OpenAI publishes for models before GPT-5.6; other providers differ
 * (Anthropic 1,024 to 2,048 and more by model).
 */
export const defaultPrefixCache: PrefixCache = {blockTokens: 128, minTokens: 1024};

/**
 * Tokens read from the cache when sharedTokens at the start of a prompt were seen before.
 *
 * ⌊min(shared, prompt − 1) / block⌋ · block, and 0 below the smallest cacheable prefix: whole blocks
 * only, and the last token is always computed.
 *
 * @see https://github.com/openai/openai-cookbook/blob/main/examples/Prompt_Caching_201.ipynb section 1.1
 * @example cachedPrefixTokens({sharedTokens: 8704, nPromptTokens: 8704}, {blockTokens: 256, minTokens: 0}) // 8448
 */
export function cachedPrefixTokens(
  {sharedTokens, nPromptTokens}: {readonly sharedTokens: number; readonly nPromptTokens: number},
  {blockTokens, minTokens}: PrefixCache = defaultPrefixCache
): number {
  const usable = Math.max(0, Math.min(sharedTokens, nPromptTokens - 1));
  const cached = Math.floor(usable / blockTokens) * blockTokens;
  return cached < minTokens ? 0 : cached;
}

/**
 * Probability that a prefix is still cached when a request with it arrives.
 *
 * 1 − exp(−rate · lifetime): the chance that the request before it, of a Poisson stream that shares
 * the prefix, came within the lifetime (each use renews it). Ignores eviction under memory pressure
 * and requests routed to a machine without the prefix.
 *
 * @see https://en.wikipedia.org/wiki/Exponential_distribution the waiting time of a Poisson stream
 * @example warmProbability({requestsPerSecond: 1 / 300, lifetimeSeconds: 300}) // 0.6321205588
 */
export function warmProbability({
  requestsPerSecond,
  lifetimeSeconds
}: {
  readonly requestsPerSecond: number;
  readonly lifetimeSeconds: number;
}): number {
  return -Math.expm1(-requestsPerSecond * lifetimeSeconds);
}
