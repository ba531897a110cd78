/** Sentences of the page continuous-batching. */

import {formatCount, formatPercent, formatRate, formatRatio, formatSeconds} from "../format.js";
import type {BatchingRun, SpreadPoint} from "./batching-study.js";
import type {ChunkPicture} from "./chunk-picture.js";
import type {PrefixPoint, RatePoint, WatermarkPoint} from "./curves.js";
import type {SlotPicture} from "./slot-picture.js";
import type {Split, SplitPoint} from "./split.js";

/**
 * The live answer: the same requests on the same card, by both schedulers.
 *
 * @example batchingAnswer({gain: 2, still: {outputTokensPerSecond: 1000}, going: {outputTokensPerSecond: 2000}}).text // "Same requests, same card: 1,000 tokens/s in static batches, 2,000 tokens/s when finished readers leave at once."
 */
export function batchingAnswer({
  gain,
  still,
  going
}: {
  readonly gain: number;
  readonly still: Pick<BatchingRun["still"], "outputTokensPerSecond">;
  readonly going: Pick<BatchingRun["going"], "outputTokensPerSecond">;
}): {readonly value: number; readonly text: string} {
  const rate = (perSecond: number) => formatRate(perSecond, "tokens/s");
  return {
    value: gain,
    text: `Same requests, same card: ${rate(still.outputTokensPerSecond)} in static batches, ${rate(going.outputTokensPerSecond)} when finished readers leave at once.`
  };
}

/**
 * How long the places are taken, and how much of that time nobody is in them, for both schedulers.
 *
 * @example slotSentence([{batching: "static", endSeconds: 20, idleFraction: 0.55}, {batching: "continuous", endSeconds: 12, idleFraction: 0.25}]) // "Static batches need 20 s and leave the places empty for 55 % of them; continuous ones need 12 s, 25 % empty."
 */
export function slotSentence(
  pictures: readonly Pick<SlotPicture, "batching" | "endSeconds" | "idleFraction">[]
): string {
  const [still, going] = (["static", "continuous"] as const).map((name) =>
    pictures.find(({batching}) => batching === name)
  );
  if (!still || !going) return "";
  return `Static batches need ${formatSeconds(still.endSeconds)} and leave the places empty for ${formatPercent(still.idleFraction)} of them; continuous ones need ${formatSeconds(going.endSeconds)}, ${formatPercent(going.idleFraction)} empty.`;
}

/**
 * Between which spreads of answers the gain is 2 to 4 times.
 *
 * @example spreadSentence([{cv: 0, gain: 1}, {cv: 0.5, gain: 2.1}, {cv: 1, gain: 3.4}, {cv: 2, gain: 4.8}]) // "Equal answers gain nothing (1×). The gain is 2 to 4 times for spreads from 0.5 to 1, and 4.8× at 2."
 */
