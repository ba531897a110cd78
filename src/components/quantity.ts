import {formatBytes, formatCount, formatSeconds, formatUsd} from "../lib/format.js";

/** How a number is written in a box, and what K, M and a bare number mean there. */
export type QuantityStyle =
  "tokens" | "count" | "rate" | "percent" | "bytes" | "seconds" | "usd" | "plain";

const DECIMAL: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  b: 1e9,
  g: 1e9,
  t: 1e12,
  万: 1e4,
  亿: 1e8
};
const BINARY: Readonly<Record<string, number>> = {k: 1024, m: 1024 ** 2, g: 1024 ** 3};
const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4
};
const SECONDS: Readonly<Record<string, number>> = {us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1};

const SUFFIXES: Readonly<Record<QuantityStyle, Readonly<Record<string, number>>>> = {
  tokens: BINARY,
  count: DECIMAL,
  rate: DECIMAL,
  percent: {},
  bytes: BYTES,
  seconds: SECONDS,
  usd: DECIMAL,
  plain: DECIMAL
};

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/;

/**
 * The number that a reader typed, in base units: 128K, 1/100, 70%, 1M, 2 GiB, 40 ms, $2.40.
 * K is 1,024 for context lengths and 1,000 elsewhere. A bare number over 1 in a percent box is a
 * percentage. NaN when the text is not a number of this style.
 *
 * @example parseQuantity("128K", "tokens") // 131072
 */
export function parseQuantity(text: string, style: QuantityStyle = "plain"): number {
  const [over, under, ...rest] = normalise(text).split("/");
  if (rest.length > 0) return NaN;
  const value = parseOne(over ?? "", style);
  return under === undefined ? value : value / parseOne(under, style);
}

function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .trim()
    .replace(/^\$/, "")
    .replace(/\s+|_/g, "")
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replace(/^\u2212/, "-")
    .replace(/^1in(?=\d)/, "1/")
    .replace(/(tokens?|readers?|cards?)$/i, "")
    .replace(/μ/g, "µ");
}

function parseOne(text: string, style: QuantityStyle): number {
  const digits = NUMBER.exec(text)?.[0] ?? "";
  const suffix = text.slice(digits.length).toLowerCase();
  const value = digits === "" ? NaN : Number(digits);
  if (suffix === "") return style === "percent" && value > 1 ? value / 100 : value;
  if (suffix === "%") return value / 100;
  const factors = SUFFIXES[style];
  return Object.hasOwn(factors, suffix) ? value * (factors[suffix] ?? NaN) : NaN;
}

/** A number as its box shows it. @example formatQuantity(131072, "tokens") // "128K" */
export function formatQuantity(value: number, style: QuantityStyle = "plain"): string {
  switch (style) {
    case "tokens":
      return formatContext(value);
    case "rate":
      return formatOneIn(value);
    case "percent":
      return `${digits(value * 100)}%`;
    case "bytes":
      return formatBytes(value);
    case "seconds":
      return formatSeconds(value);
    case "usd":
      return formatUsd(value);
    case "count":
      return formatCount(value);
    default:
      return digits(value);
  }
}

function formatContext(tokens: number): string {
  if (tokens >= 1024 ** 2 && tokens % 1024 ** 2 === 0) return `${tokens / 1024 ** 2}M`;
  if (tokens >= 1024 && tokens % 1024 === 0) return `${tokens / 1024}K`;
  return formatCount(tokens);
}

/** Small shares as one in so many. */
function formatOneIn(value: number): string {
  const n = 1 / value;
  const isWhole = Math.abs(n - Math.round(n)) < 1e-6 * n;
  if (value > 0 && value <= 0.5 && isWhole) return `1/${Math.round(n)}`;
  return `${digits(value * 100)}%`;
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
