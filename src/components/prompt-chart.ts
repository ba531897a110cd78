import * as Plot from "npm:@observablehq/plot";
import type {PromptHits, Segment, Sharing} from "../lib/cost/segments.js";
import {axisCount} from "../lib/format/axis.js";
import {formatCount, formatPercent} from "../lib/format.js";
import {colors, patterned} from "./colors.js";
import {el} from "./dom.js";
import {legend, type LegendItem} from "./legend.js";
import {sharingFill, sharingWords} from "./sharing.js";

export interface PromptChartOptions {
  readonly width?: number;
  readonly hits: PromptHits;
  readonly blockTokens: number;
  readonly minTokens: number;
}

interface Piece {
  readonly row: "prompt" | "cache";
  readonly from: number;
  readonly to: number;
  readonly fill: string;
  readonly opacity: number;
  readonly text: string;
  readonly title: string;
}

const HEIGHT = 168;
const SIDE = 12;
const CHAR = 6.8;
/** Ruler marks closer than this many pixels stand for several steps. */
const MIN_STEP = 3;

/**
 * A prompt from its first token to its last: segments by who shares them, below them what the cache
 * holds of it, above them the ruler of cache steps with the smallest prefix.
 */
export function promptChart(
  segments: readonly Segment[],
  {width = 640, hits, blockTokens, minTokens}: PromptChartOptions
): Element {
  const {promptTokens} = hits;
  const pixels = (tokens: number) => (tokens / Math.max(1, promptTokens)) * (width - 2 * SIDE);
  const pieces = [...segmentPieces(segments), ...cachePieces(hits)];
  const step = blockTokens * Math.max(1, Math.ceil(MIN_STEP / Math.max(1e-9, pixels(blockTokens))));
  const fits = ({from, to, text}: Piece) => pixels(to - from) > text.length * CHAR;
  const chart = Plot.plot({
    width,
    height: HEIGHT,
    marginLeft: SIDE,
    marginRight: SIDE,
    marginTop: 22,
    marginBottom: 36,
    style: {fontSize: "12px", overflow: "visible"},
    color: {type: "identity"},
    opacity: {type: "identity"},
    x: {
      label: "tokens from the start of the prompt →",
      labelAnchor: "right",
      domain: [0, Math.max(1, promptTokens)],
      tickFormat: axisCount,
      ticks: width < 500 ? 4 : 8
    },
    y: {axis: null, domain: ["ruler", "prompt", "cache"], padding: 0.12},
    marks: [
      ruler(promptTokens, step),
      Plot.barX(pieces, {
        x1: "from",
        x2: "to",
        y: "row",
        fill: "fill",
        fillOpacity: "opacity",
        stroke: colors.paper,
        title: "title",
        tip: true
      }),
      Plot.text(pieces.filter(fits), {
        x: ({from, to}: Piece) => (from + to) / 2,
        y: "row",
        text: "text",
        fill: "currentColor",
        stroke: colors.paper,
        strokeWidth: 4
      }),
      minTokens > 0 && minTokens < promptTokens ? smallestPrefix(minTokens) : null
    ]
  });
  return el("div", {}, legend(promptItems(segments), {width}), chart);
}

function promptItems(segments: readonly Segment[]): readonly LegendItem[] {
  const shares = [...new Set(segments.map(({sharedBy}) => sharedBy))];
  const items = shares.map((sharing) => ({
    label: `shared by ${sharingWords[sharing]}`,
    fill: sharingFill(sharing)
  }));
  const label = "in the cache, paler where rarely warm";
  return [...items, {label, fill: patterned("cached", "dots")}];
}

/** A mark at each step of the cache. */
function ruler(promptTokens: number, step: number) {
  const places = Array.from({length: Math.floor(promptTokens / step) + 1}, (_, i) => i * step);
  return Plot.tickX(places, {
    x: (d: number) => d,
    y: () => "ruler",
    stroke: colors.muted,
    insetTop: 16,
    strokeWidth: 0.75
  });
}

function smallestPrefix(minTokens: number): Plot.Markish[] {
  return [
    Plot.ruleX([minTokens], {stroke: "currentColor", strokeWidth: 1.5}),
    Plot.text([minTokens], {
      x: (d: number) => d,
      frameAnchor: "top",
      text: () => `smallest prefix ${formatCount(minTokens)}`,
      textAnchor: "start",
      dx: 4,
      dy: -14
    })
  ];
}

function segmentPieces(segments: readonly Segment[]): Piece[] {
  let from = 0;
  return segments.map(({name, tokens, sharedBy}: Segment & {sharedBy: Sharing}) => {
    const piece = {from, to: from + tokens, fill: sharingFill(sharedBy), opacity: 0.85};
    from += tokens;
    const title = `${name}: ${formatCount(tokens)} tokens, shared by ${sharingWords[sharedBy]}`;
    return {row: "prompt" as const, ...piece, text: name, title};
  });
}

function cachePieces({prefixes}: PromptHits): Piece[] {
  return prefixes
    .map((prefix, i) => ({...prefix, from: prefixes[i - 1]?.cachedTokens ?? 0}))
    .filter(({from, cachedTokens}) => cachedTokens > from)
    .map(({from, cachedTokens, warmProbability, sharedBy}) => ({
      row: "cache" as const,
      from,
      to: cachedTokens,
      fill: patterned("cached", "dots"),
      opacity: 0.15 + 0.85 * warmProbability,
      text: `${formatPercent(warmProbability)} warm`,
      title: `up to token ${formatCount(cachedTokens)}, shared by ${sharedBy}: cached with ${formatPercent(warmProbability)} probability`
    }));
}
