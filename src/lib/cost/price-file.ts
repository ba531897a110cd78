import type {PriceRow, TokenPrices} from "./prices.js";
import {fromPriceRow} from "./prices.js";

/** A price row with prices per token, as pages read it. */
export interface ApiPrice {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly tier: Tier;
  readonly prices: TokenPrices;
  readonly contextWindowTokens: number | null;
  /** The day the source last checked the price; null: date unknown */
  readonly asOf: string | null;
  readonly source: string;
  readonly retrieved: string;
  readonly verified: boolean;
  readonly comment: string | null;
}

export const tiers = ["flagship", "mid", "small"] as const;
export type Tier = (typeof tiers)[number];

/** What one GPU costs to rent, USD per hour of one GPU. */
export interface GpuRental {
  readonly gpu: string;
  readonly provider: string;
  readonly usdPerHour: number;
  readonly listedGpuCount: number;
  /** null: date unknown */
  readonly asOf: string | null;
  readonly asOfNote: string | null;
  readonly note: string | null;
  readonly source: string;
  readonly retrieved: string;
  readonly verified: boolean;
}

interface Provenance {
  readonly source: string;
  readonly retrieved: string;
  readonly asOf: string | null;
  readonly verified: boolean;
}

export type PriceFileRow = PriceRow & Provenance & {readonly comment: string | null};

export type RentalRow = Provenance & {
  readonly gpu: string;
  readonly provider: string;
  readonly usdPerGpuHour: number;
  readonly listedUsdPerHour: number;
  readonly listedGpuCount: number;
  readonly note: string | null;
  readonly asOfNote: string | null;
};

/**
 * A price row as pages read it: USD per token, provenance checked.
 *
 * @throws RangeError or TypeError naming field and row
 * @example fromPriceFileRow({id: "x", provider: "p", model: "x", tier: "small", contextWindowTokens: null, inputUsdPerMillionTokens: 1, cachedInputUsdPerMillionTokens: 0.1, cacheWriteUsdPerMillionTokens: null, cacheWrite1hUsdPerMillionTokens: null, outputUsdPerMillionTokens: 2, batchMultiplier: null, contextTiers: null, comment: null, asOf: null, source: "s", retrieved: "2026-11-29", verified: true}).asOf // null
 */
export function fromPriceFileRow(row: PriceFileRow): ApiPrice {
  const {id, provider, model, contextWindowTokens, comment} = row;
  const {source, retrieved, asOf, verified} = checkedProvenance(row, id);
  const tier = tiers.find((t) => t === row.tier);
  if (!tier) throw new RangeError(`invalid tier of ${id}: ${row.tier}`);
  const prices = fromPriceRow(row);
  if (prices.cachedUsdPerToken > prices.inputUsdPerToken)
    throw new RangeError(
      `invalid cachedInputUsdPerMillionTokens of ${id}, above its input price: ${row.cachedInputUsdPerMillionTokens}`
    );
  return {
    id,
    provider,
    model,
    tier,
    prices,
    contextWindowTokens,
    asOf,
    source,
    retrieved,
    verified,
    comment
  };
}

/**
 * A rental row as pages read it: USD per hour of one GPU, the listed price divided by its GPUs.
 *
 * @throws RangeError or TypeError naming field and row
 * @example fromRentalRow({gpu: "h100-sxm", provider: "p", usdPerGpuHour: 2.4, listedUsdPerHour: 19.2, listedGpuCount: 8, note: null, asOf: null, asOfNote: null, source: "s", retrieved: "2026-11-29", verified: true}).usdPerHour // 2.4
 */
export function fromRentalRow(row: RentalRow): GpuRental {
  const {gpu, provider, usdPerGpuHour, listedUsdPerHour, listedGpuCount, note, asOfNote} = row;
  const name = `${gpu} at ${provider}`;
  const {source, retrieved, asOf, verified} = checkedProvenance(row, name);
  if (!(usdPerGpuHour > 0 && usdPerGpuHour < 100))
    throw new RangeError(`invalid usdPerGpuHour of ${name}: ${usdPerGpuHour}`);
  if (Math.abs(listedUsdPerHour / listedGpuCount - usdPerGpuHour) > 1e-3 * usdPerGpuHour)
    throw new RangeError(`usdPerGpuHour of ${name} is not listed price by GPU: ${usdPerGpuHour}`);
  return {
    ...{gpu, provider, usdPerHour: usdPerGpuHour, listedGpuCount, note},
    ...{asOf, asOfNote, source, retrieved, verified}
  };
}

function checkedProvenance(row: Provenance, name: string): Provenance {
  if (!row.source) throw new TypeError(`missing source of ${name}`);
  if (!isDate(row.retrieved)) throw new TypeError(`invalid retrieved of ${name}: ${row.retrieved}`);
  if (row.asOf !== null && !isDate(row.asOf))
    throw new TypeError(`invalid asOf of ${name}: ${row.asOf}`);
  return row;
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
