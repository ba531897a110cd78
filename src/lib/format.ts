/**
 * Display units. Only here do GB, GiB, ms, TFLOP/s, percent and dollars become text; everywhere else
 * numbers stay in base units. NaN prints as —, an endless number as ∞.
 */

import {fixed, significant, stepOf, trimmed, type Step} from "./format/digits.js";
import {formatRate, withUnit} from "./format/rate.js";

export {formatGb, formatGib, formatRate} from "./format/rate.js";

const BYTE_SCALES: Record<"GB" | "GiB", readonly Step[]> = {
  GB: ["B", "kB", "MB", "GB", "TB", "PB"].map((unit, i) => ({unit, size: 1000 ** i})),
  GiB: ["B", "KiB", "MiB", "GiB", "TiB", "PiB"].map((unit, i) => ({unit, size: 1024 ** i}))
};

const TIME_SCALE: readonly Step[] = [
  {unit: "ns", size: 1e-9},
  {unit: "µs", size: 1e-6},
  {unit: "ms", size: 1e-3},
  {unit: "s", size: 1},
  {unit: "min", size: 60},
  {unit: "h", size: 3600},
  {unit: "days", size: 86400}
];

/**
 * Bytes in the fitting unit of one family: GiB (powers of 1,024) or GB (powers of 1,000).
 * Two decimals from GiB or GB on, three digits below.
 *
 * @see https://physics.nist.gov/cuu/Units/binary.html
 * @example formatBytes(4718592) // "4.5 MiB"
 */
export function formatBytes(
  bytes: number,
  {unit = "GiB"}: {readonly unit?: "GB" | "GiB"} = {}
): string {
  const step = stepOf(bytes, BYTE_SCALES[unit]);
  const value = bytes / step.size;
  const isLarge = step.size >= 1e9;
  if (isLarge && Math.abs(value) < 100) return withUnit(fixed(value, 2), step.unit);
  return withUnit(isLarge ? trimmed(fixed(value, 1)) : significant(value), step.unit);
}

/**
 * Tokens in full with the word; fractions of a token are rounded away from 100 on.
 *
 * @example formatTokens(131072) // "131,072 tokens"
 */
export function formatTokens(tokens: number): string {
  return withUnit(formatCount(tokens), tokens === 1 ? "token" : "tokens");
}

/**
 * A duration in ns, µs, ms, s, min, h or days to three digits; seconds stay seconds up to two minutes.
 *
 * @example formatSeconds(0.00707) // "7.07 ms"
 */
export function formatSeconds(seconds: number): string {
  if (seconds === 0) return "0 s";
  const magnitude = Math.abs(seconds);
  const scale =
    magnitude < 120 ? TIME_SCALE.slice(0, 4) : TIME_SCALE.filter(({size}) => size * 2 <= magnitude);
  const {unit, size} = stepOf(seconds, scale);
  return withUnit(significant(seconds / size), unit);
}

/**
 * An amount of arithmetic, FLOP, with a decimal prefix. For a rate use formatRate with "FLOP/s".
 *
 * @example formatFlops(141e9) // "141 GFLOP"
 */
export function formatFlops(flops: number): string {
  return formatRate(flops, "FLOP");
}

/**
 * Dollars: cents only where there are any, whole dollars from 100,000 on, three digits under a dollar.
 *
 * @example formatUsd(3448.5) // "$3,448.50"
 */
export function formatUsd(usd: number): string {
  const text = withoutSign(Math.abs(usd));
  if (text === "—" || text === "∞") return usd < 0 ? `−${text}` : text;
  return usd < 0 && /[1-9]/.test(text) ? `−$${text}` : `$${text}`;
}

function withoutSign(usd: number): string {
  if (usd >= 1e5) return fixed(usd, 0);
  if (usd >= 0.995 || usd === 0 || !Number.isFinite(usd)) return fixed(usd, 2).replace(/\.00$/, "");
  const text = significant(usd);
  return text.length < 4 ? fixed(usd, 2) : text;
}

/**
 * A count with commas; three digits where it is not whole.
 *
 * @example formatCount(33000) // "33,000"
 */
export function formatCount(value: number): string {
  return Number.isInteger(value) ? fixed(value, 0) : significant(value);
}

/**
 * A share in [0, 1] as percent, three digits.
 *
 * @example formatPercent(0.685) // "68.5 %"
 */
export function formatPercent(fraction: number): string {
  return withUnit(significant(fraction * 100), "%");
}

/**
 * How many times one amount is another, three digits.
 *
 * @example formatRatio(7.344) // "7.34×"
 */
export function formatRatio(ratio: number): string {
  const text = significant(ratio);
  return text === "—" || text.endsWith("∞") ? text : `${text}×`;
}
