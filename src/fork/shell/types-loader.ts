import {useTypeScript, type StripTypes} from "../compiler/typescript.js";
import {fenceOf} from "../notebook/fence.js";
import type {Notebook} from "../notebook/notebook.js";
import type {Site} from "./site.js";

let loaded: Promise<void> | null = null;

/** Whether a notebook has a cell with types, and what strips them has to be loaded. */
export function needsTypeScript({cells}: Notebook): boolean {
  return cells.some(({text}) => /^ {0,3}(`{3,}|~{3,})[ \t]*ts\b/im.test(text) && fenceOf(text));
}

export function loadTypeScript(site: Site): Promise<void> {
  loaded ??= import(site.parts.typescript).then(({strip}: {strip: StripTypes}) =>
    useTypeScript(strip)
  );
  return loaded;
}
