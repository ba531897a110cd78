/**
 * Digits as text, the same in every locale: comma for groups, point for decimals, a true minus sign.
 * Everything the lab prints goes through these functions.
 */

/**
 * A number with a fixed count of decimals and commas between groups of three digits.
 *
 * @see https://www.bipm.org/en/publications/si-brochure 5.4.4, grouping of digits (commas are this lab's choice)
 * @example fixed(38481, 0) // "38,481"
 */
export function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "—";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const [whole = "", fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.length > 21 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/**
 * Text without the zeros that end its decimals.
 *
 * @example trimmed("4.50") // "4.5"
 */
export function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * A number to a count of significant digits, whole digits never dropped, ending zeros dropped.
 *
 * @example significant(1676.4, 3) // "1,676"
 */
export function significant(value: number, digits = 3): string {
  if (!Number.isFinite(value) || value === 0) return fixed(value, 0);
  const rounded = Number(value.toPrecision(digits));
  const exponent = Math.floor(Math.log10(Math.abs(rounded)));
  const decimals = Math.min(100, Math.max(0, digits - 1 - exponent));
  return trimmed(fixed(exponent >= digits ? value : rounded, decimals));
}

/** A unit on its scale: the word and how many base units it holds. */
export interface Step {
  readonly unit: string;
  /** Base units in one of this unit */
  readonly size: number;
}

/**
 * The largest unit of a rising scale that a value reaches once rounded to three digits, else the first.
 *
 * @example stepOf(999.9, [{unit: "B", size: 1}, {unit: "kB", size: 1000}]).unit // "kB"
 */
export function stepOf(value: number, scale: readonly Step[]): Step {
  const magnitude = Number.isFinite(value) ? Math.abs(value) : 0;
  const reached = scale.filter(({size}) => Number((magnitude / size).toPrecision(3)) >= 1);
  return reached.at(-1) ?? scale[0] ?? {unit: "", size: 1};
}
