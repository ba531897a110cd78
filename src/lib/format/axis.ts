/** Tick labels: short, never clipped, the same in every locale. The axis label carries the rest of the unit. */

import {fixed, significant, stepOf, type Step} from "./digits.js";

const BINARY: readonly Step[] = scaleOf(["B", "KiB", "MiB", "GiB", "TiB", "PiB"], 1024);
const DECIMAL: readonly Step[] = scaleOf(["B", "kB", "MB", "GB", "TB", "PB"], 1000);
const SHORT: readonly Step[] = scaleOf(["", "k", "M", "G", "T", "P", "E"], 1000);
const MONEY: readonly Step[] = scaleOf(["", "k", "M", "B"], 1000);
const SECONDS: readonly Step[] = [
  {unit: "ns", size: 1e-9},
  {unit: "µs", size: 1e-6},
  {unit: "ms", size: 1e-3},
  {unit: "s", size: 1},
  {unit: "h", size: 3600}
];

function scaleOf(units: readonly string[], base: number): Step[] {
  return units.map((unit, i) => ({unit, size: base ** i}));
}

/**
 * Tick label of bytes in binary units.
 *
 * @example axisGib(17179869184) // "16 GiB"
 */
export function axisGib(bytes: number): string {
  const {unit, size} = stepOf(bytes, BINARY);
  return bytes === 0 ? "0" : `${significant(bytes / size)} ${unit}`;
}

/**
 * Tick label of bytes in decimal units.
 *
 * @example axisGb(140e9) // "140 GB"
 */
export function axisGb(bytes: number): string {
  const {unit, size} = stepOf(bytes, DECIMAL);
  return bytes === 0 ? "0" : `${significant(bytes / size)} ${unit}`;
}

/**
 * Tick label of tokens: whole multiples of 1,024 as K and M (128K is 131,072), others in full.
 *
 * @example axisTokens(131072) // "128K"
 */
export function axisTokens(tokens: number): string {
  if (tokens >= 1048576 && tokens % 1048576 === 0) return `${tokens / 1048576}M`;
  if (tokens >= 1024 && tokens % 1024 === 0) return `${fixed(tokens / 1024, 0)}K`;
  return significant(tokens);
}

/**
 * Tick label of seconds in ns, µs, ms, s or h.
 *
 * @example axisSeconds(0.02) // "20 ms"
 */
export function axisSeconds(seconds: number): string {
  const {unit, size} = stepOf(seconds, SECONDS);
  return seconds === 0 ? "0" : `${significant(seconds / size)} ${unit}`;
}

/**
 * Tick label of a plain number with decimal prefixes: 1k, 10M.
 *
 * @example axisCount(20000) // "20k"
 */
export function axisCount(value: number): string {
  const {unit, size} = stepOf(value, SHORT);
  return significant(value / size) + unit;
}

/**
 * Tick label of dollars.
 *
 * @example axisUsd(38000) // "$38k"
 */
export function axisUsd(usd: number): string {
  const {unit, size} = stepOf(usd, MONEY);
  return `${usd < 0 ? "−" : ""}$${significant(Math.abs(usd) / size)}${unit}`;
}

/**
 * Tick label of a share in [0, 1].
 *
 * @example axisPercent(0.95) // "95 %"
 */
export function axisPercent(fraction: number): string {
  return `${significant(fraction * 100)} %`;
}
