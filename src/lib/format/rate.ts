import {fixed, significant, stepOf, type Step} from "./digits.js";

/** Units that take a decimal prefix; the others (tokens/s, requests/s) are grouped instead. */
const PREFIXED = new Set(["FLOP", "FLOP/s", "B", "B/s", "W"]);

const PREFIXES: readonly Step[] = [
  {unit: "", size: 1},
  {unit: "k", size: 1e3},
  {unit: "M", size: 1e6},
  {unit: "G", size: 1e9},
  {unit: "T", size: 1e12},
  {unit: "P", size: 1e15},
  {unit: "E", size: 1e18}
];

/**
 * A rate or count with its unit, to three digits: a decimal prefix for bytes and FLOPs, groups otherwise.
 *
 * @see https://www.bipm.org/en/measurement-units/si-prefixes
 * @example formatRate(3.35e12, "B/s") // "3.35 TB/s"
 */
export function formatRate(value: number, unit: string): string {
  if (!PREFIXED.has(unit)) return withUnit(significant(value), unit);
  const {unit: prefix, size} = stepOf(value, PREFIXES);
  return withUnit(significant(value / size), prefix + unit);
}

/**
 * Bytes in GiB (2^30) with fixed decimals.
 *
 * @see https://physics.nist.gov/cuu/Units/binary.html
 * @example formatGib(17179869184) // "16.00 GiB"
 */
export function formatGib(bytes: number, decimals = 2): string {
  return withUnit(fixed(bytes / 2 ** 30, decimals), "GiB");
}

/**
 * Bytes in GB (10^9) with fixed decimals.
 *
 * @see https://physics.nist.gov/cuu/Units/binary.html
 * @example formatGb(16060522496) // "16.06 GB"
 */
export function formatGb(bytes: number, decimals = 2): string {
  return withUnit(fixed(bytes / 1e9, decimals), "GB");
}

/**
 * A number's text and its unit with a space between; a missing or endless number stands alone.
 *
 * @example withUnit("23.7", "tokens/s") // "23.7 tokens/s"
 */
export function withUnit(text: string, unit: string): string {
  return text === "—" || text.endsWith("∞") || unit === "" ? text : `${text} ${unit}`;
}
