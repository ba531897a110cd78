/** Numbers in the figures that pages print, so that two of them can be put in proportion. */

const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
  ns: 1e-9,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  min: 60,
  h: 3600,
  days: 86400,
  "%": 0.01,
  K: 1e3,
  k: 1e3,
  M: 1e6,
  T: 1e12
};

/**
 * The number that a printed figure stands for, in base units; NaN when it holds none, as in "never".
 * A unit that is not one of size, time or share counts as 1: what is compared has the same one.
 *
 * @example figureNumber("16.00", "GiB") // 17179869184
 */
export function figureNumber(text: string, unit = ""): number {
  const match = /^[^\d-]*(-?[\d,]*\.?\d+)\s*([^\d\s,.]*)/.exec(text.trim());
  const value = Number(match?.[1]?.replaceAll(",", "") ?? NaN);
  const suffix = match?.[2] ?? "";
  const word = unit.trim().split(/[\s/]/)[0] ?? "";
  return value * (units[suffix] ?? units[word] ?? 1);
}
