/** Requests that a longest length cuts. */

import {formatCount, formatPercent} from "../format.js";
import type {RequestLaw} from "./lengths.js";
import {requestsOf} from "./workload.js";

/** Requests that are looked at. */
const N_REQUESTS = 4000;

/**
 * Share of a stream's requests that are longer than the longest length, prompt and answer together.
 *
 * @throws RangeError naming the field of the laws that is wrong
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example cutFraction({prompt: {kind: "fixed", tokens: 60}, output: {kind: "fixed", tokens: 5}}, {maxModelLen: 64, seed: 1}) // 1
 */
export function cutFraction(
  lengths: RequestLaw,
  {maxModelLen, seed}: {readonly maxModelLen: number; readonly seed: number}
): number {
  const arrivals = {kind: "at-once"} as const;
  const drawn = requestsOf({nRequests: N_REQUESTS, arrivals, lengths}, seed);
  const {promptTokens, outputTokens} = drawn;
  const isCut = (prompt: number, i: number) => prompt + outputTokens[i]! > maxModelLen;
  return promptTokens.filter(isCut).length / N_REQUESTS;
}

/**
 * How many requests are cut, and how; empty where none is.
 *
 * @throws RangeError naming the field of the laws that is wrong
 * @see https://arxiv.org/abs/2309.06180 section 6.1
 * @example cutSentence({prompt: {kind: "fixed", tokens: 60}, output: {kind: "fixed", tokens: 5}}, {maxModelLen: 64, seed: 1}) // "All requests are longer than 64 tokens and are cut: the prompt to 63 at most, the answer to what is left."
 */
export function cutSentence(
  lengths: RequestLaw,
  options: {readonly maxModelLen: number; readonly seed: number}
): string {
  const share = cutFraction(lengths, options);
  if (share === 0) return "";
  const {maxModelLen} = options;
  const who = share === 1 ? "All requests" : `${formatPercent(share)} of requests`;
  return `${who} are longer than ${formatCount(maxModelLen)} tokens and are cut: the prompt to ${formatCount(maxModelLen - 1)} at most, the answer to what is left.`;
}
