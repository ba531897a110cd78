import {isPagePath, newId, plainTitle, type Draft} from "./draft.js";

const KIND = "inference-lab-forks";
const MAX_CHARS = 50_000_000;

/** All drafts as one text that can be taken to another browser. */
export function toArchive(drafts: readonly Draft[]): string {
  return `${JSON.stringify({kind: KIND, version: 1, drafts}, null, 1)}\n`;
}

/** Drafts of such a text, as new ones whose code waits for consent. @throws one sentence */
export function fromArchive(text: string): Draft[] {
  if (text.length > MAX_CHARS) throw new Error(`too large: ${text.length} characters`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("this file is no export of forks: it is not JSON");
  }
  const {kind, drafts} = (typeof json === "object" && json !== null ? json : {}) as {
    kind?: unknown;
    drafts?: unknown;
  };
  if (kind !== KIND || !Array.isArray(drafts)) throw new Error("this file is no export of forks");
  if (drafts.length === 0) throw new Error("there is no fork in this file");
  return drafts.map(draftOf);
}

function draftOf(value: unknown, index: number): Draft {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const text = (name: string) => {
    const field = fields[name];
    if (typeof field !== "string") throw new Error(`fork ${index + 1} of this file has no ${name}`);
    return field;
  };
  const path = text("path");
  if (!isPagePath(path))
    throw new Error(`fork ${index + 1} of this file names no page: ${path.slice(0, 60)}`);
  return {
    id: newId(),
    title: plainTitle(text("title")),
    path,
    source: text("source"),
    base: typeof fields["base"] === "string" ? fields["base"] : null,
    search: typeof fields["search"] === "string" ? fields["search"].slice(0, 20_000) : "",
    storage: {},
    isTrusted: false,
    disk: null,
    revision: 0,
    updated: timeOf(fields["updated"])
  };
}

/** A time that a date can show and that is not ahead of this computer's clock; 0 for anything else. */
function timeOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.min(value, Date.now()) : 0;
}
