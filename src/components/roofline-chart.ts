import * as Plot from "npm:@observablehq/plot";
import {axisCount, axisTokens} from "../lib/format/axis.js";
import {formatRate, formatRatio, formatSeconds} from "../lib/format.js";
import type {PhasePoint, Roof, Roofline} from "../lib/phases.js";
import type {RoofPicture} from "../lib/roof-picture.js";
import {colors} from "./colors.js";

export interface RooflineOptions {
  readonly width?: number;
  readonly height?: number;
}

const X: readonly [number, number] = [0.5, 100000];
/** How far the flat roofs reach left of their own ridge is cut by the slope. */
const HEADROOM = 2.2;
const FOOT = 0.35;

/** Height of the chart, pixels; what a figure holds free for it. */
export const rooflineHeight = 430;

/** Both phases as points under the roof of a group of cards, both axes logarithmic. */
export function rooflineChart(
  data: RoofPicture,
  {width = 640, height = rooflineHeight}: RooflineOptions = {}
): Element {
  const {roofline} = data;
  const isNarrow = width < 520;
  const roofs = [...(roofline.roof ? [roofline.roof] : []), ...roofline.others];
  const top = Math.max(roofline.bytesPerSecond * 100, ...roofs.map((r) => r.flopsPerSecond));
  const bottom = roofline.bytesPerSecond * X[0] * FOOT;
  return Plot.plot({
    width,
    height,
    marginLeft: 46,
    marginRight: 14,
    marginTop: 28,
    marginBottom: 40,
    x: {
      type: "log",
      domain: X,
      label: "FLOPs per byte moved (log scale)",
      labelArrow: false,
      ticks: [1, 10, 100, 1000, 10000],
      tickFormat: axisCount
    },
    y: {
      type: "log",
      domain: [bottom, top * HEADROOM],
      label: "arithmetic reached (FLOP/s, log scale)",
      labelArrow: false,
      ticks: decades(bottom, top * HEADROOM),
      tickFormat: axisCount,
      grid: true
    },
    marks: [
      ...roofMarks(data, {isNarrow, bottom}),
      ...phaseMarks(data.decode, {isNarrow, current: data.current}),
      ...phaseMarks(data.prefill, {isNarrow, current: data.current}),
      ...moveMarks(data),
      ...currentMarks(data.current, isNarrow),
      Plot.tip(
        [...data.decode, ...data.prefill, ...data.current],
        Plot.pointer({x: "intensity", y: "flopsPerSecond", title: pointText, maxRadius: 30})
      )
    ]
  });
}

function decades(low: number, high: number): readonly number[] {
  const first = Math.ceil(Math.log10(low));
  const n = Math.floor(Math.log10(high)) - first + 1;
  return Array.from({length: n}, (_, i) => 10 ** (first + i));
}

interface RoofFrame {
  readonly isNarrow: boolean;
  readonly bottom: number;
}

function roofMarks({roofline, mfu, mbu}: RoofPicture, {isNarrow, bottom}: RoofFrame) {
  const {bytesPerSecond, roof, ridge} = roofline;
  const reach = {
    bytesPerSecond: bytesPerSecond * mbu,
    roof: roof && {...roof, flopsPerSecond: roof.flopsPerSecond * mfu}
  };
  return [
    ...roofline.others.flatMap((other) => otherRoof(other, {bytesPerSecond, isNarrow})),
    Plot.line(roofPath({bytesPerSecond, roof}), {stroke: colors.ink, strokeWidth: 2}),
    Plot.line(roofPath(reach), {stroke: colors.ink, strokeWidth: 1, strokeDasharray: "4 3"}),
    Plot.text([[X[0], bytesPerSecond * X[0]]], {
      text: [formatRate(bytesPerSecond, "B/s")],
      ...LABEL,
      dy: -34,
      dx: 4,
      textAnchor: "start"
    }),
    ...(roof ? ridgeMarks(roof, {ridge, bottom, isNarrow}) : [])
  ];
}

const LABEL = {fill: "currentColor", fontSize: 12} as const;

type Path = readonly (readonly [number, number])[];

function roofPath({bytesPerSecond, roof}: Pick<Roofline, "bytesPerSecond" | "roof">): Path {
  const slope = (intensity: number) => [intensity, bytesPerSecond * intensity] as const;
  if (roof === null) return [slope(X[0]), slope(1000)];
  const ridge = roof.flopsPerSecond / bytesPerSecond;
  return [slope(X[0]), slope(ridge), [X[1], roof.flopsPerSecond]];
}

function otherRoof(
  {dtype, flopsPerSecond}: Roof,
  {bytesPerSecond, isNarrow}: {readonly bytesPerSecond: number; readonly isNarrow: boolean}
) {
  const start = flopsPerSecond / bytesPerSecond;
  const path: Path = [
    [start, flopsPerSecond],
    [X[1], flopsPerSecond]
  ];
  return [
    Plot.line(path, {stroke: colors.muted, strokeWidth: 1, strokeOpacity: 0.5}),
    Plot.text([path[1]], {
      text: [isNarrow ? dtype : `${dtype} ${formatRate(flopsPerSecond, "FLOP/s")}`],
      fill: colors.muted,
      fontSize: 11,
      textAnchor: "end",
      dy: -7
    })
  ];
}

