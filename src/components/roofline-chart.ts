import * as Plot from "npm:@observablehq/plot";
import {axisCount, axisTokens} from "../lib/format/axis.js";
import {formatCount, formatPercent, formatRate, formatSeconds} from "../lib/format.js";
import type {PhasePoint, Roof, Roofline} from "../lib/phases.js";
import type {RoofPicture} from "../lib/roof-picture.js";
import {colors} from "./colors.js";

export interface RooflineOptions {
  readonly width?: number;
  readonly height?: number;
  /** Readers from which multiplying takes longer than reading weights; Infinity names none */
  readonly criticalBatch?: number;
}

const X: readonly [number, number] = [0.5, 500000];
/** How far the flat roofs reach left of their own ridge is cut by the slope. */
const HEADROOM = 2.2;
const FOOT = 0.35;

/** Height of the chart, pixels; what a figure holds free for it. */
export const rooflineHeight = 430;

/** Both phases as points under the roof of a group of cards, both axes logarithmic. */
export function rooflineChart(
  data: RoofPicture,
  {width = 640, height = rooflineHeight, criticalBatch = Infinity}: RooflineOptions = {}
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
      ticks: [1, 10, 100, 1000, 10000, 100000],
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
      ...roofMarks(data, {isNarrow, bottom, criticalBatch}),
      ...phaseMarks(data.decode, {isNarrow, current: data.current}),
      ...phaseMarks(data.prefill, {isNarrow, current: data.current}),
      ...moveMarks(data),
      ...currentMarks(data.current, isNarrow),
      Plot.tip([...data.decode, ...data.prefill, ...data.current], Plot.pointer(tipOptions))
    ]
  });
}

const tipOptions = {
  x: "intensity",
  y: "flopsPerSecond",
  title: pointText,
  maxRadius: 30,
  lineHeight: 1.25
} as const;

function decades(low: number, high: number): readonly number[] {
  const first = Math.ceil(Math.log10(low));
  const n = Math.floor(Math.log10(high)) - first + 1;
  return Array.from({length: n}, (_, i) => 10 ** (first + i));
}

interface RoofFrame {
  readonly isNarrow: boolean;
  readonly bottom: number;
  readonly criticalBatch: number;
}

function roofMarks({roofline, mfu, mbu}: RoofPicture, frame: RoofFrame) {
  const {isNarrow} = frame;
  const {bytesPerSecond, roof, ridge} = roofline;
  const reach = {
    bytesPerSecond: bytesPerSecond * mbu,
    roof: roof && {...roof, flopsPerSecond: roof.flopsPerSecond * mfu}
  };
  return [
    ...roofline.others.flatMap((other) => otherRoof(other, {bytesPerSecond, isNarrow})),
    Plot.line(roofPath({bytesPerSecond, roof}), {stroke: colors.ink, strokeWidth: 2, clip: true}),
    Plot.line(roofPath(reach), {
      stroke: colors.ink,
      strokeWidth: 1,
      strokeDasharray: "4 3",
      clip: true
    }),
    Plot.text([[SLOPE_LABEL, bytesPerSecond * SLOPE_LABEL]], {
      text: [formatRate(bytesPerSecond, "B/s")],
      ...LABEL,
      dx: -9,
      dy: -5,
      textAnchor: "end"
    }),
    ...(roof ? ridgeMarks(roof, {...frame, ridge}) : [])
  ];
}

const LABEL = {fill: "currentColor", fontSize: 12} as const;
/** Where on the slope its label stands, FLOPs a byte. */
const SLOPE_LABEL = 6;

type Path = readonly (readonly [number, number])[];

function roofPath({bytesPerSecond, roof}: Pick<Roofline, "bytesPerSecond" | "roof">): Path {
  const slope = (intensity: number) => [intensity, bytesPerSecond * intensity] as const;
  if (roof === null) return [slope(X[0]), slope(X[1])];
  const ridge = roof.flopsPerSecond / bytesPerSecond;
  return [slope(X[0]), slope(ridge), [X[1], roof.flopsPerSecond]];
}

function roofText({dtypes, flopsPerSecond}: Roof, isNarrow: boolean): string {
  const names = dtypes.join(", ");
  return isNarrow ? names : `${names} ${formatRate(flopsPerSecond, "FLOP/s")}`;
}

function otherRoof(
  roof: Roof,
  {bytesPerSecond, isNarrow}: {readonly bytesPerSecond: number; readonly isNarrow: boolean}
) {
  const {flopsPerSecond} = roof;
  const path: Path = [
    [flopsPerSecond / bytesPerSecond, flopsPerSecond],
    [X[1], flopsPerSecond]
  ];
  return [
    Plot.line(path, {stroke: colors.muted, strokeWidth: 1, strokeOpacity: 0.5}),
    Plot.text([path[1]], {
      text: [roofText(roof, isNarrow)],
      fill: colors.muted,
      fontSize: 11,
      textAnchor: "end",
      dy: -7
    })
  ];
}

