import type {HeadSharing} from "../lib/heads.js";
import {formatCount} from "../lib/format.js";
import {colors} from "./colors.js";
import {svg} from "./dom.js";

export interface NamedSharing extends HeadSharing {
  readonly name: string;
}

export interface HeadsChartOptions {
  readonly width?: number;
}

const PANEL = 96;
const QUERY_TOP = 36;
const KV_TOP = 66;
const KV_HEIGHT = 12;

/** Height of the chart, pixels. */
export function headsHeight(models: readonly NamedSharing[]): number {
  return PANEL * models.length;
}

/** Query heads as dots over the KV heads they read: one square each, or one bar for a latent. */
export function headsChart(
  models: readonly NamedSharing[],
  {width = 640}: HeadsChartOptions = {}
): Element {
  const height = headsHeight(models);
  return svg(
    "svg",
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      fill: "currentColor",
      "font-size": 12,
      "font-family": "system-ui, sans-serif"
    },
    models.map((model, i) =>
      svg("g", {transform: `translate(0,${i * PANEL})`}, panel(model, width))
    )
  );
}

function panel(model: NamedSharing, width: number): readonly SVGElement[] {
  const {name, kind, nHeads, nKvHeads, elements} = model;
  const pitch = (width - 2) / nHeads;
  const groupWidth = (width - 2) / nKvHeads;
  const group = nHeads / nKvHeads;
  const queryX = (head: number): number => 1 + (head + 0.5) * pitch;
  const keyX = (head: number): number => 1 + (Math.floor(head / group) + 0.5) * groupWidth;
  const heads = Array.from({length: nHeads}, (_, head) => head);
  const wires = heads.map(
    (head) => `M${round(queryX(head))},${QUERY_TOP}L${round(keyX(head))},${KV_TOP}`
  );
  const radius = Math.min(4, 0.36 * pitch);
  const keyWidth = Math.max(1.5, Math.min(kind === "MLA" ? 160 : 14, 0.7 * groupWidth));
  return [
    svg("text", {x: 0, y: 12, "font-weight": 600}, `${name}, ${kind}`),
    svg(
      "text",
      {x: 0, y: 27, style: `fill:${colors.muted}`},
      caption({nHeads, nKvHeads, kind, elements})
    ),
    svg("path", {
      d: wires.join(""),
      style: `stroke:${colors.muted}`,
      "stroke-width": 0.6,
      fill: "none"
    }),
    svg(
      "g",
      {style: `fill:${colors.decode}`},
      heads.map((head) => svg("circle", {cx: round(queryX(head)), cy: QUERY_TOP, r: round(radius)}))
    ),
    svg(
      "g",
      {style: `fill:${colors.kv}`},
      Array.from({length: nKvHeads}, (_, k) =>
        svg("rect", {
          x: round(1 + (k + 0.5) * groupWidth - keyWidth / 2),
          y: KV_TOP,
          width: round(keyWidth),
          height: KV_HEIGHT,
          rx: 1
        })
      )
    )
  ];
}

function caption({nHeads, nKvHeads, kind, elements}: HeadSharing): string {
  const cached = kind === "MLA" ? "1 latent" : `${nKvHeads} KV`;
  return `${nHeads} query heads, ${cached}: ${formatCount(elements)} numbers cached`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
