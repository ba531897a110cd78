import {lineageOf, titleOf} from "../notebook/lineage.js";
import {isPagePath, newId, plainTitle, type Draft} from "./draft.js";

const MAX_BYTES = 50_000_000;

/**
 * A page that came as a file, as a new draft whose code waits for consent. What it is a fork of
 * stands in its front matter; the shell finds that original when it opens the draft.
 *
 * @throws one sentence
 */
export function fromPageFile(bytes: ArrayBuffer, name: string): Draft {
  const source = textOf(bytes);
  const parent = lineageOf(source)?.of ?? "";
  return {
    id: newId(),
    title: plainTitle(titleOf(source) ?? name.replace(/\.md$/i, "")),
    path: isPagePath(parent) ? parent : "/pages/forks/new",
    source,
    base: null,
    search: "",
    storage: {},
    isTrusted: false,
    disk: null,
    revision: 0,
    updated: Date.now()
  };
}

function textOf(bytes: ArrayBuffer): string {
  if (bytes.byteLength > MAX_BYTES) throw new Error(`too large: ${bytes.byteLength} bytes`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    throw new Error("this file is not text in UTF-8");
  }
  if (text.includes("\0")) throw new Error("this file is not text in UTF-8");
  if (text.trim() === "") throw new Error("this file is empty");
  return text;
}