export function spreadSentence(points: readonly Pick<SpreadPoint, "cv" | "gain">[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const within = points.filter(({gain}) => gain >= 2 && gain <= 4);
  const range =
    within.length === 0
      ? "It is nowhere 2 to 4 times"
      : `The gain is 2 to 4 times for spreads from ${within[0]!.cv} to ${within.at(-1)!.cv}`;
  return `Equal answers gain nothing (${formatRatio(first.gain)}). ${range}, and ${formatRatio(last.gain)} at ${last.cv}.`;
}

/**
 * The highest rate at which nine in ten answers are in time, for both schedulers.
 *
 * @example rateSentence([{batching: "static", requestsPerSecond: 2, goodFraction: 0.95}, {batching: "continuous", requestsPerSecond: 8, goodFraction: 0.95}]) // "Nine in ten answers are in time up to 2 requests/s in static batches and 8 requests/s in continuous ones."
 */
export function rateSentence(
  points: readonly Pick<RatePoint, "batching" | "requestsPerSecond" | "goodFraction">[]
): string {
  const most = (batching: RatePoint["batching"]) => {
    const good = points.filter((point) => point.batching === batching && point.goodFraction >= 0.9);
    return Math.max(0, ...good.map(({requestsPerSecond}) => requestsPerSecond));
  };
  const [still, going] = [most("static"), most("continuous")];
  if (going === 0) return "At none of these rates are nine in ten answers in time.";
  const upTo = formatRate(going, "requests/s");
  return still === 0
    ? `Nine in ten answers are in time up to ${upTo} in continuous batches, and at none of these rates in static ones.`
    : `Nine in ten answers are in time up to ${formatRate(still, "requests/s")} in static batches and ${upTo} in continuous ones.`;
}

/**
 * What a long prompt costs the readers, and itself, in both ways.
 *
 * @example chunkSentence([{isChunked: false, hasRoom: true, longestSeconds: 0.5, ttftSeconds: 0.5}, {isChunked: true, hasRoom: true, longestSeconds: 0.1, ttftSeconds: 0.7}]) // "Read whole, the prompt makes readers wait up to 500 ms for a token; in pieces 100 ms, and its own first token takes 700 ms instead of 500 ms."
 */
export function chunkSentence(
  pictures: readonly Pick<
    ChunkPicture,
    "isChunked" | "hasRoom" | "longestSeconds" | "ttftSeconds"
  >[]
): string {
  const [whole, pieces] = [false, true].map((way) => pictures.find((one) => one.isChunked === way));
  if (!whole || !pieces) return "";
  if (!whole.hasRoom || !pieces.hasRoom) {
    return "This memory does not hold the prompt beside its readers: take fewer or shorter ones, or another card.";
  }
  const stall = `Read whole, the prompt makes readers wait up to ${formatSeconds(whole.longestSeconds)} for a token`;
  if (pieces.ttftSeconds === Infinity) {
    return `${stall}; in pieces it gets no turn, as the readers alone fill each pass.`;
  }
  return `${stall}; in pieces ${formatSeconds(pieces.longestSeconds)}, and its own first token takes ${formatSeconds(pieces.ttftSeconds)} instead of ${formatSeconds(whole.ttftSeconds)}.`;
}

/**
 * The watermark with the highest throughput, beside none.
 *
 * @example watermarkSentence([{watermarkFraction: 0, preemptionsPerAnswer: 0.9, outputTokensPerSecond: 900}, {watermarkFraction: 0.1, preemptionsPerAnswer: 0.03, outputTokensPerSecond: 1000}]) // "Without a watermark requests are thrown out, and read again, 90 times in 100 answers. Throughput is highest at 10 %: 3 times in 100, 1,000 tokens/s."
 */
export function watermarkSentence(
  points: readonly Pick<
    WatermarkPoint,
    "watermarkFraction" | "preemptionsPerAnswer" | "outputTokensPerSecond"
  >[]
): string {
  const [none] = points;
  if (!none) return "";
  const best = points.reduce((a, b) => (b.outputTokensPerSecond > a.outputTokensPerSecond ? b : a));
  const times = (perAnswer: number) => formatCount(Number((100 * perAnswer).toPrecision(2)));
  return `Without a watermark requests are thrown out, and read again, ${times(none.preemptionsPerAnswer)} times in 100 answers. Throughput is highest at ${formatPercent(best.watermarkFraction)}: ${times(best.preemptionsPerAnswer)} times in 100, ${formatRate(best.outputTokensPerSecond, "tokens/s")}.`;
}

/**
 * Up to which rate nine in ten answers are in time, together and apart, on the same cards.
 *
 * @example splitSentence([{way: "together", requestsPerSecond: 20, goodFraction: 0.95}, {way: "apart", requestsPerSecond: 40, goodFraction: 0.95}], {nPrefill: 1, nDecode: 3}) // "Nine in ten answers are in time up to 20 requests/s when 4 replicas do both, and up to 40 requests/s when 1 reads and 3 write."
 */
export function splitSentence(
  points: readonly Pick<SplitPoint, "way" | "requestsPerSecond" | "goodFraction">[],
  {nPrefill, nDecode}: Pick<Split, "nPrefill" | "nDecode">
): string {
  const upTo = (way: SplitPoint["way"]) => {
    const good = points.filter((point) => point.way === way && point.goodFraction >= 0.9);
    const most = Math.max(0, ...good.map(({requestsPerSecond}) => requestsPerSecond));
    return most > 0 ? `up to ${formatRate(most, "requests/s")}` : "at none of these rates";
  };
  const reads = nPrefill === 1 ? "reads" : "read";
  const writes = nDecode === 1 ? "writes" : "write";
  return `Nine in ten answers are in time ${upTo("together")} when ${nPrefill + nDecode} replicas do both, and ${upTo("apart")} when ${nPrefill} ${reads} and ${nDecode} ${writes}.`;
}

/**
 * What a prefix cache does when all requests begin alike.
 *
 * @example prefixSentence([{sharedFraction: 1, order: "off", keepsUp: true, ttftP50Seconds: 0.4, hitFraction: 0}, {sharedFraction: 1, order: "fcfs", keepsUp: true, ttftP50Seconds: 0.1, hitFraction: 0.8}]) // "When all requests begin with one of a few common texts, 80 % of prompt tokens are found in memory, and the median first token comes after 100 ms instead of 400 ms."
 */
export function prefixSentence(
  points: readonly Pick<
    PrefixPoint,
    "sharedFraction" | "order" | "ttftP50Seconds" | "hitFraction" | "keepsUp"
  >[]
): string {
  const most = points.reduce((a, b) => Math.max(a, b.sharedFraction), 0);
  const at = (order: PrefixPoint["order"]) =>
    points.find((point) => point.order === order && point.sharedFraction === most);
  const [off, on] = [at("off"), at("fcfs")];
  if (!off || !on) return "";
  const found = `When all requests begin with one of a few common texts, ${formatPercent(on.hitFraction)} of prompt tokens are found in memory`;
  if (!on.keepsUp) return `${found}; with and without a cache more comes than is answered.`;
  const after = `${found}, and the median first token comes after ${formatSeconds(on.ttftP50Seconds)}`;
  return off.keepsUp
    ? `${after} instead of ${formatSeconds(off.ttftP50Seconds)}.`
    : `${after}; without a cache more comes than is answered.`;
}