interface RidgeFrame extends RoofFrame {
  readonly ridge: number;
}

function ridgeMarks(roof: Roof, {ridge, bottom, isNarrow, criticalBatch}: RidgeFrame) {
  const {flopsPerSecond} = roof;
  const batch =
    criticalBatch === Infinity ? "" : `\ncritical batch ${formatCount(Math.round(criticalBatch))}`;
  return [
    Plot.ruleX([ridge], {
      y1: bottom,
      y2: flopsPerSecond,
      stroke: colors.muted,
      strokeDasharray: "2 3"
    }),
    Plot.text([[ridge, bottom]], {
      text: [`ridge: ${formatCount(Math.round(ridge))} FLOPs a byte${batch}`],
      fill: colors.ink,
      fontSize: 12,
      dx: 6,
      dy: -6,
      textAnchor: "start",
      lineAnchor: "bottom",
      lineHeight: 1.2,
      stroke: colors.paper,
      strokeWidth: 4
    }),
    Plot.text([[X[1], flopsPerSecond]], {
      text: [roofText(roof, isNarrow)],
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
  return [
    Plot.line(points, {
      x: "intensity",
      y: "flopsPerSecond",
      stroke: colorOf,
      z: "phase",
      strokeWidth: 1.5
    }),
    Plot.dot(points.filter(isLabelled), {
      x: "intensity",
      y: "flopsPerSecond",
      fill: colorOf,
      r: 3.5
    }),
    ...pointLabels(apart(points.filter((point) => isLabelled(point) && isOther(point))), isNarrow)
  ];
}

/** Batches and prompts with a dot and a name; between them runs the line alone. */
const LABELLED = {decode: [1, 8, 64, 256], prefill: [16, 128, 1024, 8192]};

/** Points without those that the next one's name would cover. */
function apart(points: readonly PhasePoint[]): PhasePoint[] {
  const ratio = (a: number, b: number) => Math.abs(Math.log(a / b));
  return points.filter((point, i) => {
    const next = points[i + 1];
    const isFree =
      !next ||
      ratio(next.flopsPerSecond, point.flopsPerSecond) > 0.4 ||
      ratio(next.intensity, point.intensity) > 1.5;
    return isFree;
  });
}

function isLabelled({phase, nTokens}: PhasePoint): boolean {
  return LABELLED[phase].includes(nTokens);
}

/** Batches stand right of their points, prompts above; on the slope, left of them. */
const PLACES = {
  right: {dx: 7, dy: 9, textAnchor: "start"},
  above: {dx: 0, dy: -11, textAnchor: "middle"},
  left: {dx: -12, dy: -12, textAnchor: "end"}
} as const;

function placeOf({phase, bound}: PhasePoint): keyof typeof PLACES {
  if (phase === "decode") return "right";
  return bound === "compute" ? "above" : "left";
}

function pointLabels(points: readonly PhasePoint[], isNarrow: boolean) {
  const places = [...new Set(points.map(placeOf))];
  return places.map((place) =>
    Plot.text(
      points.filter((point) => placeOf(point) === place),
      {
        x: "intensity",
        y: "flopsPerSecond",
        text: (point: PhasePoint) => shortText(point, isNarrow),
        fill: colorOf,
        fontSize: 11,
        stroke: colors.paper,
        strokeWidth: 3,
        ...PLACES[place]
      }
    )
  );
}

/** Closer than a label is wide. */
function isNear(a: PhasePoint, b: PhasePoint): boolean {
  return Math.abs(Math.log(a.intensity / b.intensity)) < Math.log(1.6);
}

function shortText({phase, nTokens}: PhasePoint, isNarrow: boolean): string {
  if (phase === "prefill") return isNarrow ? axisTokens(nTokens) : `prompt ${axisTokens(nTokens)}`;
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
        text: () => currentText(point, isNarrow),
        lineAnchor: "top",
        fill: colorOf,
        fontSize: isNarrow ? 12 : 13,
        fontWeight: 600,
        ...currentShift(point),
        stroke: colors.paper,
        strokeWidth: 4
      })
    )
  ];
}

/** Below its point; far to the right it ends there. */
function currentShift({phase, intensity}: PhasePoint) {
  if (phase === "decode")
    return {dx: 13, dy: intensity > 50 ? 26 : 8, textAnchor: "start"} as const;
  if (intensity > 3000) return {dx: 24, dy: 13, textAnchor: "end"} as const;
  return {dx: 0, dy: 13, textAnchor: "middle"} as const;
}

function currentText({phase, nTokens, tokensPerSecond}: PhasePoint, isNarrow: boolean): string {
  const speed = formatRate(tokensPerSecond, "tokens/s");
  if (phase === "prefill") return `reading${isNarrow ? "\n" : " "}${speed}`;
  return `writing ${speed}${nTokens > 1 ? " in all" : ""}`;
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
    `attention: ${axisCount(attentionFlops / kvBytes)} FLOPs a byte, ${formatPercent(attentionFlops / flops)} of all FLOPs`
  ].join("\n");
}
