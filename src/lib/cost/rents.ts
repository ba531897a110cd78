import {formatCount, formatUsd} from "../format.js";
import type {GpuRental} from "./price-file.js";

/**
 * What a card rents for in the lab's lists, as a sentence; empty when it is in none.
 *
 * Lists differ in commitment, date and machine: the range says how much the price is worth a look.
 *
 * @example rentSentence([{gpu: "x", usdPerHour: 2, asOf: "2026-04-27"}, {gpu: "x", usdPerHour: 4, asOf: null}], "x") // "Lists ask $2 to $4 an hour for this card (2 rows, 1 without a date)."
 */
export function rentSentence(
  rentals: readonly Pick<GpuRental, "gpu" | "usdPerHour" | "asOf">[],
  gpu: string
): string {
  const rows = rentals.filter((row) => row.gpu === gpu);
  if (rows.length === 0) return "";
  const prices = rows.map(({usdPerHour}) => usdPerHour);
  const [low, high] = [Math.min(...prices), Math.max(...prices)].map(formatUsd);
  const undated = rows.filter(({asOf}) => asOf === null).length;
  const range = low === high ? `${low}` : `${low} to ${high}`;
  const dates = undated > 0 ? `, ${formatCount(undated)} without a date` : "";
  const count = rows.length === 1 ? "1 row" : `${formatCount(rows.length)} rows`;
  return `Lists ask ${range} an hour for this card (${count}${dates}).`;
}
