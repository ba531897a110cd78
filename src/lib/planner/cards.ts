/** Cards side by side, each in the cheapest number that does the job. */

import type {GpuSpec} from "../gpu.js";
import {shortGpuName} from "../names.js";
import {tryPlan} from "./fixes.js";
import type {Plan} from "./plan.js";
import type {PlanSetup} from "./setup.js";

/** A card with the fewest of it that do the job. */
export interface CardPoint {
  readonly gpuId: string;
  readonly gpuName: string;
  readonly nGpus: number;
  readonly tp: number;
  readonly usdPerMonth: number;
  readonly tpotSeconds: number;
  /** NaN where the card's peak is not published */
  readonly ttftSeconds: number;
  readonly isGood: boolean;
  /** No other card is both cheaper and faster */
  readonly isBest: boolean;
}

const COUNTS: readonly [nGpus: number, tp: number][] = [
  [1, 1],
  [2, 2],
  [2, 1],
  [4, 4],
  [4, 2],
  [4, 1],
  [8, 8],
  [8, 4],
  [8, 2],
  [16, 8]
];

/**
 * Every card with a rent, in the cheapest count that fits and meets the limits; else the cheapest
 * that fits.
 *
 * @see https://en.wikipedia.org/wiki/Pareto_front
 * @example cardPoints({}, [{gpu: {id: "too-small"}, usdPerGpuHour: 1}]) // []
 */
export function cardPoints(setup: PlanSetup, cards: readonly PricedCard[]): CardPoint[] {
  const points = cards.flatMap(({gpu, usdPerGpuHour}) => {
    const plans = COUNTS.map(([nGpus, tp]) => tryPlan({...setup, gpu, usdPerGpuHour, nGpus, tp}))
      .filter((plan): plan is Plan => plan !== null && plan.fits)
      .sort((a, b) => Number(b.isGood) - Number(a.isGood) || a.usdPerMonth - b.usdPerMonth);
    return plans.slice(0, 1).map(pointOf);
  });
  return points
    .map((point) => ({...point, isBest: !points.some((other) => beats(other, point))}))
    .sort((a, b) => a.usdPerMonth - b.usdPerMonth);
}

function pointOf({setup, usdPerMonth, tpot, ttft, isGood}: Plan): Omit<CardPoint, "isBest"> {
  return {
    gpuId: setup.gpu.id,
    gpuName: setup.gpu.name,
    nGpus: setup.nGpus,
    tp: setup.tp,
    usdPerMonth,
    tpotSeconds: tpot.usual,
    ttftSeconds: ttft.usual,
    isGood
  };
}

type Point = Omit<CardPoint, "isBest">;

function beats(a: Point, b: Point): boolean {
  const isNoWorse = a.usdPerMonth <= b.usdPerMonth && a.tpotSeconds <= b.tpotSeconds;
  return isNoWorse && (a.usdPerMonth < b.usdPerMonth || a.tpotSeconds < b.tpotSeconds);
}

/**
 * The lowest rent of each card.
 *
 * @see https://github.com/skypilot-org/skypilot-catalog
 * @example cheapestRents([{gpu: "a", usdPerHour: 3}, {gpu: "a", usdPerHour: 2}]).get("a") // 2
 */
export function cheapestRents(
  rentals: readonly {readonly gpu: string; readonly usdPerHour: number}[]
): ReadonlyMap<string, number> {
  const rents = new Map<string, number>();
  for (const {gpu, usdPerHour} of rentals) {
    rents.set(gpu, Math.min(usdPerHour, rents.get(gpu) ?? Infinity));
  }
  return rents;
}

/** A card with its price. */
export interface PricedCard {
  readonly gpu: GpuSpec;
  readonly usdPerGpuHour: number;
}

/**
 * Cards that somebody rents out, each at its lowest rent, the chosen one at the reader's price;
 * without the texts about their sources, which no worker needs.
 *
 * @see https://github.com/skypilot-org/skypilot-catalog
 * @example rentedCards([{id: "a"}, {id: "b"}], [{gpu: "b", usdPerHour: 2}]).map(({gpu, usdPerGpuHour}) => `${gpu.id} ${usdPerGpuHour}`) // ["b 2"]
 */
export function rentedCards(
  gpus: readonly GpuSpec[],
  rentals: readonly {readonly gpu: string; readonly usdPerHour: number}[],
  chosen?: PricedCard
): PricedCard[] {
  const rents = new Map(cheapestRents(rentals));
  if (chosen) rents.set(chosen.gpu.id, chosen.usdPerGpuHour);
  const others = gpus.filter(({id}) => id !== chosen?.gpu.id);
  return [...others, ...(chosen ? [chosen.gpu] : [])].flatMap((gpu) => {
    const usdPerGpuHour = rents.get(gpu.id);
    if (usdPerGpuHour === undefined) return [];
    return [{gpu: {...gpu, source: "", unverified: "", notes: []}, usdPerGpuHour}];
  });
}

/** Cards to choose between in the page's question. */
const RIVALS = ["l4", "l40s", "a100-sxm-80", "h100-sxm", "h200", "b200"];

/**
 * Names of some well-known cards among the points, with their count.
 *
 * @example rivalCards([{gpuId: "l4", gpuName: "NVIDIA L4 24GB", nGpus: 4, isGood: true}]) // ["4 × L4"]
 */
export function rivalCards(
  points: readonly Pick<CardPoint, "gpuId" | "gpuName" | "nGpus" | "isGood">[]
): string[] {
  const known = points.filter(({gpuId, isGood}) => isGood && RIVALS.includes(gpuId));
  const order = RIVALS.flatMap((id) => known.filter(({gpuId}) => gpuId === id));
  return order.length > 0 ? order.map(pointName) : ["none of them"];
}

/**
 * The cheapest of the rivals that meets the limits.
 *
 * @example cheapestOf([{gpuId: "l4", gpuName: "NVIDIA L4 24GB", nGpus: 4, isGood: true, usdPerMonth: 5}], ["4 × L4"]) // "4 × L4"
 */
export function cheapestOf(
  points: readonly Pick<CardPoint, "gpuId" | "gpuName" | "nGpus" | "isGood" | "usdPerMonth">[],
  rivals: readonly string[]
): string {
  const known = points.filter((point) => point.isGood && rivals.includes(pointName(point)));
  const [first, ...rest] = known;
  if (!first) return rivals[0] ?? "none of them";
  return pointName(rest.reduce((a, b) => (b.usdPerMonth < a.usdPerMonth ? b : a), first));
}

/**
 * A point's card and count in words, for a chart.
 *
 * @example pointName({gpuName: "NVIDIA H100 SXM5 80GB", nGpus: 2}) // "2 × H100 SXM5"
 */
export function pointName({gpuName, nGpus}: Pick<CardPoint, "gpuName" | "nGpus">): string {
  return nGpus === 1 ? shortGpuName(gpuName) : `${nGpus} × ${shortGpuName(gpuName)}`;
}
