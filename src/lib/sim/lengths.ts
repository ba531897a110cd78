/** How long prompts and answers are. */

import {logNormal, type Random} from "../random.js";

/** Tokens of a prompt or an answer, as a law to draw from. */
export type LengthLaw =
  | {readonly kind: "fixed"; readonly tokens: number}
  | {readonly kind: "log-normal"; readonly mean: number; readonly cv: number};

/** Lengths of a whole request. */
export interface RequestLaw {
  readonly prompt: LengthLaw;
  readonly output: LengthLaw;
}

/**
 * Stand-ins for the two data sets of the PagedAttention paper: log-normal, with the mean lengths
 * that its figure 11 prints. The spread (coefficient of variation 1.2 and 0.9) is this lab's
 * choice; the real lengths are not published as a law.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 11
 */
export const requestLaws = {
  /** Chat-like: long answers, wide spread */
  sharegpt: {
    prompt: {kind: "log-normal", mean: 161.3, cv: 1.2},
    output: {kind: "log-normal", mean: 338.0, cv: 1.2}
  },
  /** Instruction-like: short prompts, short answers */
  alpaca: {
    prompt: {kind: "log-normal", mean: 19.3, cv: 0.9},
    output: {kind: "log-normal", mean: 58.5, cv: 0.9}
  }
} as const satisfies Record<string, RequestLaw>;

/**
 * One length of a law, whole tokens, at least 1.
 *
 * @see https://arxiv.org/abs/2309.06180 figure 11
 * @example drawTokens(() => 0.5, {kind: "fixed", tokens: 100}) // 100
 */
export function drawTokens(random: Random, law: LengthLaw): number {
  const tokens = law.kind === "fixed" ? law.tokens : logNormal(random, law);
  return Math.max(1, Math.round(tokens));
}

/**
 * The law itself when its figures are usable.
 *
 * @throws RangeError naming the field and the value
 * @example checkedLaw({kind: "fixed", tokens: 5}, "output").tokens // 5
 */
export function checkedLaw(law: LengthLaw, name: string): LengthLaw {
  const isPositive = (value: number) => value > 0 && value < 1e9;
  switch (law.kind) {
    case "fixed":
      if (!isPositive(law.tokens)) throw new RangeError(`invalid ${name}.tokens: ${law.tokens}`);
      return law;
    case "log-normal":
      if (!isPositive(law.mean)) throw new RangeError(`invalid ${name}.mean: ${law.mean}`);
      if (!(law.cv >= 0 && law.cv <= 100)) throw new RangeError(`invalid ${name}.cv: ${law.cv}`);
      return law;
    default:
      throw new Error(`unknown length law of ${name}: ${(law as {kind: string}).kind}`);
  }
}
