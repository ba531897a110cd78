import type {Sharing} from "../lib/cost/segments.js";
import {colors, patterned, series} from "./colors.js";

/** How the four kinds of prompt text look and are called, in the stack and in the drawing. */
export const sharingWords: Readonly<Record<Sharing, string>> = {
  everyone: "everyone",
  template: "a template",
  user: "one user",
  nobody: "nobody"
};

export const sharingColor: Readonly<Record<Sharing, string>> = {
  everyone: series[0] ?? colors.ink,
  template: series[5] ?? colors.ink,
  user: series[3] ?? colors.ink,
  nobody: colors.overhead
};

/** Called when a chart is drawn: patterns need a document. */
export function sharingFill(sharedBy: Sharing): string {
  return sharedBy === "nobody" ? patterned("overhead") : sharingColor[sharedBy];
}
