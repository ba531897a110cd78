import type * as Plot from "npm:@observablehq/plot";
import {svg} from "./dom.js";

type PlotElement = ReturnType<typeof Plot.plot>;

export interface RuledChart {
  /** Keeps several charts apart */
  readonly id: string;
  /** All that the drawing depends on besides the rule */
  readonly data: unknown;
  readonly draw: () => PlotElement;
  /** Where the rule stands on the x axis; none hides it */
  readonly x: number | undefined;
}

interface Drawn {
  readonly key: string;
  readonly chart: PlotElement;
  readonly rule: SVGLineElement;
}

const drawn = new Map<string, Drawn>();

/**
 * A chart with a dashed rule at the reader's value. While its data stay the same, a step of that
 * value moves the rule and draws nothing else.
 */
export function ruledChart({id, data, draw, x}: RuledChart): Element {
  const key = JSON.stringify(data);
  const last = drawn.get(id);
  const now = last?.key === key ? last : withRule(key, draw());
  drawn.set(id, now);
  moveRule(now, x);
  return now.chart;
}

function withRule(key: string, chart: PlotElement): Drawn {
  const [bottom = 0, top = 0] = chart.scale("y")?.range ?? [];
  const style = "stroke:currentColor;stroke-dasharray:3 3";
  const rule = svg("line", {
    y1: Number(bottom),
    y2: Number(top),
    style,
    "aria-label": "you are here"
  });
  const picture = chart instanceof SVGSVGElement ? chart : chart.querySelector("svg");
  picture?.append(rule);
  return {key, chart, rule};
}

function moveRule({chart, rule}: Drawn, x: number | undefined): void {
  const at = x === undefined ? NaN : Number(chart.scale("x")?.apply(x));
  rule.setAttribute("visibility", Number.isFinite(at) ? "visible" : "hidden");
  if (!Number.isFinite(at)) return;
  rule.setAttribute("x1", at.toFixed(1));
  rule.setAttribute("x2", at.toFixed(1));
}
