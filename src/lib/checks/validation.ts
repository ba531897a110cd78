/** What the validation page demands of its own list. */

import {checkRow, type CheckRow} from "../check-row.js";
import type {ModelSpec} from "../model.js";
import {paramCount} from "../params.js";
import {verdictCounts, type CheckedFigure} from "./figure.js";

/**
 * Rows that must pass: nothing fails, two publications contradict themselves, every exact
 * parameter count of the catalog closes, every figure shows its formula.
 *
 * @example validationChecks([], []).length // 4
 */
export function validationChecks(
  figures: readonly CheckedFigure[],
  models: readonly ModelSpec[]
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
