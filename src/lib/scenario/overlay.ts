/** One chart of several scenarios, made of the tables behind their charts. */

/** A table behind a chart: its columns in order, its rows as they are. */
export interface ScenarioTable {
  readonly columns: readonly {
    readonly key: string;
    readonly label: string;
    readonly unit: string;
  }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface OverlayPoint {
  /** Index of the scenario */
  readonly scenario: number;
  /** Text columns of the row, joined */
  readonly name: string;
  /** NaN for bars */
  readonly x: number;
  readonly y: number;
}

export interface Overlay {
  readonly kind: "lines" | "bars";
  readonly points: readonly OverlayPoint[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isXLog: boolean;
  readonly isYLog: boolean;
}

/**
 * The tables of one chart in all scenarios as one: lines where rows of a name differ in their first
 * number, bars where there is one row to a name. Null where no column is a number everywhere.
 *
 * @example overlayOf([{columns: [{key: "a", label: "A", unit: ""}], rows: [{a: "x"}]}]) // null
 */
export function overlayOf(tables: readonly ScenarioTable[]): Overlay | null {
  const columns = tables.find(({rows}) => rows.length > 0)?.columns ?? [];
  const isNumber = (key: string) =>
    tables.every(({rows}) => rows.every((row) => typeof (row[key] ?? 0) === "number"));
  const numbers = columns.filter(({key}) => isNumber(key));
  const words = columns.filter(({key}) => !isNumber(key));
  const last = numbers.at(-1);
  if (!last) return null;
  const name = (row: Readonly<Record<string, unknown>>) =>
    words.map(({key}) => String(row[key] ?? "")).join(", ");
  const first = numbers[0];
  const isLine = first !== undefined && first !== last && tables.some((t) => hasRuns(t, name));
  const points = tables.flatMap(({rows}, scenario) =>
    rows.map((row) => ({
      scenario,
      name: name(row),
      x: isLine ? Number(row[first.key] ?? NaN) : NaN,
      y: Number(row[last.key] ?? NaN)
    }))
  );
  return {
    kind: isLine ? "lines" : "bars",
    points,
    xLabel: isLine ? labelOf(first) : "",
    yLabel: labelOf(last),
    isXLog: isLine && isWide(points.map(({x}) => x)),
    isYLog: isWide(points.map(({y}) => y))
  };
}

function labelOf({label, unit}: ScenarioTable["columns"][number]): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** Whether a name has more than two rows. */
function hasRuns(
  {rows}: ScenarioTable,
  name: (row: Readonly<Record<string, unknown>>) => string
): boolean {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(name(row), (counts.get(name(row)) ?? 0) + 1);
  return [...counts.values()].some((n) => n > 2);
}

/** Whether positive numbers span so much that only a log axis shows them all. */
function isWide(values: readonly number[]): boolean {
  const finite = values.filter((value) => Number.isFinite(value));
  const low = Math.min(...finite);
  return low > 0 && Math.max(...finite) / low > 300;
}
