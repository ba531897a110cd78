import type {PriceRow, TokenPrices} from "./prices.js";
import {fromPriceRow} from "./prices.js";

/** A price row as published, checked, with its prices per token. */
export interface ApiPrice extends PriceFileRow {
  readonly tier: Tier;
  readonly prices: TokenPrices;
}

export const tiers = ["flagship", "mid", "small"] as const;
export type Tier = (typeof tiers)[number];

interface Provenance {
  readonly source: string;
  readonly retrieved: string;
  /** The day the source last checked the price; null: date unknown */
  readonly asOf: string | null;
  readonly verified: boolean;
}

export interface PriceFileRow extends PriceRow, Provenance {
  readonly comment: string | null;
}

interface Rental extends Provenance {
  readonly gpu: string;
  readonly provider: string;
  readonly listedGpuCount: number;
  readonly note: string | null;
  /** What is known of the date where asOf is null */
  readonly asOfNote: string | null;
}

/** A rental as published: a machine and its GPUs. */
export interface RentalRow extends Rental {
  readonly usdPerGpuHour: number;
  readonly listedUsdPerHour: number;
}

/** What one GPU costs to rent. */
export interface GpuRental extends Rental {
  /** USD per hour of one GPU */
  readonly usdPerHour: number;
}

/**
 * A price row as pages read it: USD per token, provenance checked.
 *
 * @throws RangeError or TypeError naming field and row
 * @example fromPriceFileRow({id: "x", provider: "p", model: "x", tier: "small", contextWindowTokens: null, inputUsdPerMillionTokens: 1, cachedInputUsdPerMillionTokens: 0.1, cacheWriteUsdPerMillionTokens: null, cacheWrite1hUsdPerMillionTokens: null, outputUsdPerMillionTokens: 2, batchMultiplier: null, contextTiers: null, comment: null, asOf: null, source: "s", retrieved: "2026-11-29", verified: true}).asOf // null
 */
export function fromPriceFileRow(row: PriceFileRow): ApiPrice {
  const {id} = row;
  checkProvenance(row, id);
  const tier = tiers.find((t) => t === row.tier);
  if (!tier) throw new RangeError(`invalid tier of ${id}: ${row.tier}`);
  const prices = fromPriceRow(row);
  if (prices.cachedUsdPerToken > prices.inputUsdPerToken)
    throw new RangeError(
      `invalid cachedInputUsdPerMillionTokens of ${id}, above its input price: ${row.cachedInputUsdPerMillionTokens}`
    );
  return {...row, tier, prices};
}

/**
 * A rental row as pages read it: USD per hour of one GPU, the listed price divided by its GPUs.
 *
 * @throws RangeError or TypeError naming field and row
 * @example fromRentalRow({gpu: "h100-sxm", provider: "p", usdPerGpuHour: 2.4, listedUsdPerHour: 19.2, listedGpuCount: 8, note: null, asOf: null, asOfNote: null, source: "s", retrieved: "2026-11-29", verified: true}).usdPerHour // 2.4
 */
export function fromRentalRow(row: RentalRow): GpuRental {
  const {usdPerGpuHour, listedUsdPerHour, listedGpuCount, ...rest} = row;
  const name = `${row.gpu} at ${row.provider}`;
  checkProvenance(row, name);
  if (!(usdPerGpuHour > 0 && usdPerGpuHour < 100))
    throw new RangeError(`invalid usdPerGpuHour of ${name}: ${usdPerGpuHour}`);
  if (Math.abs(listedUsdPerHour / listedGpuCount - usdPerGpuHour) > 1e-3 * usdPerGpuHour)
    throw new RangeError(`usdPerGpuHour of ${name} is not listed price by GPU: ${usdPerGpuHour}`);
  return {...rest, listedGpuCount, usdPerHour: usdPerGpuHour};
}

function checkProvenance(row: Provenance, name: string): void {
  if (!row.source) throw new TypeError(`missing source of ${name}`);
  if (!isDate(row.retrieved)) throw new TypeError(`invalid retrieved of ${name}: ${row.retrieved}`);
  if (row.asOf !== null && !isDate(row.asOf))
    throw new TypeError(`invalid asOf of ${name}: ${row.asOf}`);
}

function isDate(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);
}

/**
 * The date of a row as a reader sees it.
 *
 * @example asOfText(null) // "date unknown"
 */
export function asOfText(asOf: string | null): string {
  return asOf ?? "date unknown";
}
