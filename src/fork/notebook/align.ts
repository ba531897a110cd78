import {fenceOf} from "./fence.js";

/** Index pairs of a longest common subsequence of two lists. */
export function commonPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) ++start;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    ++end;
  const inner = longest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [
    ...Array.from({length: start}, (_, i): [number, number] => [i, i]),
    ...inner.map(([i, j]): [number, number] => [i + start, j + start]),
    ...Array.from({length: end}, (_, i): [number, number] => [
      a.length - end + i,
      b.length - end + i
    ])
  ];
}

function longest(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; --i)
    for (let j = b.length - 1; j >= 0; --j)
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  return pairs;
}

/**
 * Which cell of one version is which of another: equal ones, then those that are much alike, then
 * those that stand alone in the same gap and are of one language: rewritten, but in its place.
 */
export function matchCells(a: readonly string[], b: readonly string[]): Map<number, number> {
  const [left, right] = [a.map(trimmed), b.map(trimmed)];
  const matches = new Map(commonPairs(left, right));
  const like = (i: number, j: number) => similarity(left[i] ?? "", right[j] ?? "");
  pairUp(left, right, {matches, isLike: (i, j) => (left[i] === right[j] ? 1 : 0)});
  const isSameGap = gaps(matches);
  const near = (i: number, j: number) => (isSameGap(i, j) && like(i, j) > 0.3 ? like(i, j) : 0);
  pairUp(left, right, {matches, isLike: near});
  pairUp(left, right, {matches, isLike: (i, j) => (like(i, j) > 0.6 ? like(i, j) : 0)});
  pairUp(left, right, {matches, isLike: rewritten(left, right, {matches, isSameGap})});
  return matches;
}

/** Whether two cells stand between the same cells that both versions have. */
function gaps(matches: ReadonlyMap<number, number>): (i: number, j: number) => boolean {
  const anchors = [...matches];
  return (i, j) =>
    anchors.filter(([from]) => from < i).length === anchors.filter(([, to]) => to < j).length;
}

interface Gaps {
  readonly matches: ReadonlyMap<number, number>;
  readonly isSameGap: (i: number, j: number) => boolean;
}

/** 1 for a pair of one language that has its gap for itself. */
function rewritten(
  a: readonly string[],
  b: readonly string[],
  {matches, isSameGap}: Gaps
): Pairing["isLike"] {
  const taken = new Set(matches.values());
  const free = [...a.keys()].filter((i) => !matches.has(i));
  const others = [...b.keys()].filter((j) => !taken.has(j));
  const partners = free.map((i) => others.filter((j) => isSameGap(i, j)));
  return (i, j) => {
    const rivals = free.filter((other) => isSameGap(other, j));
    const isPair = rivals.length === 1 && partners[free.indexOf(i)]?.join() === String(j);
    return isPair && fenceOf(a[i] ?? "")?.tag === fenceOf(b[j] ?? "")?.tag ? 1 : 0;
  };
}

function trimmed(text: string): string {
  return text.trim();
}

interface Pairing {
  readonly matches: Map<number, number>;
  /** How alike two unmatched cells are; 0 keeps them apart */
  readonly isLike: (i: number, j: number) => number;
}

/** Adds the best pairs among cells without a match, the most alike first. */
function pairUp(a: readonly string[], b: readonly string[], {matches, isLike}: Pairing): void {
  const taken = new Set(matches.values());
  const free = [...a.keys()].filter((i) => !matches.has(i));
  const others = [...b.keys()].filter((j) => !taken.has(j));
  const scored = free
    .flatMap((i) => others.map((j) => ({i, j, score: isLike(i, j)})))
    .filter(({score}) => score > 0)
    .sort((x, y) => y.score - x.score || x.i - y.i || x.j - y.j);
  for (const {i, j} of scored) {
    if (matches.has(i) || taken.has(j)) continue;
    matches.set(i, j);
    taken.add(j);
  }
}

/** Share of words and signs that two cells of one language have in common, 0 to 1; half when one is off. */
export function similarity(a: string, b: string): number {
  const [one, other] = [fenceOf(a), fenceOf(b)];
  if (one?.tag !== other?.tag) return 0;
  return shareInCommon(a, b) * (one?.isOff === other?.isOff ? 1 : 0.5);
}

function shareInCommon(a: string, b: string): number {
  const [left, right] = [wordCounts(a), wordCounts(b)];
  let shared = 0;
  let total = 0;
  for (const [word, n] of left) {
    shared += Math.min(n, right.get(word) ?? 0);
    total += n;
  }
  for (const n of right.values()) total += n;
  return total === 0 ? 1 : (2 * shared) / total;
}

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const body = fenceOf(text)?.code ?? text;
  for (const [word] of body.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
