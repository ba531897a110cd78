import {normaliseUsage, usageConventions} from "../cost/usage.js";
import {requestUsd} from "../cost/request.js";
import type {TokenPrices} from "../cost/prices.js";
import type {TokenBuckets} from "../cost/buckets.js";
import type {MistakeFigures} from "../mistakes.js";

/** Prices of the request that litellm#15945 is about, USD a token. */
const prices: TokenPrices = {
  inputUsdPerToken: 1.25e-6,
  cachedUsdPerToken: 0.125e-6,
  write5mUsdPerToken: null,
  write1hUsdPerToken: null,
  outputUsdPerToken: 10e-6,
  batchMultiplier: null,
  contextTiers: []
};

/** 9,126 prompt tokens, 4,864 of them from the cache, 3,197 written. */
const usage = {inputTokens: 9126, cacheReadTokens: 4864, outputTokens: 3197};
const inclusive = usageConventions.openai;

/**
 * Mistakes about one request's bill: the same tokens read by the wrong convention.
 *
 * @example billMistakes()[0].right // 0.0379055
 */
export function billMistakes(): MistakeFigures[] {
  const right = requestUsd(normaliseUsage(usage, inclusive), prices);
  const twice = normaliseUsage(usage, {...inclusive, inputIncludesCache: false});
  return [
    {
      name: "cached tokens charged twice",
      unit: "USD",
      wrong: requestUsd(twice, prices),
      right,
      wrongFormula: "prompt · p_in + cached · p_read",
      rightFormula: "(prompt − cached) · p_in + cached · p_read",
      source: "https://github.com/BerriAI/litellm/issues/15945"
    },
    reasoningTwice(),
    marginalTier()
  ];
}

/** 23,318 tokens in and 251 out, 53 of them reasoning: the total of 23,569 has them inside. */
function reasoningTwice(): MistakeFigures {
  const reported = {inputTokens: 23318, outputTokens: 251, reasoningTokens: 53};
  const outside = {...inclusive, outputIncludesReasoning: false};
  return {
    name: "reasoning tokens added to the output again",
    unit: "USD",
    wrong: requestUsd(normaliseUsage(reported, outside), prices),
    right: requestUsd(normaliseUsage(reported, inclusive), prices),
    wrongFormula: "(output + reasoning) · p_out",
    rightFormula: "output · p_out: reasoning is inside",
    source: "https://github.com/twentyhq/twenty/pull/18155"
  };
}

/** 250,000 tokens at $2 a million, $4 for a request over 200,000. */
function marginalTier(): MistakeFigures {
  const tier = {
    aboveInputTokens: 200_000,
    inputUsdPerToken: 4e-6,
    cachedUsdPerToken: 0.4e-6,
    write5mUsdPerToken: null,
    write1hUsdPerToken: null,
    outputUsdPerToken: 10e-6
  };
  const flat = {...prices, inputUsdPerToken: 2e-6};
  const buckets: TokenBuckets = {
    uncachedTokens: 250_000,
    readTokens: 0,
    write5mTokens: 0,
    write1hTokens: 0,
    outputTokens: 0
  };
  return {
    name: "long-context price not applied to the whole request",
    unit: "USD",
    wrong: requestUsd(buckets, flat),
    right: requestUsd(buckets, {...flat, contextTiers: [tier]}),
    wrongFormula: "tokens · p_in",
    rightFormula: "tokens · p_long, all of them, above 200,000",
    source: "https://github.com/NousResearch/hermes-agent/issues/93678"
  };
}
