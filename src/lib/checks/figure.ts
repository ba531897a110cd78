/** One published figure beside the lab's, judged. */

import type {Evaluation} from "./records/record.js";
import type {Topic} from "./topics.js";

/**
 * reproduced: within the source's precision; publication differs: the source contradicts itself;
 * input missing: it does not print all that the figure depends on; fails: the lab is wrong.
 */
export type Verdict = (typeof verdicts)[number];

export const verdicts = ["reproduced", "publication differs", "input missing", "fails"] as const;

export interface CheckedFigure {
  readonly id: string;
  readonly topic: Topic;
  readonly kind: string;
  /** As the source names it */
  readonly model: string;
  /** The catalog's id of that model, else the source's name; "any" for a figure about none */
  readonly subject: string;
  readonly engine: string;
  readonly published: number;
  readonly unit: string;
  /** The source's own words, where they differ */
  readonly asPrinted: string | null;
  /** In the unit of the publication; NaN where an input is missing and nothing can be worked out */
  readonly ours: number;
  /** ours − published */
  readonly difference: number;
  /** Largest absolute difference that counts as the same */
  readonly allowed: number;
  /** The difference over what is allowed; over one last digit where nothing is */
  readonly precisions: number;
  readonly verdict: Verdict;
  /** Why it is not simply reproduced, or what to know about it; empty when there is nothing */
  readonly reason: string;
  readonly source: string;
  readonly formula: string;
  /** The formula with its values */
  readonly unfolded: string;
}

/** A publication and the lab's answer to it, not yet judged. */
export interface Judgement extends Pick<
  CheckedFigure,
  | "id"
  | "topic"
  | "kind"
  | "model"
  | "subject"
  | "engine"
  | "published"
  | "unit"
  | "asPrinted"
  | "allowed"
  | "source"
  | "formula"
> {
  /** The source is known to contradict itself; `note` says how */
  readonly contradictsItself: boolean;
  readonly note: string | null;
  /** What the source does not print though the figure depends on it; null where it prints all */
  readonly missing: string | null;
  /** null where nothing can be worked out without what is missing */
  readonly evaluation: Evaluation | null;
}

/** Room for the last bits of floating point, relative. */
const ROUNDING = 1e-12;

/**
 * A figure with its verdict: reproduced when |ours − published| is at most what the source's
 * precision allows.
 *
 * A difference is excused only where the source contradicts itself or leaves out an input; an
 * evaluation of NaN never passes.
 *
 * @example checkedFigure({published: 7.28, allowed: 0.0146, evaluation: {ours: 7.3443, unfolded: ""}, contradictsItself: true, note: "the quotient is 7.34", missing: null}).verdict // "publication differs"
 */
export function checkedFigure({
  contradictsItself,
  note,
  missing,
  evaluation,
  ...figure
}: Judgement): CheckedFigure {
  const ours = evaluation?.ours ?? NaN;
  const difference = ours - figure.published;
  const room = figure.allowed + ROUNDING * Math.abs(figure.published);
  const isSame = Math.abs(difference) <= room;
  const isExcused = missing !== null && (evaluation === null || Number.isFinite(ours));
  const excuse = contradictsItself ? "publication differs" : "input missing";
  const otherwise = contradictsItself || isExcused ? excuse : "fails";
  const verdict = isSame ? "reproduced" : otherwise;
  return {
    ...figure,
    ours,
    difference: Math.abs(difference) <= ROUNDING * Math.abs(figure.published) ? 0 : difference,
    precisions: isSame && figure.allowed === 0 ? 0 : difference / (figure.allowed || 1),
    verdict,
    reason: (verdict === "input missing" ? missing : note) ?? "",
    unfolded: evaluation?.unfolded ?? "not worked out"
  };
}

/** How many figures got which verdict, and how many there are. */
export type VerdictCounts = Readonly<Record<Verdict, number>> & {readonly all: number};

/**
 * Figures by verdict.
 *
 * @example verdictCounts([{verdict: "fails"}]).fails // 1
 */
export function verdictCounts(figures: readonly Pick<CheckedFigure, "verdict">[]): VerdictCounts {
  const of = (verdict: Verdict) => figures.filter((figure) => figure.verdict === verdict).length;
  return {
    reproduced: of("reproduced"),
    "publication differs": of("publication differs"),
    fails: of("fails"),
    "input missing": of("input missing"),
    all: figures.length
  };
}
