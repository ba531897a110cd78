/** What a page must say of a model before its figures are believed. */

import type {ModelSpec} from "./model.js";

/**
 * The marks on a model's data in words: parts without a formula, fields not read in their source.
 * Empty when there is nothing to say.
 *
 * @example modelNote({name: "X", notModelled: [], published: null}, ["vocab"]) // "X: not read in its source: vocab."
 */
export function modelNote(
  model: Pick<ModelSpec, "name" | "notModelled" | "published">,
  unverifiedFields: readonly string[] = []
): string {
  const {name, notModelled} = model;
  const notes: string[] = [];
  if (notModelled.length > 0) {
    const isKnown = model.published?.totalParams != null;
    const instead = isKnown ? "the published total stands for the weights" : "weights not known";
    notes.push(`no sourced formula for ${notModelled.join(", ")}: ${instead}`);
  }
  if (unverifiedFields.length > 0)
    notes.push(`not read in its source: ${unverifiedFields.join(", ")}`);
  return notes.length === 0 ? "" : `${name}: ${notes.join("; ")}.`;
}
