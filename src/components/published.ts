import type {ScenarioFigure, ScenarioInput} from "../lib/scenario/compare.js";
import type {ScenarioTable} from "../lib/scenario/overlay.js";

/** A chart of a page as others may see it: its title and the data behind it. */
export interface PublishedChart extends Omit<ScenarioTable, "rows"> {
  readonly title: string;
  /** Where it stands on its page */
  readonly element: HTMLElement;
  readonly rows: () => ScenarioTable["rows"];
}

/** What a page shows just now, for a comparison that has it open in a frame. */
export interface Published {
  inputs: () => readonly ScenarioInput[];
  /** What its address asks for in vain */
  problems: () => readonly string[];
  readonly figures: Map<string, readonly ScenarioFigure[]>;
  readonly charts: Map<string, PublishedChart>;
  /** Called after a change */
  onChange: () => void;
}

/** This page's own; found by a page that holds this one in a frame of the same site. */
export const published: Published = {
  inputs: () => [],
  problems: () => [],
  figures: new Map(),
  charts: new Map(),
  onChange: () => {}
};

Object.assign(globalThis, {labPublished: published});

/** Notes the figures of one answer. */
export function publishFigures(id: string, figures: readonly ScenarioFigure[]): void {
  published.figures.set(id, figures);
  published.onChange();
}

/** Notes a chart under the name of its downloads. */
export function publishChart(name: string, chart: PublishedChart): void {
  published.charts.set(name, chart);
  published.onChange();
}

/** Notes where the inputs can be asked for, and what is wrong with them. */
export function publishInputs(source: Pick<Published, "inputs" | "problems">): void {
  Object.assign(published, source);
}
