import * as Plot from "npm:@observablehq/plot";
import type {LeverStep} from "../lib/cost/levers.js";
import {axisUsd} from "../lib/format/axis.js";
import {formatUsd} from "../lib/format.js";
import {colors, patterned} from "./colors.js";
import {textRoom} from "./text-room.js";

export interface LeverChartOptions {
  readonly width?: number;
}

const ROW = 52;
const TEXT_ROOM = 84;

/** What each lever alone saves, the largest on top; a lever that makes it dearer goes to the left. */
export function leverChart(
  steps: readonly LeverStep[],
  {width = 640}: LeverChartOptions = {}
): Element {
  const shown = steps.filter(({savedUsd}) => Number.isFinite(savedUsd));
  const low = Math.min(0, ...shown.map(({savedUsd}) => savedUsd));
  const high = Math.max(0, ...shown.map(({savedUsd}) => savedUsd));
  const room = textRoom(shown.map(savedText), TEXT_ROOM);
  return Plot.plot({
    width,
    height: 44 + ROW * shown.length,
    marginLeft: low < 0 ? room : 1,
    marginRight: room,
    marginTop: 4,
    marginBottom: 40,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    x: {
      label: "USD saved a month →",
      labelAnchor: "right",
      domain: [low, high === low ? low + 1 : high],
      grid: true,
      tickFormat: axisUsd,
      ticks: Math.max(3, Math.floor(width / 100))
    },
    y: {axis: null, domain: shown.map(({id}) => id), padding: 0},
    marks: [
      Plot.barX(shown, {
        x: "savedUsd",
        y: "id",
        fill: (step: LeverStep) => (step.savedUsd < 0 ? patterned("bad") : colors.good),
        insetTop: 22,
        insetBottom: 8,
        title: (step: LeverStep) => `${step.label}: ${savedText(step)}. ${step.price}`,
        tip: true
      }),
      Plot.ruleX([0]),
      Plot.text(shown, {
        x: () => low,
        y: "id",
        text: "label",
        textAnchor: "start",
        fontWeight: 600,
        dx: 2,
        dy: -14
      }),
      ...valueTexts(shown)
    ]
  });
}

function valueTexts(steps: readonly LeverStep[]): Plot.Markish[] {
  const isLoss = ({savedUsd}: LeverStep) => savedUsd < 0;
  const options = {x: "savedUsd", y: "id", text: savedText, dy: 8};
  return [
    Plot.text(
      steps.filter((step) => !isLoss(step)),
      {...options, textAnchor: "start", dx: 6}
    ),
    Plot.text(steps.filter(isLoss), {...options, textAnchor: "end", dx: -6})
  ];
}

/** "$1,257 less", "$1,560 more", "nothing". */
export function savedText({savedUsd}: Pick<LeverStep, "savedUsd">): string {
  const usd = formatUsd(Math.round(Math.abs(savedUsd)));
  if (Math.abs(savedUsd) < 0.5) return "nothing";
  return savedUsd > 0 ? `${usd} less` : `${usd} more`;
}
