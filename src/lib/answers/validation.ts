import {verdictCounts, type CheckedFigure} from "../checks/figure.js";

export interface ValidationAnswer {
  readonly text: string;
  readonly nReproduced: number;
  readonly nFigures: number;
}

/**
 * How many published figures the lab reproduces, in one sentence.
 *
 * @example validationAnswer([{verdict: "reproduced"}, {verdict: "publication differs"}]).text // "1 of 2 published figures are reproduced within their own precision; 1 contradicts its own publication, and the lab fails none."
 */
export function validationAnswer(
  figures: readonly Pick<CheckedFigure, "verdict">[]
): ValidationAnswer {
  const counts = verdictCounts(figures);
  const {reproduced, all, fails, "publication differs": differs} = counts;
  const contradicting =
    differs === 1
      ? "1 contradicts its own publication"
      : `${differs} contradict their own publication`;
  const open =
    counts["not covered"] > 0
      ? `, ${counts["not covered"]} wait for the page of their technique`
      : "";
  const failing = fails === 0 ? "and the lab fails none" : `and the lab fails ${fails}`;
  const text = `${reproduced} of ${all} published figures are reproduced within their own precision; ${contradicting}${open}, ${failing}.`;
  return {text, nReproduced: reproduced, nFigures: all};
}
