/** A GGUF file of the reader's: only its header is read, in this browser. */

import {parseGgufHeader, typeShares, type TypeShare} from "../lib/gguf/header.js";
import {fromGguf} from "../lib/gguf/model.js";
import type {ModelSpec} from "../lib/model.js";
import {el, fill, keep, uid} from "./dom.js";

export interface GgufFile {
  readonly name: string;
  readonly model: ModelSpec;
  readonly shares: readonly TypeShare[];
  /** Exact bytes of all tensors */
  readonly weightBytes: number;
}

export type GgufDropElement = HTMLElement & {readonly value: GgufFile | null};

/** First piece of a file that is read, and the most of it. */
const FIRST_BYTES = 4 * 2 ** 20;
const MOST_BYTES = 256 * 2 ** 20;

/** A place to drop a GGUF file on; its value is the file, or null. `view` it. */
export function ggufDrop(): GgufDropElement {
  return keep("gguf-drop", makeDrop);
}

function makeDrop(): GgufDropElement {
  const id = uid("gguf");
  const input = el("input", {type: "file", id, accept: ".gguf"});
  const status = el("p", {class: "lab-hint", role: "status"});
  const label = el("label", {for: id}, "A GGUF file (its header alone is read, nothing is sent)");
  const drop = el("button", {type: "button", class: "lab-quiet", hidden: true}, "Forget the file");
  const element = el("div", {class: "lab-drop"}, label, input, drop, status);
  let value: GgufFile | null = null;
  Object.defineProperty(element, "value", {get: () => value});

  const show = (next: GgufFile | null, text: string) => {
    value = next;
    drop.hidden = next === null;
    fill(status, text);
    element.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const read = await readGguf(file);
      show(read, `${read.model.name}: ${read.model.layout.length} layers`);
    } catch (error) {
      show(null, error instanceof Error ? error.message : String(error));
    }
  };
  input.addEventListener("input", (event) => event.stopPropagation());
  input.addEventListener("change", () => void take(input.files?.[0]));
  drop.addEventListener("click", () => {
    input.value = "";
    show(null, "");
  });
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
  return element as unknown as GgufDropElement;
}

/** Reads as much of a file as its header needs. */
export async function readGguf(file: Pick<File, "name" | "size" | "slice">): Promise<GgufFile> {
  for (let size = FIRST_BYTES; ; size *= 4) {
    const bytes = new Uint8Array(await file.slice(0, size).arrayBuffer());
    const header = parseGgufHeader(bytes);
    if (header) {
      const shares = typeShares(header.tensors);
      const weightBytes = shares.reduce((sum, share) => sum + share.bytes, 0);
      return {name: file.name, model: fromGguf(header), shares, weightBytes};
    }
    if (size >= file.size || size >= MOST_BYTES)
      throw new Error("GGUF file ends inside its header");
  }
}
