import type {BillPart} from "../lib/cost/compare.js";
import type {Tier} from "../lib/cost/price-file.js";
import {colors, patterned} from "./colors.js";

/** How a tier and a part of a bill look and are called, on all charts of money. */

export type AnyTier = Tier | "self-hosted";

export const tierColor: Readonly<Record<AnyTier, string>> = {
  flagship: colors.flagship,
  mid: colors.mid,
  small: colors.small,
  "self-hosted": colors.selfHosted
};

export interface PartStyle {
  readonly label: string;
  readonly fill: string;
}

/** Called when a chart is drawn: patterns need a document. */
export function partStyles(): Readonly<Record<BillPart, PartStyle>> {
  return {
    uncached: {label: "uncached input", fill: colors.uncached},
    cached: {label: "cached input", fill: patterned("cached", "dots")},
    written: {label: "cache writes", fill: patterned("written", "cross")},
    output: {label: "output", fill: colors.output},
    used: {label: "cards at work", fill: colors.selfHosted},
    idle: {label: "cards idle", fill: patterned("idle")}
  };
}
