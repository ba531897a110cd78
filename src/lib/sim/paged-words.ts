/** Sentences of the page paged-attention. */

import {formatCount, formatPercent, formatRate, formatRatio} from "../format.js";
import type {AllocatorMoment, AllocatorSummary} from "./allocator-runs.js";
import type {BlockPoint} from "./block-points.js";
import type {AllocatorName} from "./allocator-study.js";

/** Names of the allocators as the page writes them. */
export const allocatorLabels: Readonly<Record<AllocatorName, string>> = {
  max: "longest length",
  pow2: "powers of two",
  oracle: "oracle",
  paged: "pages"
};

type Summaries = readonly AllocatorSummary[];

function of(runs: Summaries, name: AllocatorName): AllocatorSummary {
  const run = runs.find((one) => one.name === name);
  if (!run) throw new Error(`no run of allocator: ${name}`);
  return run;
}

/**
 * The live answer of the page: how full memory is with and without pages.
 *
 * @example pagedAnswer([{name: "max", shares: {used: 0.2}}, {name: "paged", shares: {used: 0.96}}], 16).text // "On this stream, reserving the longest length uses 20 % of KV memory; pages of 16 tokens use 96 %."
 */
export function pagedAnswer(
  runs: readonly Pick<AllocatorSummary, "name" | "shares">[],
  blockTokens: number
): {readonly text: string; readonly value: number} {
  const used = (name: AllocatorName) => of(runs as Summaries, name).shares.used;
  const pages = blockTokens === 1 ? "pages of one token" : `pages of ${blockTokens} tokens`;
  return {
    value: used("paged"),
    text: `On this stream, reserving the longest length uses ${formatPercent(used("max"))} of KV memory; ${pages} use ${formatPercent(used("paged"))}.`
  };
}

/**
 * What the grids show at a moment: how many run in each memory.
 *
 * @example momentSentence([{name: "max", timeSeconds: 12.34, running: 7, waiting: 3}]) // "At 12.3 s: longest length runs 7 and keeps 3 waiting."
 */
export function momentSentence(
  moments: readonly Pick<AllocatorMoment, "name" | "timeSeconds" | "running" | "waiting">[]
): string {
  const [first] = moments;
  const parts = moments.map(
    ({name, running, waiting}) =>
      `${allocatorLabels[name]} runs ${running} and keeps ${waiting} waiting`
  );
  return `At ${(first?.timeSeconds ?? NaN).toFixed(1)} s: ${parts.join("; ")}.`;
}

/**
 * What the waste of the four allocators consists of.
 *
 * @example wasteSentence([{name: "max", shares: {internal: 0.5}}, {name: "oracle", shares: {reserved: 0.3, external: 0.3}}, {name: "paged", shares: {used: 0.96}}]) // "The longest length never uses 50 % of memory; even an oracle holds 30 % for later and loses 30 % between pieces; pages fill 96 %."
 */
export function wasteSentence(runs: readonly Pick<AllocatorSummary, "name" | "shares">[]): string {
  const shares = (name: AllocatorName) => of(runs as Summaries, name).shares;
  const {reserved, external} = shares("oracle");
  return `The longest length never uses ${formatPercent(shares("max").internal)} of memory; even an oracle holds ${formatPercent(reserved)} for later and loses ${formatPercent(external)} between pieces; pages fill ${formatPercent(shares("paged").used)}.`;
}

/**
 * The block sizes with the least and the most internal waste.
 *
 * @example blockSentence([{blockTokens: 1, shares: {used: 0.98, internal: 0}}, {blockTokens: 256, shares: {used: 0.8, internal: 0.03}}]) // "Pages of 1 hold tokens in 98 % of memory, pages of 256 in 80 %."
 */
export function blockSentence(
  points: readonly Pick<BlockPoint, "blockTokens" | "shares">[]
): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  return `Pages of ${first.blockTokens} hold tokens in ${formatPercent(first.shares.used)} of memory, pages of ${last.blockTokens} in ${formatPercent(last.shares.used)}.`;
}

/**
 * What the room buys: requests at once and tokens a second, pages over the longest length.
 *
 * @example gainWords([{name: "max", meanRunning: 7, outputTokensPerSecond: 240}, {name: "paged", meanRunning: 28, outputTokensPerSecond: 600}]) // "Pages run 28 requests at once for 7, 4×, and write 600 tokens/s for 240 tokens/s, 2.5×."
 */
export function gainWords(
  runs: readonly Pick<AllocatorSummary, "name" | "meanRunning" | "outputTokensPerSecond">[]
): string {
  const [max, paged] = [of(runs as Summaries, "max"), of(runs as Summaries, "paged")];
  const rate = (run: AllocatorSummary) => formatRate(run.outputTokensPerSecond, "tokens/s");
  return `Pages run ${formatCount(Math.round(paged.meanRunning))} requests at once for ${formatCount(Math.round(max.meanRunning))}, ${formatRatio(paged.meanRunning / max.meanRunning)}, and write ${rate(paged)} for ${rate(max)}, ${formatRatio(paged.outputTokensPerSecond / max.outputTokensPerSecond)}.`;
}
