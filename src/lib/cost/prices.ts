/** Rows of the price file, as published, and the prices per token that the formulas take. */

/** Prices of one model at one provider, USD per token of each kind. */
export interface TokenPrices {
  readonly inputUsdPerToken: number;
  /** Equal to inputUsdPerToken where no cache price is published */
  readonly cachedUsdPerToken: number;
  /** Writing a token to a cache kept 5 minutes; null: written tokens cost as uncached input */
  readonly write5mUsdPerToken: number | null;
  /** Writing a token to a cache kept 1 hour; null: no such choice at this provider */
  readonly write1hUsdPerToken: number | null;
  readonly outputUsdPerToken: number;
  /** Share of the price that a batch request pays; null: no batch price published */
  readonly batchMultiplier: number | null;
  /** Ascending by threshold; empty: one price for every length */
  readonly contextTiers: readonly ContextTier[];
}

/** Prices of a whole request whose prompt is longer than aboveInputTokens. */
export interface ContextTier {
  readonly aboveInputTokens: number;
  readonly inputUsdPerToken: number;
  readonly cachedUsdPerToken: number;
  readonly write5mUsdPerToken: number | null;
  readonly write1hUsdPerToken: number | null;
  readonly outputUsdPerToken: number;
}

/** One row of the price file: a model at a provider, prices as published. */
export interface PriceRow {
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly tier: string;
  readonly contextWindowTokens: number | null;
  readonly inputUsdPerMillionTokens: number;
  readonly cachedInputUsdPerMillionTokens: number | null;
  readonly cacheWriteUsdPerMillionTokens: number | null;
  readonly cacheWrite1hUsdPerMillionTokens: number | null;
  readonly outputUsdPerMillionTokens: number;
  readonly batchMultiplier: number | null;
  readonly contextTiers: readonly PriceTierRow[] | null;
}

export interface PriceTierRow {
  readonly aboveInputTokens: number;
  readonly inputUsdPerMillionTokens: number;
  readonly cachedInputUsdPerMillionTokens: number | null;
  readonly cacheWriteUsdPerMillionTokens: number | null;
  readonly outputUsdPerMillionTokens: number;
}

type MillionRow = Pick<
  PriceRow,
  "inputUsdPerMillionTokens" | "cachedInputUsdPerMillionTokens" | "outputUsdPerMillionTokens"
> &
  Partial<PriceRow>;

/**
 * Prices per token of one row of the price file.
 *
 * USD per million tokens / 10⁶. A tier keeps the row's ratio to the input price where it prints no
 * price of its own, so a 1-hour write at twice the input price stays at twice.
 * Ignores earlier, later and off-peak prices of the same model.
 *
 * @throws RangeError naming field and row on a price below 0 or above $1,000 a million tokens
 * @see https://github.com/pydantic/genai-prices prices/providers
 * @example fromPriceRow({id: "x", inputUsdPerMillionTokens: 5, cachedInputUsdPerMillionTokens: 0.5, outputUsdPerMillionTokens: 30}).outputUsdPerToken // 0.00003
 */
export function fromPriceRow(row: MillionRow): TokenPrices {
  const base = tokenPrices(row, row);
  const tiers = (row.contextTiers ?? []).map((tier) => contextTier(tier, row));
  if (tiers.some((t, i) => i > 0 && t.aboveInputTokens <= tiers[i - 1]!.aboveInputTokens))
    throw new RangeError(
      `contextTiers of ${row.id} not ascending: ${tiers.map((t) => t.aboveInputTokens)}`
    );
  const batchMultiplier = row.batchMultiplier ?? null;
  if (batchMultiplier !== null && !(batchMultiplier > 0 && batchMultiplier <= 1))
    throw new RangeError(`invalid batchMultiplier of ${row.id}: ${batchMultiplier}`);
  return {...base, batchMultiplier, contextTiers: tiers};
}

function contextTier(tier: PriceTierRow, row: MillionRow): ContextTier {
  const {aboveInputTokens} = tier;
  if (!(Number.isInteger(aboveInputTokens) && aboveInputTokens > 0))
    throw new RangeError(`invalid aboveInputTokens of ${row.id}: ${aboveInputTokens}`);
  const ratio = tier.inputUsdPerMillionTokens / row.inputUsdPerMillionTokens;
  const scaled = (usd: number | null | undefined) => (usd == null ? null : usd * ratio);
  const filled = {
    ...tier,
    cachedInputUsdPerMillionTokens:
      tier.cachedInputUsdPerMillionTokens ?? scaled(row.cachedInputUsdPerMillionTokens),
    cacheWriteUsdPerMillionTokens:
      tier.cacheWriteUsdPerMillionTokens ?? scaled(row.cacheWriteUsdPerMillionTokens),
    cacheWrite1hUsdPerMillionTokens: scaled(row.cacheWrite1hUsdPerMillionTokens)
  };
  return {aboveInputTokens, ...tokenPrices(filled, row)};
}

function tokenPrices(prices: MillionRow, row: MillionRow) {
  const usdPerToken = (field: keyof MillionRow & `${string}UsdPerMillionTokens`) =>
    checkedUsdPerToken(prices[field], {field, id: row.id ?? "own prices"});
  const inputUsdPerToken = usdPerToken("inputUsdPerMillionTokens");
  const outputUsdPerToken = usdPerToken("outputUsdPerMillionTokens");
  if (inputUsdPerToken === null || outputUsdPerToken === null)
    throw new TypeError(`missing input or output price of ${row.id}`);
  return {
    inputUsdPerToken,
    cachedUsdPerToken: usdPerToken("cachedInputUsdPerMillionTokens") ?? inputUsdPerToken,
    write5mUsdPerToken: usdPerToken("cacheWriteUsdPerMillionTokens"),
    write1hUsdPerToken: usdPerToken("cacheWrite1hUsdPerMillionTokens"),
    outputUsdPerToken
  };
}

function checkedUsdPerToken(
  usd: number | null | undefined,
  {field, id}: {field: string; id: string}
) {
  if (usd == null) return null;
  if (!(usd >= 0 && usd <= 1000)) throw new RangeError(`invalid ${field} of ${id}: ${usd}`);
  return usd / 1e6;
}
