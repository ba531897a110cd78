/** One chart of several scenarios, made of the tables behind their charts. */

/** What a column is in the chart: part of the name of a line or bar, to the right, or up. */
export type ScenarioRole = "name" | "x" | "y";

export interface ScenarioColumn {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly role?: ScenarioRole | undefined;
  /** Text of a value on an axis */
  readonly format?: ((value: number) => string) | undefined;
}

/** A table behind a chart: its columns in order, its rows as they are. */
export interface ScenarioTable {
  readonly columns: readonly ScenarioColumn[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface OverlayPoint {
  /** Index of the scenario */
  readonly scenario: number;
  /** Columns that name the row, joined */
  readonly name: string;
  /** NaN for bars */
  readonly x: number;
  readonly y: number;
}

export interface Overlay {
  readonly points: readonly OverlayPoint[];
  /** null for bars */
  readonly x: ScenarioColumn | null;
  readonly y: ScenarioColumn;
  readonly isXLog: boolean;
  readonly isYLog: boolean;
}

/**
 * The tables of one chart in all scenarios as one. Columns take the place that their role says;
 * without roles, lines where rows of a name differ in their first number, bars where there is one
 * row to a name, and the last number goes up. Null where no column is a number everywhere.
 *
 * @example overlayOf([{columns: [{key: "a", label: "A", unit: ""}], rows: [{a: "x"}]}]) // null
 */
export function overlayOf(tables: readonly ScenarioTable[]): Overlay | null {
  const {names, x, y} = placesOf(tables);
  if (!y) return null;
  const points = tables.flatMap(({rows}, scenario) =>
    rows.map((row) => ({
      scenario,
      name: nameOf(row, names),
      x: x ? Number(row[x.key] ?? NaN) : NaN,
      y: Number(row[y.key] ?? NaN)
    }))
  );
  return {
    points,
    x,
    y,
    isXLog: x !== null && isWide(points.map((point) => point.x)),
    isYLog: isWide(points.map((point) => point.y))
  };
}

type Row = ScenarioTable["rows"][number];

interface Places {
  readonly names: readonly ScenarioColumn[];
  readonly x: ScenarioColumn | null;
  readonly y: ScenarioColumn | undefined;
}

function placesOf(tables: readonly ScenarioTable[]): Places {
  const columns = tables.find(({rows}) => rows.length > 0)?.columns ?? [];
  const inRole = (wanted: ScenarioRole) => columns.filter(({role}) => role === wanted);
  const [y] = inRole("y");
  if (y) return {names: inRole("name"), x: inRole("x")[0] ?? null, y};
  const isNumber = ({key}: ScenarioColumn) =>
    tables.every(({rows}) => rows.every((row) => typeof (row[key] ?? 0) === "number"));
  const names = columns.filter((column) => !isNumber(column));
  const numbers = columns.filter(isNumber);
  const [first, last] = [numbers[0], numbers.at(-1)];
  const isLine = first !== last && tables.some((table) => hasRuns(table, names));
  return {names, x: isLine ? (first ?? null) : null, y: last};
}

function nameOf(row: Row, names: readonly ScenarioColumn[]): string {
  return names
    .map(({key, format}) => format?.(row[key] as never) ?? String(row[key] ?? ""))
    .join(", ");
}

/** Whether a name has more than two rows. */
function hasRuns({rows}: ScenarioTable, names: readonly ScenarioColumn[]): boolean {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row, names);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts.values()].some((n) => n > 2);
}

/** Whether positive numbers span so much that only a log axis shows them all. */
function isWide(values: readonly number[]): boolean {
  const finite = values.filter((value) => Number.isFinite(value));
  const low = Math.min(...finite);
  return low > 0 && Math.max(...finite) / low > 300;
}