function ridgeMarks(
  {dtype, flopsPerSecond}: Roof,
  {ridge, bottom, isNarrow}: RoofFrame & {readonly ridge: number}
) {
  return [
    Plot.ruleX([ridge], {
      y1: bottom,
      y2: flopsPerSecond,
      stroke: colors.muted,
      strokeDasharray: "2 3"
    }),
    Plot.text([[ridge, bottom]], {
      text: [`ridge: ${Math.round(ridge)} FLOPs a byte`],
      fill: colors.muted,
      fontSize: 11,
      dx: 5,
      dy: -9,
      textAnchor: "start"
    }),
    Plot.text([[X[1], flopsPerSecond]], {
      text: [isNarrow ? dtype : `${dtype} ${formatRate(flopsPerSecond, "FLOP/s")}`],
      ...LABEL,
      textAnchor: "end",
      dy: -8
    })
  ];
}

const colorOf = ({phase}: PhasePoint): string => colors[phase];

function phaseMarks(
  points: readonly PhasePoint[],
  {isNarrow, current}: {readonly isNarrow: boolean; readonly current: readonly PhasePoint[]}
) {
  const isOther = (point: PhasePoint) =>
    !current.some((c) => c.phase === point.phase && isNear(c, point));
  const isDecode = points[0]?.phase === "decode";
  return [
    Plot.line(points, {
      x: "intensity",
      y: "flopsPerSecond",
      stroke: colorOf,
      z: "phase",
      strokeWidth: 1.5
    }),
    Plot.dot(points, {x: "intensity", y: "flopsPerSecond", fill: colorOf, r: 3.5}),
    Plot.text(points.filter(isOther), {
      x: "intensity",
      y: "flopsPerSecond",
      text: (point: PhasePoint) => shortText(point, isNarrow),
      fill: colorOf,
      fontSize: 11,
      dx: isDecode ? 7 : 0,
      dy: isDecode ? 9 : -11,
      textAnchor: isDecode ? "start" : "middle"
    })
  ];
}

/** Closer than a label is wide. */
function isNear(a: PhasePoint, b: PhasePoint): boolean {
  return Math.abs(Math.log(a.intensity / b.intensity)) < Math.log(1.6);
}

function shortText({phase, nTokens}: PhasePoint, isNarrow: boolean): string {
  if (phase === "prefill") return axisTokens(nTokens);
  return isNarrow ? String(nTokens) : `batch ${nTokens}`;
}

/** From where the point stood to where the way out has brought it. */
function moveMarks({start, current}: RoofPicture) {
  const end = current.find(({phase}) => phase === "decode");
  if (start === null || !end) return [];
  return [
    Plot.arrow([{start, end}], {
      x1: ({start: from}: Move) => from.intensity,
      y1: ({start: from}: Move) => from.flopsPerSecond,
      x2: ({end: to}: Move) => to.intensity,
      y2: ({end: to}: Move) => to.flopsPerSecond,
      stroke: colors.decode,
      strokeWidth: 2,
      bend: -20,
      insetEnd: 10
    }),
    Plot.dot([start], {
      x: "intensity",
      y: "flopsPerSecond",
      r: 7,
      fill: colors.paper,
      stroke: colors.decode,
      strokeWidth: 2
    })
  ];
}

interface Move {
  readonly start: PhasePoint;
  readonly end: PhasePoint;
}

function currentMarks(points: readonly PhasePoint[], isNarrow: boolean) {
  const known = points.filter(({flopsPerSecond}) => Number.isFinite(flopsPerSecond));
  return [
    Plot.dot(known, {
      x: "intensity",
      y: "flopsPerSecond",
      r: 8,
      fill: colorOf,
      stroke: colors.paper,
      strokeWidth: 2
    }),
    ...known.map((point) =>
      Plot.text([point], {
        x: "intensity",
        y: "flopsPerSecond",
        text: currentText,
        fill: colorOf,
        fontSize: isNarrow ? 12 : 13,
        fontWeight: 600,
        dx: point.phase === "decode" ? 13 : 0,
        dy: point.phase === "decode" ? 14 : 22,
        textAnchor: point.phase === "decode" ? "start" : "middle",
        stroke: colors.paper,
        strokeWidth: 4
      })
    )
  ];
}

function currentText({phase, tokensPerSecond}: PhasePoint): string {
  const word = phase === "decode" ? "writing" : "reading";
  return `${word} ${formatRate(tokensPerSecond, "tokens/s")}`;
}

/** Attention and weights apart: their FLOPs for each byte, and their seconds. */
function pointText(point: PhasePoint): string {
  const {phase, nTokens, flops, attentionFlops, bytes, kvBytes, seconds} = point;
  const what =
    phase === "decode" ? `decode, batch ${nTokens}` : `prefill, ${axisTokens(nTokens)} tokens`;
  const weights = (flops - attentionFlops) / (bytes - kvBytes);
  return [
    what,
    `${formatRate(point.tokensPerSecond, "tokens/s")}, ${formatSeconds(seconds)} a pass`,
    `weights: ${axisCount(weights)} FLOPs a byte`,
    `attention: ${axisCount(attentionFlops / kvBytes)} FLOPs a byte, ${formatRatio(attentionFlops / flops)} of all FLOPs`
  ].join("\n");
}
