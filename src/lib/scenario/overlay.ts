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
  const {words, numbers} = columnsOf(tables);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (!first || !last) return null;
  const name: Naming = (row) => words.map(({key}) => String(row[key] ?? "")).join(", ");
  const isLine = first !== last && tables.some((table) => hasRuns(table, name));
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

type Column = ScenarioTable["columns"][number];
type Naming = (row: Readonly<Record<string, unknown>>) => string;

/** Columns that hold a number in every row that has them, and the others. */
function columnsOf(tables: readonly ScenarioTable[]): {words: Column[]; numbers: Column[]} {
  const columns = tables.find(({rows}) => rows.length > 0)?.columns ?? [];
  const isNumber = ({key}: Column) =>
    tables.every(({rows}) => rows.every((row) => typeof (row[key] ?? 0) === "number"));
  return {
    words: columns.filter((column) => !isNumber(column)),
    numbers: columns.filter(isNumber)
  };
}

function labelOf({label, unit}: Column): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** Whether a name has more than two rows. */
function hasRuns({rows}: ScenarioTable, name: Naming): boolean {
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
