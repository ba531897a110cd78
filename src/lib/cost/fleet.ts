import {splitInput} from "./buckets.js";
import type {WriteLifetime} from "./buckets.js";
import type {TokenPrices} from "./prices.js";
import {requestParts} from "./request.js";

/** What all users together ask for. */
export interface Workload {
  /** Users of one day */
  readonly dailyUsers: number;
  /** Generations a daily user starts from an existing piece, a day */
  readonly remixRate: number;
  /** Generations a daily user (a professional creator) starts from nothing, a day */
  readonly pgcRate: number;
  /** Prompt tokens of one generation, cached ones included */
  readonly inputTokens: number;
  /** Output tokens of one generation, reasoning included */
  readonly outputTokens: number;
  /** Share of the prompt read from the provider's cache */
  readonly hitFraction: number;
  /** Share of the prompt written to the cache; counts only when writes are charged */
  readonly writeFraction?: number;
}

export interface FleetOptions {
  /** Charge cache writes of this lifetime; null as in the chapter: not charged */
  readonly writeLifetime?: WriteLifetime | null;
  /** Re-price long prompts; false as in the chapter */
  readonly applyTiers?: boolean;
  /** Share of the generations sent through the batch interface */
  readonly batchFraction?: number;
}

/** A month's bill by kind of token, USD. */
export interface Bill {
  readonly uncachedUsd: number;
  readonly readUsd: number;
  readonly writeUsd: number;
  readonly outputUsd: number;
  readonly totalUsd: number;
}

/** Days of a billed month. */
export const daysPerMonth = 30;

/**
 * Generations of a day: daily users · (remix + PGC).
 *
 * @example generationsPerDay({dailyUsers: 100000, remixRate: 0.01, pgcRate: 0.001}) // 1100
 */
export function generationsPerDay({
  dailyUsers,
  remixRate,
  pgcRate
}: Pick<Workload, "dailyUsers" | "remixRate" | "pgcRate">): number {
  return dailyUsers * (remixRate + pgcRate);
}

/**
 * Generations of a month: 30 · generations of a day.
 *
 * @example generationsPerMonth({dailyUsers: 100000, remixRate: 0.1, pgcRate: 0.001}) // 303000
 */
export function generationsPerMonth(
  workload: Pick<Workload, "dailyUsers" | "remixRate" | "pgcRate">
): number {
  return daysPerMonth * generationsPerDay(workload);
}

/**
 * Cost of one mean generation by kind of token, USD.
 *
 * (1 − h) · in · p_in + h · in · p_cached + out · p_out, as in the chapter; cache writes, context
 * tiers and batch only when asked for. Every generation is taken at the mean length, so a tier
 * counts for all of them or for none.
 *
 * @example generationBill({inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}, {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}).totalUsd // 0.127
 */
export function generationBill(
  workload: Pick<Workload, "inputTokens" | "outputTokens" | "hitFraction" | "writeFraction">,
  prices: TokenPrices,
  {writeLifetime = null, applyTiers = false, batchFraction = 0}: FleetOptions = {}
): Bill {
  const writeFraction = writeLifetime === null ? 0 : (workload.writeFraction ?? 0);
  const {inputTokens, outputTokens, hitFraction} = workload;
  const buckets = splitInput({
    inputTokens,
    outputTokens,
    hitFraction,
    writeFraction,
    writeLifetime: writeLifetime ?? "5m"
  });
  const {uncachedUsd, readUsd, writeUsd, outputUsd} = requestParts(buckets, prices, {applyTiers});
  const scale = 1 - batchFraction * (1 - (prices.batchMultiplier ?? 1));
  return billOf({uncachedUsd, readUsd, writeUsd, outputUsd}, scale);
}

/**
 * A month's bill by kind of token, USD: generations of the month · cost of one.
 *
 * @example monthlyBill({dailyUsers: 100000, remixRate: 0.01, pgcRate: 0.001, inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}, {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}).outputUsd // 2970
 */
export function monthlyBill(
  workload: Workload,
  prices: TokenPrices,
  options: FleetOptions = {}
): Bill {
  return billOf(generationBill(workload, prices, options), generationsPerMonth(workload));
}

/**
 * A month's bill, USD: 30 · generations a day · (uncached · p_in + cached · p_cached + out · p_out).
 *
 * @example monthlyUsd({dailyUsers: 100000, remixRate: 0.01, pgcRate: 0.001, inputTokens: 20000, outputTokens: 3000, hitFraction: 0.7}, {inputUsdPerToken: 5e-6, cachedUsdPerToken: 5e-7, outputUsdPerToken: 3e-5, contextTiers: []}) // 4191
 */
export function monthlyUsd(
  workload: Workload,
  prices: TokenPrices,
  options: FleetOptions = {}
): number {
  return monthlyBill(workload, prices, options).totalUsd;
}

function billOf(parts: Omit<Bill, "totalUsd">, scale: number): Bill {
  const uncachedUsd = parts.uncachedUsd * scale;
  const readUsd = parts.readUsd * scale;
  const writeUsd = parts.writeUsd * scale;
  const outputUsd = parts.outputUsd * scale;
  const totalUsd = uncachedUsd + readUsd + writeUsd + outputUsd;
  return {uncachedUsd, readUsd, writeUsd, outputUsd, totalUsd};
}
