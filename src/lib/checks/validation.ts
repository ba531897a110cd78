/** What the validation page demands of its own list. */

import {checkRow, type CheckRow} from "../check-row.js";
import type {ModelSpec} from "../model.js";
import {paramCount} from "../params.js";
import type {PublicCase} from "../mistakes/cases.js";
import {verdictCounts, type CheckedFigure} from "./figure.js";

/** What is demanded beside the list of figures. */
export interface ValidationSubjects {
  readonly models: readonly ModelSpec[];
  readonly cases: readonly Pick<PublicCase, "isExplained">[];
}

/**
 * Rows that must pass: nothing fails, two publications contradict themselves, ten leave out an
 * input, every exact parameter count of the catalog closes, every figure shows its formula, and all
 * wrong figures but one come out of their mistake.
 *
 * @example validationChecks([], {models: [], cases: []}).map(({pass}) => pass).indexOf(false) // 1
 */
export function validationChecks(
  figures: readonly CheckedFigure[],
  {models, cases}: ValidationSubjects
): CheckRow[] {
  const counts = verdictCounts(figures);
  const exactModels = models.filter(({published}) => published?.totalKind === "exact");
  const closed = exactModels.filter(
    (model) => paramCount(model).total === model.published?.totalParams
  );
  const row = (name: string, expected: number, ours: number) =>
    checkRow({name, expected, ours, unit: "figures", source: "this list"});
  return [
    row("figures that the lab gets wrong", 0, counts.fails),
    row("publications that contradict themselves", 2, counts["publication differs"]),
    row("figures whose source leaves out an input", 10, counts["input missing"]),
    row(
      "wrong figures that their mistake does not give alone",
      1,
      cases.filter(({isExplained}) => !isExplained).length
    ),
    row("figures with their formula unfolded", counts.all, figures.filter(isUnfolded).length),
    checkRow({
      name: "parameter counts published to the last digit",
      expected: exactModels.length,
      ours: closed.length,
      unit: "models",
      source: "vendors' and registries' counts, in the catalog"
    })
  ];
}

function isUnfolded({unfolded}: CheckedFigure): boolean {
  return unfolded !== "";
}
