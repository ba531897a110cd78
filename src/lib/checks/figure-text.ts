/** What the table of figures says in words and digits. */

import {formatPercent, formatRatio} from "../format.js";
import {significant} from "../format/digits.js";
import type {CheckedFigure} from "./figure.js";
import {exact} from "./records/record.js";

/**
 * A value with its unit, every digit of a whole number, six of another.
 *
 * @example valueText(671026419200, "parameters") // "671,026,419,200 parameters"
 */
export function valueText(value: number, unit: string): string {
  if (Number.isNaN(value)) return "—";
  const digits = Number.isInteger(value) ? exact(value) : significant(value, 6);
  return unit === "x" ? `${digits}×` : `${digits} ${unit}`.trimEnd();
}

/**
 * The published value as printed, with what it means where the words differ.
 *
 * @example publishedText({published: 160, unit: "KiB", asPrinted: "160kB"}) // "160kB, meaning 160 KiB"
 */
export function publishedText({
  published,
  unit,
  asPrinted
}: Pick<CheckedFigure, "published" | "unit" | "asPrinted">): string {
  const meant = valueText(published, unit);
  return asPrinted === null || asPrinted === meant ? meant : `${asPrinted}, meaning ${meant}`;
}

/**
 * Published value and the lab's own, where there is one; else what would give it.
 *
 * @example comparisonText({published: 3, unit: "GiB", asPrinted: null, ours: NaN, formula: "a · b"}) // "published 3 GiB, to be worked out as a · b"
 */
export function comparisonText(
  figure: Pick<CheckedFigure, "published" | "unit" | "asPrinted" | "ours" | "formula">
): string {
  const {ours, unit, formula} = figure;
  const answer = Number.isNaN(ours)
    ? `to be worked out as ${formula}`
    : `ours ${valueText(ours, unit)}`;
  return `published ${publishedText(figure)}, ${answer}`;
}

/**
 * How far the lab is from the publication, in the unit of the figure.
 *
 * @example differenceText({difference: -0.025}) // "−0.025"
 */
export function differenceText({difference}: Pick<CheckedFigure, "difference">): string {
  if (Number.isNaN(difference)) return "—";
  if (difference === 0) return "none";
  return `${difference > 0 ? "+" : ""}${significant(difference)}`;
}

/**
 * The difference as a share of the publication, and what counts as the same.
 *
 * @example shareText({difference: -0.025, published: 83.9, allowed: 0.0839}) // "−0.0298 %; within ± 0.0839"
 */
export function shareText(
  figure: Pick<CheckedFigure, "difference" | "published" | "allowed">
): string {
  const {difference, published} = figure;
  const within = `within ${allowedText(figure)}`;
  if (figure.allowed === 0) return difference === 0 ? "exact" : "must be exact";
  if (difference === 0 || published === 0 || Number.isNaN(difference)) return within;
  const sign = difference > 0 ? "+" : "";
  return `${sign}${formatPercent(difference / Math.abs(published))}; ${within}`;
}

/**
 * What counts as the same: nothing but the number itself, or a distance.
 *
 * @example allowedText({allowed: 0.005}) // "± 0.005"
 */
export function allowedText({allowed}: Pick<CheckedFigure, "allowed">): string {
  return allowed === 0 ? "exact" : `± ${significant(allowed)}`;
}

/**
 * How a wrong figure stands to the right one.
 *
 * @example offText(0.5) // "2× too little"
 */
export function offText(ratio: number): string {
  if (Number.isNaN(ratio)) return "—";
  if (ratio === 1) return "no difference here";
  if (ratio === 0) return "nothing left";
  return ratio > 1 ? `${formatRatio(ratio)} too much` : `${formatRatio(1 / ratio)} too little`;
}
