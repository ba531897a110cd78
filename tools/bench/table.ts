/** Tables of measurements, each with its target and whether it is met. */

export interface Measurement {
  what: string;
  value: number;
  unit: string;
  /** Largest value that meets the target, or smallest with `atLeast`; without one it is only shown. */
  target?: number;
  atLeast?: boolean;
  /** What the value was measured beside, or how it spreads. */
  note?: string;
}

/** Three significant digits, without exponent. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "none";
  return Math.abs(value) >= 100 ? Math.round(value).toString() : String(+value.toPrecision(3));
}

function verdict({value, target, atLeast = false}: Measurement): string {
  if (target === undefined) return "";
  const met = atLeast ? value >= target : value <= target;
  return met ? "met" : "NOT MET";
}

function row(measurement: Measurement): string[] {
  const {what, value, unit, target, atLeast = false, note = ""} = measurement;
  const goal = target === undefined ? "" : `${atLeast ? ">=" : "<="} ${digits(target)} ${unit}`;
  return [what, `${digits(value)} ${unit}`, goal, verdict(measurement), note];
}

/** Prints a table whose columns line up. */
export function printTable(title: string, measurements: readonly Measurement[]): void {
  const rows = [["", "measured", "target", "", ""], ...measurements.map(row)];
  const widths =
    rows[0]?.map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0))) ?? [];
  console.log(`\n${title}`);
  for (const cells of rows) {
    const line = cells.map((cell, i) =>
      i === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)
    );
    console.log(`  ${line.join("  ").trimEnd()}`);
  }
}

/** The value below which a fraction of the values lies. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(fraction * sorted.length) - 1)] ?? NaN;
}
