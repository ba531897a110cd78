/** Wrong figures that were published, each made again by naming the mistake. */

import {byId} from "../by-id.js";
import {llamaCppPlan} from "../engines/llamacpp-plan.js";
import {kvBytes, kvProfile} from "../kv.js";
import type {LayerPlan} from "../layers.js";
import type {ModelSpec} from "../model.js";
import {published, type CaseRow, type CaseUnit} from "./published-cases.js";
import {slipped, slips} from "./slips.js";

/** A published wrong figure beside ours with the mistake and ours without. */
export interface PublicCase {
  /** Model and inputs */
  readonly what: string;
  readonly source: string;
  /** What went wrong, in the words of the slips */
  readonly mistake: string;
  readonly unit: CaseUnit;
  readonly publishedWrong: number;
  readonly wrong: number;
  /** null where the report has no right figure for the same thing */
  readonly publishedRight: number | null;
  readonly right: number;
  /** With the mistake ours is the published figure, within its last printed digit */
  readonly isExplained: boolean;
  /** What to know about the case; empty when there is nothing */
  readonly note: string;
}

const unitBytes: Readonly<Record<CaseUnit, number>> = {
  "B/token": 1,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  GB: 1e9
};

/**
 * Every published case, worked out twice: with its mistake and without.
 *
 * @throws Error naming a model that the catalog lacks
 * @see the source of each row
 * @example publicCases.length // 1
 */
export function publicCases(models: readonly ModelSpec[]): PublicCase[] {
  return published.map((row) => caseOf(row, models));
}

function caseOf(row: CaseRow, models: readonly ModelSpec[]): PublicCase {
  const {what, source, unit, tooWide = 1, note = ""} = row;
  const model = typeof row.model === "string" ? byId(models, row.model) : row.model;
  const size = unitBytes[unit];
  const wrong = (tooWide * bytesOf(slipped(model, row.slips), row)) / size;
  return {
    what,
    source,
    mistake: mistakeOf(row),
    unit,
    publishedWrong: row.wrong,
    wrong,
    publishedRight: row.right,
    right: bytesOf(model, row) / size,
    isExplained: Math.abs(wrong - row.wrong) <= 0.5 * 10 ** -row.decimals,
    note
  };
}

function mistakeOf({slips: names, tooWide}: CaseRow): string {
  const words: string[] = names.map((name) => slips[name].name);
  if (tooWide !== undefined) words.push(`elements of ${2 * tooWide} bytes for 2`);
  return words.join("; ");
}

/** In llama.cpp windows keep a batch beside; elsewhere the ideal, min(S, W). */
function bytesOf(
  plan: LayerPlan,
  {contextTokens, nSequences = 1, nUbatch, dtype = "bf16", nDrafts = 0}: CaseRow
): number {
  if (nUbatch !== undefined && contextTokens !== null) {
    return llamaCppPlan(plan, {contextTokens, nUbatch, typeK: dtype, typeV: dtype}).totalBytes;
  }
  const profile = kvProfile(plan, dtype, {nMtpLayers: nDrafts});
  if (contextTokens === null) return profile.growingBytesPerToken;
  return nSequences * kvBytes(profile, contextTokens);
}

/**
 * The mistakes of some cases, most frequent first, after the choice of all.
 *
 * @example mistakeOptions([{mistake: "a; b"}, {mistake: "b"}])[1] // {"value": "b", "label": "b (2)"}
 */
export function mistakeOptions(
  cases: readonly Pick<PublicCase, "mistake">[]
): {readonly value: string; readonly label: string}[] {
  const counts = new Map<string, number>();
  const words = cases.flatMap(({mistake}) => mistake.split("; "));
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const options = [...counts].sort(([, a], [, b]) => b - a);
  return [
    {value: "all", label: "all mistakes"},
    ...options.map(([value, n]) => ({value, label: `${value} (${n})`}))
  ];
}
