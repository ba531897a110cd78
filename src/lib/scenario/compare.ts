/** Scenarios of one page side by side: what they are given, and what comes out. */
import {figureNumber} from "./figure-number.js";

/** One input of a page as a scenario has it. */
export interface ScenarioInput {
  readonly key: string;
  readonly label: string;
  /** As the form shows it */
  readonly text: string;
}

/** One figure that a page prints. */
export interface ScenarioFigure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}

export interface ScenarioRow {
  readonly label: string;
  /** Per scenario; null where one has no such row */
  readonly texts: readonly (string | null)[];
  /** Against the first scenario; NaN where there is no number */
  readonly ratios: readonly number[];
  readonly isSame: boolean;
}

/**
 * Inputs that are not the same in all scenarios, in the order of the first.
 *
 * @example differingInputs([[{key: "n", label: "Cards", text: "1"}], [{key: "n", label: "Cards", text: "2"}]]).length // 1
 */
export function differingInputs(
  scenarios: readonly (readonly ScenarioInput[])[]
): readonly ScenarioRow[] {
  const rows = joined(scenarios.map((inputs) => inputs.map((i) => ({...i, id: i.key}))));
  return rows
    .map(({label, found}) => {
      const texts = found.map((input) => input?.text ?? null);
      return {label, texts, ratios: texts.map(() => NaN), isSame: areSame(texts)};
    })
    .filter(({isSame}) => !isSame);
}

/**
 * Figures of all scenarios, each with its ratio to the first.
 *
 * @example comparedFigures([[{label: "cost", value: "$200", unit: ""}], [{label: "cost", value: "$50", unit: ""}]])[0].ratios // [1, 0.25]
 */
export function comparedFigures(
  scenarios: readonly (readonly ScenarioFigure[])[]
): readonly ScenarioRow[] {
  const rows = joined(scenarios.map(numbered));
  return rows.map(({label, found}) => {
    const texts = found.map((figure) => (figure ? printed(figure) : null));
    const numbers = found.map((figure) => (figure ? figureNumber(figure.value, figure.unit) : NaN));
    const first = numbers[0] ?? NaN;
    return {label, texts, ratios: numbers.map((n) => n / first), isSame: areSame(texts)};
  });
}

function printed({value, unit}: ScenarioFigure): string {
  return unit === "" ? value : `${value} ${unit}`;
}

/** Figures under an id each: labels may hold names that differ, places do not. */
function numbered(figures: readonly ScenarioFigure[]): (ScenarioFigure & {id: string})[] {
  return figures.map((figure, i) => ({...figure, id: String(i)}));
}

interface Joined<T> {
  readonly label: string;
  readonly found: readonly (T | undefined)[];
}

function joined<T extends {readonly id: string; readonly label: string}>(
  lists: readonly (readonly T[])[]
): Joined<T>[] {
  const ids = [...new Set(lists.flatMap((list) => list.map(({id}) => id)))];
  return ids.map((id) => {
    const found = lists.map((list) => list.find((item) => item.id === id));
    const labels = [...new Set(found.flatMap((item) => item?.label ?? []))];
    return {label: labels.join(" / "), found};
  });
}

function areSame(texts: readonly (string | null)[]): boolean {
  return texts.every((text) => text === texts[0]);
}
