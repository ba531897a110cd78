/** What a page must say of a model before its figures are believed. */

import type {ModelSpec} from "./model.js";

/** What the catalog says of a row beside its shape. */
export interface RowMarks {
  readonly unverifiedFields: readonly string[];
  readonly notes: readonly string[];
}

/** The row's own word for "the notes say what". */
const SEE_NOTES = "see notes";

/**
 * The marks on a model's data in words: parts without a formula, fields not read in their source,
 * with the row's notes where the row points to them. Empty when there is nothing to say.
 *
 * @example modelNote({name: "X", notModelled: [], published: null}, {unverifiedFields: ["vocab"], notes: []}) // "X: not read in its source: vocab."
 */
export function modelNote(
  model: Pick<ModelSpec, "name" | "notModelled" | "published">,
  {unverifiedFields, notes}: RowMarks = {unverifiedFields: [], notes: []}
): string {
  const {name, notModelled, published} = model;
  const marks: string[] = [];
  if (notModelled.length > 0) {
    const isKnown = published !== null && published.totalParams !== null;
    const instead = isKnown ? "the published total stands for the weights" : "weights not known";
    marks.push(`no sourced formula for ${notModelled.join(", ")}: ${instead}`);
  }
  const unread = unverifiedFields.filter((field) => field !== SEE_NOTES);
  if (unread.length > 0) marks.push(`not read in its source: ${unread.join(", ")}`);
  if (unread.length < unverifiedFields.length) marks.push(...notes);
  return marks.length === 0 ? "" : `${name}: ${marks.join("; ")}.`;
}
