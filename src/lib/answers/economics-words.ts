/** What the charts of the unit-economics page show, each in one computed sentence. */

import type {BillRow} from "../cost/compare.js";
import type {HitPoint} from "../cost/hit-sweep.js";
import type {HostingBill} from "../cost/hosting.js";
import type {Replica} from "../cost/replica.js";
import type {Verdict} from "../cost/verdict.js";
import {formatCount, formatPercent, formatRatio, formatSeconds, formatUsd} from "../format.js";

/**
 * Who costs how many times whom, and what the cards do.
 *
 * @example billSentence([{tier: "flagship", name: "A", totalUsd: 50}, {tier: "small", name: "B", totalUsd: 2}, {tier: "self-hosted", name: "C", totalUsd: 10, part: "idle", usd: 9}]) // "A costs 25× as much as B; C costs $10, of it 90 % for idle hours."
 */
export function billSentence(
  rows: readonly Pick<BillRow, "tier" | "name" | "totalUsd" | "part" | "usd">[]
): string {
  const flagship = rows.find(({tier}) => tier === "flagship");
  const small = rows.find(({tier}) => tier === "small");
  const idle = rows.find(({part}) => part === "idle");
  const ratio = formatRatio((flagship?.totalUsd ?? NaN) / (small?.totalUsd ?? NaN));
  const api = `${flagship?.name} costs ${ratio} as much as ${small?.name}`;
  if (!idle || !Number.isFinite(idle.totalUsd)) return `${api}; ${idle?.name} cannot serve this.`;
  const share = formatPercent(idle.usd / idle.totalUsd);
  return `${api}; ${idle.name} costs ${formatUsd(idle.totalUsd)}, of it ${share} for idle hours.`;
}

/**
 * What caching does to the dearest tier's bill from one end of the sweep to the other.
 *
 * @example hitSentence([{tier: "flagship", name: "A", hitFraction: 0, usd: 100, outputUsd: 40}, {tier: "flagship", name: "A", hitFraction: 0.95, usd: 55, outputUsd: 40}]) // "From 0 % to 95 % hits A falls from $100 to $55, 45 % less; $40 of it is output, which no hit touches."
 */
export function hitSentence(points: readonly HitPoint[]): string {
  const [first] = points;
  const last = points.filter(({tier}) => tier === first?.tier).at(-1);
  if (!first || !last) return "Nothing to show.";
  const range = `From ${formatPercent(first.hitFraction)} to ${formatPercent(last.hitFraction)} hits`;
  if (first.usd === last.usd) return `${range} ${first.name} stays at ${formatUsd(first.usd)}.`;
  const fall = `falls from ${formatUsd(first.usd)} to ${formatUsd(last.usd)}`;
  const less = formatPercent(1 - last.usd / first.usd);
  const output = formatUsd(last.outputUsd ?? NaN);
  return `${range} ${first.name} ${fall}, ${less} less; ${output} of it is output, which no hit touches.`;
}

/**
 * What self-hosting costs a month, in figures or in words where no request is served.
 *
 * @example hostedUsdText(Infinity) // "not possible"
 */
export function hostedUsdText(totalUsd: number): string {
  return Number.isFinite(totalUsd) ? formatUsd(totalUsd) : "not possible";
}

/**
 * From which remix rate self-hosting beats each tier.
 *
 * @example crossingSentence([{tier: "mid", generations: 10, remixRate: 0.01}, {tier: "small", generations: Infinity, remixRate: Infinity}]) // "Self-hosting beats mid from 1 in 100 on; small never."
 */
export function crossingSentence(
  verdicts: readonly Pick<Verdict, "tier" | "generations" | "remixRate">[]
): string {
  const reached = verdicts.filter(({generations}) => Number.isFinite(generations));
  const never = verdicts.filter(({generations}) => !Number.isFinite(generations));
  const at = ({tier, remixRate}: Pick<Verdict, "tier" | "remixRate">) =>
    remixRate > 0 ? `${tier} from ${rateWords(remixRate)} on` : `${tier} at any rate`;
  const wins = reached.length > 0 ? `beats ${reached.map(at).join(", ")}` : "";
  const loses = never.length > 0 ? `${never.map(({tier}) => tier).join(" and ")} never` : "";
  if (!wins) return "Self-hosting never beats any of these tiers.";
  return `Self-hosting ${[wins, loses].filter(Boolean).join("; ")}.`;
}

