import type {TokenBuckets} from "./buckets.js";
import {promptTokens} from "./buckets.js";
import type {TokenPrices} from "./prices.js";

/** What each bucket of a request costs, USD. */
export interface RequestParts {
  readonly uncachedUsd: number;
  readonly readUsd: number;
  /** Cache writes of either lifetime */
  readonly writeUsd: number;
  readonly outputUsd: number;
}

export interface RequestOptions {
  /** Sent through the batch interface; without effect where no batch price is published */
  readonly batch?: boolean;
  /** Re-price the whole request by the length of its prompt */
  readonly applyTiers?: boolean;
}

/**
 * Prices in force for a prompt of a length, cache prices too: the last tier whose threshold the
 * prompt exceeds. A prompt of exactly the threshold still pays the lower price.
 *
 * @see https://github.com/BerriAI/litellm/issues/15055 tiers and cache writes stack
 * @example tierPrices({inputUsdPerToken: 2, contextTiers: [{aboveInputTokens: 200000, inputUsdPerToken: 4}]}, 200000).inputUsdPerToken // 2
 */
export function tierPrices(prices: TokenPrices, nPromptTokens: number): TokenPrices {
  const tier = prices.contextTiers.findLast((t) => nPromptTokens > t.aboveInputTokens);
  return tier ? {...prices, ...tier} : prices;
}

/**
 * Cost of one request by bucket, USD.
 *
 * tokens · price in each bucket; a write without a price of its own costs as the other kind of
 * write, and without either as uncached input. The batch multiplier takes every bucket.
 * Ignores regional surcharges, tool fees and cache storage by the hour.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#pricing
 * @example requestParts({uncachedTokens: 4, readTokens: 2455, write5mTokens: 0, write1hTokens: 0, outputTokens: 23}, {inputUsdPerToken: 8e-7, cachedUsdPerToken: 8e-8, write5mUsdPerToken: null, write1hUsdPerToken: null, outputUsdPerToken: 4e-6, batchMultiplier: null, contextTiers: []}).readUsd // 0.0001964
 */
export function requestParts(
  buckets: TokenBuckets,
  prices: TokenPrices,
  {batch = false, applyTiers = true}: RequestOptions = {}
): RequestParts {
  const p = applyTiers ? tierPrices(prices, promptTokens(buckets)) : prices;
  const multiplier = batch ? (p.batchMultiplier ?? 1) : 1;
  const write5m = p.write5mUsdPerToken ?? p.inputUsdPerToken;
  const write1h = p.write1hUsdPerToken ?? write5m;
  return {
    uncachedUsd: multiplier * buckets.uncachedTokens * p.inputUsdPerToken,
    readUsd: multiplier * buckets.readTokens * p.cachedUsdPerToken,
    writeUsd: multiplier * (buckets.write5mTokens * write5m + buckets.write1hTokens * write1h),
    outputUsd: multiplier * buckets.outputTokens * p.outputUsdPerToken
  };
}

/**
 * Cost of one request, USD: the sum of `requestParts`.
 *
 * @see https://github.com/BerriAI/litellm/issues/11789
 * @example requestUsd({uncachedTokens: 4, readTokens: 2455, write5mTokens: 0, write1hTokens: 0, outputTokens: 23}, {inputUsdPerToken: 8e-7, cachedUsdPerToken: 8e-8, write5mUsdPerToken: null, write1hUsdPerToken: null, outputUsdPerToken: 4e-6, batchMultiplier: null, contextTiers: []}) // 0.0002916
 */
export function requestUsd(
  buckets: TokenBuckets,
  prices: TokenPrices,
  options: RequestOptions = {}
): number {
  const {uncachedUsd, readUsd, writeUsd, outputUsd} = requestParts(buckets, prices, options);
  return uncachedUsd + readUsd + writeUsd + outputUsd;
}
