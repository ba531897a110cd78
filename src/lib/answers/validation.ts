import {verdictCounts, type CheckedFigure, type Verdict} from "../checks/figure.js";
import {kvGrowthBytesPerToken, kvProfile} from "../kv.js";
import type {Mistake} from "../mistakes.js";
import type {ModelSpec} from "../model.js";

export interface ValidationAnswer {
  readonly text: string;
  readonly nReproduced: number;
  readonly nFigures: number;
}

/**
 * How many published figures the lab reproduces, in one sentence.
 *
 * @example validationAnswer([{verdict: "reproduced"}, {verdict: "publication differs"}]).text // "1 of 2 published figures are reproduced within their own precision; 1 contradicts its own publication, and the lab fails none."
 */
export function validationAnswer(
  figures: readonly Pick<CheckedFigure, "verdict">[]
): ValidationAnswer {
  const counts = verdictCounts(figures);
  const {reproduced, all, fails, "publication differs": differs} = counts;
  const open = counts["input missing"];
  const contradicting = `${differs} ${differs === 1 ? "contradicts its" : "contradict their"} own publication`;
  const lacking = open > 0 ? `, ${open} ${open === 1 ? "lacks" : "lack"} an input` : "";
  const failing = fails === 0 ? "and the lab fails none" : `and the lab fails ${fails}`;
  const text = `${reproduced} of ${all} published figures are reproduced within their own precision; ${contradicting}${lacking}, ${failing}.`;
  return {text, nReproduced: reproduced, nFigures: all};
}

const words: Readonly<Record<Verdict, string>> = {
  reproduced: "reproduced",
  "publication differs": "whose publication contradicts itself",
  fails: "wrong",
  "input missing": "without an input"
};

/**
 * What became of some figures, in one sentence: for the caption under their chart.
 *
 * @example verdictText([{verdict: "reproduced"}, {verdict: "fails"}]) // "2 figures: 1 reproduced, 1 wrong."
 */
export function verdictText(figures: readonly Pick<CheckedFigure, "verdict">[]): string {
  const {all, ...counts} = verdictCounts(figures);
  const parts = Object.entries(counts).filter(([, n]) => n > 0);
  const said = parts.map(([verdict, n]) => `${n} ${words[verdict as Verdict]}`).join(", ");
  return all === 0 ? "No figure passes these filters." : `${all} figures: ${said}.`;
}

/**
 * A remark as a sentence: a capital and a full stop.
 *
 * @example sentence("the quotient is 7.34") // "The quotient is 7.34."
 */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

/** The slip that is farthest off, as a factor above 1 in either direction. */
export interface WorstSlip extends Pick<Mistake, "name" | "wrong" | "right"> {
  readonly factor: number;
}

/**
 * The slip about a cache that is off by the largest factor, too much or too little; slips that
 * leave nothing have no factor.
 *
 * @example worstSlip([{name: "a", about: "cache", wrong: 1, right: 4, ratio: 0.25}]).factor // 4
 */
export function worstSlip(slips: readonly Mistake[]): WorstSlip {
  const factors = slips
    .filter(({about, ratio}) => about === "cache" && ratio > 0)
    .map(({name, wrong, right, ratio}) => ({
      name,
      wrong,
      right,
      factor: Math.max(ratio, 1 / ratio)
    }));
  const none = {name: "none", wrong: NaN, right: NaN, factor: 1};
  return factors.reduce<WorstSlip>((a, b) => (b.factor > a.factor ? b : a), none);
}

/**
 * Bytes a token of an MLA model in an engine that expands it, and in one that does not.
 *
 * @example expandedAgainstLatent({layout: [], layerKinds: []}).latent // 0
 */
export function expandedAgainstLatent(model: Pick<ModelSpec, "layerKinds" | "layout">) {
  const mla = model.layerKinds.find(({mixer}) => mixer.kind === "mla")?.mixer;
  return {
    nHeads: mla?.kind === "mla" ? mla.nHeads : 0,
    expanded: kvProfile(model, "bf16", {mlaExpanded: true}).growingBytesPerToken,
    latent: kvGrowthBytesPerToken(model, "bf16")
  };
}
