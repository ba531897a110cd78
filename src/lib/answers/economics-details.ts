/** Sentences of the unit-economics page on prompts, levers and sessions. */

import type {LeverStep} from "../cost/levers.js";
import type {TokenPrices} from "../cost/prices.js";
import type {PromptHits} from "../cost/segments.js";
import type {Turn} from "../cost/sessions.js";
import {formatCount, formatPercent, formatRatio, formatUsd} from "../format.js";

/**
 * How much of the prompt is read from the cache, and how much could be.
 *
 * @example promptSentence({promptTokens: 1000, hitFraction: 0.5, writeFraction: 0.25, prefixes: []}) // "This prompt of 1,000 tokens hits 50 %; at a full rate of requests it would hit 75 %."
 */
export function promptSentence({promptTokens, hitFraction, writeFraction}: PromptHits): string {
  const prompt = `This prompt of ${formatCount(promptTokens)} tokens`;
  const could = formatPercent(hitFraction + writeFraction);
  return `${prompt} hits ${formatPercent(hitFraction)}; at a full rate of requests it would hit ${could}.`;
}

/**
 * The largest lever, and those that do not pay.
 *
 * @example leverSentence([{label: "A", savedUsd: 10}, {label: "B", savedUsd: -3}]) // "A saves most: $10 a month. B costs more: $3."
 */
export function leverSentence(steps: readonly Pick<LeverStep, "label" | "savedUsd">[]): string {
  const [best] = steps;
  const worse = steps.filter(({savedUsd}) => Number.isFinite(savedUsd) && savedUsd < -0.5);
  const dearer = worse
    .map(({label, savedUsd}) => `${label} costs more: ${formatUsd(Math.round(-savedUsd))}.`)
    .join(" ");
  const most =
    best && best.savedUsd > 0.5
      ? `${best.label} saves most: ${formatUsd(Math.round(best.savedUsd))} a month.`
      : "No lever saves anything here.";
  return [most, dearer].filter(Boolean).join(" ");
}

/**
 * All levers with what they save, the largest first.
 *
 * @example leverRanking([{label: "A", savedUsd: 10}, {label: "B", savedUsd: -3}]) // "A $10, B −$3"
 */
export function leverRanking(steps: readonly Pick<LeverStep, "label" | "savedUsd">[]): string {
  return steps.map(({label, savedUsd}) => `${label} ${formatUsd(Math.round(savedUsd))}`).join(", ");
}

/**
 * The bill after the pulled levers against the one before.
 *
 * @example sequenceSentence([{afterUsd: 25}], {startUsd: 100}) // "1 lever takes the bill from $100 to $25 a month, 75 % less."
 */
export function sequenceSentence(
  steps: readonly Pick<LeverStep, "afterUsd">[],
  {startUsd}: {readonly startUsd: number}
): string {
  const end = steps.at(-1)?.afterUsd;
  if (end === undefined) return "No lever pulled yet: apply some above.";
  const count = steps.length === 1 ? "1 lever takes" : `${steps.length} levers take`;
  const change = end / startUsd - 1;
  const word = change <= 0 ? "less" : "more";
  return `${count} the bill from ${formatUsd(startUsd)} to ${formatUsd(end)} a month, ${formatPercent(Math.abs(change))} ${word}.`;
}

/**
 * What a session sends and reads, and its bill against one shot.
 *
 * @example sessionSentence([{promptTokens: 100, hitTokens: 50}], {sessionUsd: 2, oneShotUsd: 1, uncachedUsd: 3}) // "1 turn sends 100 tokens of prompt, 50 % of them cached: $2 a session. Without a cache $3; the same tokens in one shot $1, 2× less."
 */
export function sessionSentence(
  turns: readonly Pick<Turn, "promptTokens" | "hitTokens">[],
  {
    sessionUsd,
    oneShotUsd,
    uncachedUsd
  }: {readonly sessionUsd: number; readonly oneShotUsd: number; readonly uncachedUsd: number}
): string {
  const sent = turns.reduce((sum, turn) => sum + turn.promptTokens, 0);
  const hit = turns.reduce((sum, turn) => sum + turn.hitTokens, 0);
  const count = turns.length === 1 ? "1 turn sends" : `${turns.length} turns send`;
  const bill = `${count} ${formatCount(sent)} tokens of prompt, ${formatPercent(hit / sent)} of them cached: ${formatUsd(sessionUsd)} a session`;
  const ratio = sessionUsd / oneShotUsd;
  const times = ratio >= 1 ? `${formatRatio(ratio)} less` : `${formatRatio(1 / ratio)} more`;
  return `${bill}. Without a cache ${formatUsd(uncachedUsd)}; the same tokens in one shot ${formatUsd(oneShotUsd)}, ${times}.`;
}

/**
 * Says when a generation is longer than the self-hosted model reads; empty otherwise.
 *
 * @example lengthWarning({name: "A", maxModelLen: 8}, {inputTokens: 9, outputTokens: 1}) // "A reads at most 8 tokens; a generation here has 10."
 */
export function lengthWarning(
  {name, maxModelLen}: {readonly name: string; readonly maxModelLen: number | null},
  {inputTokens, outputTokens}: {readonly inputTokens: number; readonly outputTokens: number}
): string {
  const tokens = inputTokens + outputTokens;
  if (maxModelLen === null || tokens <= maxModelLen) return "";
  return `${name} reads at most ${formatCount(maxModelLen)} tokens; a generation here has ${formatCount(tokens)}.`;
}

/**
 * Which models have no price of their own for a cache write of the chosen life, and what stands in.
 *
 * @example writeSentence([{name: "A", prices: {write5mUsdPerToken: 1e-5, write1hUsdPerToken: null}}], "1h") // "A lists no price of a 1 h write; it is billed as one of 5 min."
 */
export function writeSentence(
  tiers: readonly {
    readonly name: string;
    readonly prices: Pick<TokenPrices, "write5mUsdPerToken" | "write1hUsdPerToken">;
  }[],
  lifetime: "off" | "5m" | "1h"
): string {
  if (lifetime === "off") return "";
  const names = (isLacking: (prices: (typeof tiers)[number]["prices"]) => boolean) =>
    tiers.filter(({prices}) => isLacking(prices)).map(({name}) => name);
  const free = names(
    (p) => p.write5mUsdPerToken === null && (lifetime === "5m" || p.write1hUsdPerToken === null)
  );
  const short = names(
    (p) => lifetime === "1h" && p.write1hUsdPerToken === null && p.write5mUsdPerToken !== null
  );
  const lists = (found: readonly string[]) =>
    `${found.join(", ")} ${found.length === 1 ? "lists" : "list"}`;
  return [
    short.length > 0 && `${lists(short)} no price of a 1 h write; it is billed as one of 5 min.`,
    free.length > 0 && `${lists(free)} no price of writes; they are billed as uncached input.`
  ]
    .filter(Boolean)
    .join(" ");
}
