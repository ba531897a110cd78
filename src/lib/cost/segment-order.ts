import type {PromptOptions, Segment, Sharing} from "./segments.js";
import {promptHits} from "./segments.js";

/**
 * Segments with one of them moved by a number of places; the ends stop it.
 *
 * @example moveSegment(["a", "b", "c"], {index: 2, by: -1}) // ["a", "c", "b"]
 */
export function moveSegment<T>(
  segments: readonly T[],
  {index, by}: {readonly index: number; readonly by: number}
): T[] {
  const moved = segments[index];
  if (moved === undefined) return [...segments];
  const rest = segments.filter((_, i) => i !== index);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, index + by)), 0, moved);
}

/**
 * The order of the same segments that hits most: widest shared first, and of template and user the
 * one whose lead gives more.
 *
 * @example bestOrder([{name: "ask", tokens: 9, sharedBy: "nobody"}, {name: "rules", tokens: 9, sharedBy: "everyone"}], {lifetimeSeconds: 300, rates: {everyone: 1, template: 0, user: 0}}).map((s) => s.name) // ["rules", "ask"]
 */
export function bestOrder(segments: readonly Segment[], options: PromptOptions): Segment[] {
  const sorted = (order: readonly Sharing[]) =>
    segments.toSorted((a, b) => order.indexOf(a.sharedBy) - order.indexOf(b.sharedBy));
  const templateFirst = sorted(["everyone", "template", "user", "nobody"]);
  const userFirst = sorted(["everyone", "user", "template", "nobody"]);
  const hits = (order: readonly Segment[]) => promptHits(order, options).hitTokens;
  return hits(userFirst) > hits(templateFirst) ? userFirst : templateFirst;
}

const letters = {e: "everyone", t: "template", u: "user", n: "nobody"} as const;

/**
 * Segments as one line of text, as the address carries it.
 *
 * @example segmentsText([{name: "rules", tokens: 2048, sharedBy: "everyone"}]) // "rules:2048:e"
 */
export function segmentsText(segments: readonly Segment[]): string {
  return segments.map((s) => `${s.name}:${s.tokens}:${s.sharedBy[0]}`).join("|");
}

/**
 * Segments read back from `segmentsText`.
 *
 * @throws RangeError naming the piece that cannot be read: 1 to 12 pieces, name:tokens:letter each
 * @example parseSegments("rules:2048:e|ask:500:n")[1] // {name: "ask", tokens: 500, sharedBy: "nobody"}
 */
export function parseSegments(text: string): Segment[] {
  const pieces = text.split("|");
  if (pieces.length > 12) throw new RangeError(`too many segments: ${pieces.length}`);
  return pieces.map((piece) => {
    const [, name, digits, letter] = /^([^:|]{1,40}):(\d{1,7}):([etun])$/.exec(piece) ?? [];
    if (name === undefined || digits === undefined)
      throw new RangeError(`invalid segment: ${piece}`);
    return {name, tokens: Number(digits), sharedBy: letters[letter as keyof typeof letters]};
  });
}
