/** Pixels of a character of a chart's bold text, on the wide side. */
const CHARACTER = 7.4;
const GAP = 10;

/** Pixels that the longest of some texts takes beside a mark, and at least so many. */
export function textRoom(texts: readonly string[], min: number): number {
  const longest = Math.max(0, ...texts.map((text) => text.length));
  return Math.max(min, Math.ceil(GAP + CHARACTER * longest));
}
