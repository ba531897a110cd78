/** Choosing among the figures, and what there is to choose from. */

import type {CheckedFigure} from "./figure.js";

/** What every filter holds when it lets all through. */
export const ALL = "all";

export interface FigureFilter {
  readonly kind: string;
  readonly engine: string;
  readonly subject: string;
  readonly verdict: string;
}

/**
 * The figures that pass all four filters, in their order.
 *
 * @example filterFigures([{topic: "money", verdict: "fails"}, {topic: "speed", verdict: "fails"}], {kind: "money", engine: "all", subject: "all", verdict: "all"}) // [{topic: "money", verdict: "fails"}]
 */
export function filterFigures(
  figures: readonly CheckedFigure[],
  {kind, engine, subject, verdict}: FigureFilter
): CheckedFigure[] {
  const passes = (filter: string, value: string) => filter === ALL || filter === value;
  return figures.filter(
    (figure) =>
      passes(kind, figure.topic) &&
      passes(engine, figure.engine) &&
      passes(subject, figure.subject) &&
      passes(verdict, figure.verdict)
  );
}

/** One value of a filter and how many figures have it. */
export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

export interface OptionWords {
  /** What the choice without a filter is called */
  readonly all: string;
  /** What a value is called; itself by default */
  readonly name?: (value: string) => string;
  /** Values that are offered even where no figure has them */
  readonly values?: readonly string[];
}

/**
 * The values that figures have in one respect, each with its count, after the choice of all.
 *
 * @example filterOptions([{engine: "vLLM"}, {engine: "vLLM"}], (figure) => figure.engine, {all: "all engines"})[1].label // "vLLM (2)"
 */
export function filterOptions(
  figures: readonly CheckedFigure[],
  value: (figure: CheckedFigure) => string,
  {all, name = (text) => text, values = []}: OptionWords
): FilterOption[] {
  const counts = new Map<string, number>(values.map((offered) => [offered, 0]));
  for (const figure of figures) counts.set(value(figure), (counts.get(value(figure)) ?? 0) + 1);
  const options = [...counts].map(([text, n]) => ({value: text, label: `${name(text)} (${n})`}));
  options.sort((a, b) => (a.value < b.value ? -1 : 1));
  return [{value: ALL, label: all}, ...options];
}

/**
 * An engine's name; "none" are papers, configs and bills.
 *
 * @example engineWord("none") // "no engine"
 */
export function engineWord(engine: string): string {
  return engine === "none" ? "no engine" : engine;
}
