import * as Plot from "npm:@observablehq/plot";
import {significant} from "../lib/format/digits.js";
import {formatRatio} from "../lib/format.js";
import type {CardGain} from "../lib/card-speeds.js";
import {colors} from "./colors.js";

export interface CardsChartOptions {
  readonly width?: number;
  /** The card that all are held against */
  readonly base?: string;
}

const ROW = 30;

/** Height of the chart for some cards, pixels. */
export function cardsHeight(nCards: number): number {
  return nCards * ROW + 70;
}

const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const FEW_TICKS = [0.01, 0.1, 1, 10];

/** How much faster than one card others read and write the same model: two dots a card. */
export function cardsChart(
  cards: readonly CardGain[],
  {width = 640, base = ""}: CardsChartOptions = {}
): Element {
  const isNarrow = width < 520;
  const gains = cards.flatMap(({prefillGain, decodeGain}) => [prefillGain, decodeGain]);
  const known = gains.filter((gain) => Number.isFinite(gain));
  const room = isNarrow ? 2.4 : 1.5;
  const [low, high] = [Math.min(...known) / room, Math.max(...known) * room];
  return Plot.plot({
    width,
    height: cardsHeight(cards.length),
    marginLeft: isNarrow ? 84 : 110,
    marginRight: 40,
    marginTop: 26,
    marginBottom: 40,
    x: {
      type: "log",
      domain: [low, high],
      label: `speed over ${base} (times, log scale)`,
      labelArrow: false,
      ticks: (isNarrow ? FEW_TICKS : TICKS).filter((tick) => tick > low && tick < high),
      tickFormat: (gain: number) => formatRatio(gain),
      grid: true
    },
    y: {domain: cards.map(({name}) => name), label: null, tickSize: 0},
    marks: [
      Plot.ruleX([1], {stroke: colors.ink}),
      Plot.ruleY(cards, {y: "name", x1: "prefillGain", x2: "decodeGain", stroke: colors.muted}),
      dots(cards, "prefill"),
      dots(cards, "decode"),
      labels(cards, "prefill"),
      labels(cards, "decode"),
      ...heads(cards)
    ]
  });
}

type Phase = "prefill" | "decode";

function dots(cards: readonly CardGain[], phase: Phase) {
  return Plot.dot(cards, {
    x: `${phase}Gain`,
    y: "name",
    r: 5,
    symbol: phase === "prefill" ? "circle" : "diamond",
    fill: colors[phase]
  });
}

/** The larger figure stands right of its dot, the smaller one left. */
function labels(cards: readonly CardGain[], phase: Phase) {
  const own = ({prefillGain, decodeGain}: CardGain) =>
    phase === "prefill" ? prefillGain : decodeGain;
  const isRight = (card: CardGain) =>
    phase === "decode" ? card.decodeGain >= card.prefillGain : card.prefillGain > card.decodeGain;
  const side = (right: boolean) =>
    Plot.text(
      cards.filter((card) => isRight(card) === right),
      {
        x: `${phase}Gain`,
        y: "name",
        dx: right ? 9 : -9,
        textAnchor: right ? "start" : "end",
        text: (card: CardGain) => `${significant(own(card), 2)}×`,
        fill: colors[phase],
        fontSize: 11
      }
    );
  return Plot.marks(side(true), side(false));
}

/** Names the colours above the card whose dots are furthest apart, away from each other. */
function heads(cards: readonly CardGain[]) {
  const spread = ({prefillGain, decodeGain}: CardGain) =>
    Math.abs(Math.log(prefillGain / decodeGain));
  const widest = [...cards].sort((a, b) => spread(b) - spread(a))[0];
  if (!widest) return [];
  const left = widest.prefillGain < widest.decodeGain ? "prefill" : "decode";
  return (["prefill", "decode"] as const).map((phase) =>
    Plot.text([widest], {
      x: `${phase}Gain`,
      y: "name",
      dy: -13,
      dx: phase === left ? 4 : -4,
      textAnchor: phase === left ? "end" : "start",
      text: () => (phase === "prefill" ? "reads" : "writes"),
      fill: colors[phase],
      fontSize: 11,
      fontWeight: 600
    })
  );
}