/** A rate as one in so many, rounded where it is no whole number. */
function rateWords(rate: number): string {
  const n = 1 / rate;
  return n < 3 ? formatPercent(rate) : `1 in ${formatCount(Number(n.toPrecision(3)))}`;
}

/**
 * Self-hosting against one tier, in a sentence: who is cheaper now, and where that changes.
 *
 * @example verdictSentence({savedUsd: -5, apiUsdPerGeneration: 1, hostedUsdPerGeneration: 2, generations: Infinity}) // "Loses by $5 a month, and never wins: a full replica costs $2 a generation, the API $1."
 */
export function verdictSentence(verdict: Verdict): string {
  const {savedUsd, apiUsdPerGeneration, hostedUsdPerGeneration, generations} = verdict;
  const usd = formatUsd(Math.round(Math.abs(savedUsd)));
  if (!Number.isFinite(hostedUsdPerGeneration)) return "Cannot serve this with this set-up.";
  const now = savedUsd >= 0 ? `Wins by ${usd} a month` : `Loses by ${usd} a month`;
  if (Number.isFinite(generations)) return `${now}. ${breakEvenWords(verdict)}`;
  const costs = `a full replica costs ${formatUsd(hostedUsdPerGeneration)} a generation`;
  return `${now}, and never wins: ${costs}, the API ${formatUsd(apiUsdPerGeneration)}.`;
}

function breakEvenWords({generations, dailyUsers, remixRate, usedFraction}: Verdict): string {
  const volume = `${formatCount(Math.round(generations))} generations a month`;
  const users = `${formatCount(Math.round(dailyUsers))} daily users`;
  const rate =
    remixRate > 0
      ? `or a remix rate of ${rateWords(remixRate)}`
      : "and today's PGC alone makes more";
  return `Breaks even at ${volume}: ${users}, ${rate}; one replica is then busy ${formatPercent(usedFraction)} of the time.`;
}

/**
 * What one replica does, and what it costs a million tokens.
 *
 * @example replicaSentence({batchSize: 0, limit: "memory"}, {hosting: {}, generations: 1, inputTokens: 1, outputTokens: 1}) // "One request does not fit the memory of this set-up."
 */
export function replicaSentence(
  {batchSize, limit, tpotSeconds, requestsPerSecond}: Replica,
  {
    hosting,
    generations,
    inputTokens,
    outputTokens,
    range
  }: {
    readonly hosting: HostingBill;
    /** Requests a second at the worst and the best efficiency measured */
    readonly range: {readonly low: number; readonly high: number};
    readonly generations: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }
): string {
  if (batchSize === 0) return idleReason({limit, tpotSeconds});
  const {replicas, totalUsd, usedFraction} = hosting;
  const why = limit === "kv" ? "the KV cache is full" : "the token limit is reached";
  const hourly = (perSecond: number) => formatCount(Number((perSecond * 3600).toPrecision(3)));
  const rate = `${hourly(requestsPerSecond)} requests an hour (${hourly(range.low)} to ${hourly(range.high)} at the worst and the best efficiency measured)`;
  const perMillion = (tokens: number) => formatUsd(((totalUsd / generations) * 1e6) / tokens);
  const count = replicas === 1 ? "1 replica" : `${formatCount(replicas)} replicas`;
  return `A replica decodes ${batchSize === 1 ? "one request" : `${formatCount(batchSize)} requests`} at once (then ${why}) at ${formatSeconds(tpotSeconds)} a token: ${rate}. You rent ${count}, busy ${formatPercent(usedFraction)} of the time: ${perMillion(outputTokens)} a million output tokens, ${perMillion(inputTokens + outputTokens)} a million of all.`;
}

function idleReason({limit, tpotSeconds}: Pick<Replica, "limit" | "tpotSeconds">): string {
  if (limit === "memory") return "One request does not fit the memory of this set-up.";
  return Number.isNaN(tpotSeconds)
    ? "How fast this set-up is cannot be said: its arithmetic or its weights are not published."
    : `One request alone takes ${formatSeconds(tpotSeconds)} a token, over the limit.`;
}
