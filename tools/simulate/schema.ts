/** Checks of what people write down: each throws one sentence with the path and the value. */

/** Throws a sentence when a value is not what it must be. */
export type Check = (value: unknown, at: Place) => void;

/** Where a value stands: its path in its file. */
export interface Place {
  readonly path: string;
  readonly file: string;
}

export type Fields = Readonly<Record<string, Check>>;

interface Optional extends Check {
  readonly isOptional: true;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value in a sentence, cut where it is long. */
function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

export function expected(what: string, isValid: (value: unknown) => boolean): Check {
  return (value, {path, file}) => {
    if (isValid(value)) return;
    const place = path === "" ? file : `${path} in ${file}`;
    throw new RangeError(`invalid ${place}: ${shown(value)}, expected ${what}`);
  };
}

export const whole = (least: number, most: number): Check =>
  expected(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most
  );

/** Numbers above, or from, a least one; up to, or below, a greatest one. */
export function number(
  {from, above, to, below}: {from?: number; above?: number; to?: number; below?: number},
  unit = ""
): Check {
  const low = above === undefined ? `from ${from ?? 0}` : `above ${above}`;
  const high = to === undefined ? (below === undefined ? "" : ` below ${below}`) : ` up to ${to}`;
  return expected(
    `a number${unit} ${low}${high}`,
    (value) =>
      typeof value === "number" &&
      Number.isFinite(value) &&
      (above === undefined ? value >= (from ?? 0) : value > above) &&
      (to === undefined || value <= to) &&
      (below === undefined || value < below)
  );
}

export function oneOf(names: readonly string[]): Check {
  return expected(
    `one of ${names.join(", ")}`,
    (value) => typeof value === "string" && names.includes(value)
  );
}

export const flag = expected("true or false", (value) => typeof value === "boolean");
export const text = expected("a name", (value) => typeof value === "string" && value !== "");

export const optional = (check: Check): Optional =>
  Object.assign((value: unknown, at: Place) => check(value, at), {isOptional: true as const});

export const orNull = (check: Check): Optional =>
  optional((value, at) => {
    if (value !== null) check(value, at);
  });

export const inside = ({path, file}: Place, name: string): Place => ({
  path: path === "" ? name : `${path}.${name}`,
  file
});

/** A record with these fields and no others. */
export function record(fields: Fields): Check {
  return (value, at) => {
    if (!isRecord(value)) expected("a record", () => false)(value, at);
    const found = value as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(found)) {
      if (Object.hasOwn(fields, name)) continue;
      const {path, file} = inside(at, name);
      const names = Object.keys(fields).join(", ");
      throw new Error(
        `unknown field in ${file}: ${path} = ${shown(found[name])}, expected ${names}`
      );
    }
    for (const [name, check] of Object.entries(fields)) {
      const place = inside(at, name);
      if (Object.hasOwn(found, name)) check(found[name], place);
      else if (!("isOptional" in check)) {
        throw new Error(`missing field in ${place.file}: ${place.path}`);
      }
    }
  };
}

/** A record whose other fields depend on its kind. */
export function kinds(byKind: Readonly<Record<string, Fields>>): Check {
  const kind = oneOf(Object.keys(byKind));
  const checks = Object.entries(byKind).map(
    ([name, fields]) => [name, record({kind, ...fields})] as const
  );
  return (value, at) => {
    if (!isRecord(value)) expected("a record", () => false)(value, at);
    const own = value as Readonly<Record<string, unknown>>;
    if (!Object.hasOwn(own, "kind")) {
      throw new Error(`missing field in ${at.file}: ${inside(at, "kind").path}`);
    }
    kind(own["kind"], inside(at, "kind"));
    checks.find(([name]) => name === own["kind"])![1](value, at);
  };
}
