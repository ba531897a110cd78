/** What an API asks for the tokens that a plan writes. */

import type {Plan} from "./plan.js";
import type {PlanSetup} from "./setup.js";

const HOURS_PER_MONTH = 720;

/** What an API asks for the same tokens. */
export interface ApiComparison {
  readonly apiUsdPerMonth: number;
  readonly hostedUsdPerMonth: number;
  /** Share of the month that all readers must write for hosting to cost the same; above 1: never */
  readonly breakEvenFraction: number;
}

/**
 * The API's price for what the readers write in the given share of a month, beside the cards'.
 *
 * Each answer brings its prompt; a share of the prompt's tokens comes from the provider's cache.
 *
 * @see https://github.com/pydantic/genai-prices
 * @example apiComparison({tokensPerSecond: 100, usdPerMonth: 1000, setup: {promptTokens: 10, outputTokens: 10}}, {inputUsdPerToken: 1e-6, cachedUsdPerToken: 1e-7, outputUsdPerToken: 1e-5}, {busyFraction: 0.5, hitFraction: 0}).apiUsdPerMonth // 1425.6
 */
export function apiComparison(
  plan: Pick<Plan, "tokensPerSecond" | "usdPerMonth"> & {
    readonly setup: Pick<PlanSetup, "promptTokens" | "outputTokens">;
  },
  prices: {
    readonly inputUsdPerToken: number;
    readonly cachedUsdPerToken: number;
    readonly outputUsdPerToken: number;
  },
  {busyFraction, hitFraction}: {readonly busyFraction: number; readonly hitFraction: number}
): ApiComparison {
  const {promptTokens, outputTokens} = plan.setup;
  const input =
    (1 - hitFraction) * prices.inputUsdPerToken + hitFraction * prices.cachedUsdPerToken;
  const usdPerOutputToken = prices.outputUsdPerToken + (promptTokens / outputTokens) * input;
  const fullUsd = plan.tokensPerSecond * HOURS_PER_MONTH * 3600 * usdPerOutputToken;
  return {
    apiUsdPerMonth: busyFraction * fullUsd,
    hostedUsdPerMonth: plan.usdPerMonth,
    breakEvenFraction: plan.usdPerMonth / fullUsd
  };
}
