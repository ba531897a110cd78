/** Start-up lines of an engine, pasted by the reader. */

import {logFigures, parseEngineLog, type LogFigure, type LogFigures} from "../lib/engines/log.js";
import {el, fill, keep, uid} from "./dom.js";

export interface ReadLog {
  readonly lines: readonly LogFigure[];
  readonly figures: LogFigures;
}

export type LogReaderElement = HTMLElement & {readonly value: ReadLog | null};

/** A box to paste a log into; its value is what was read, or null. `view` it. */
export function logReader(): LogReaderElement {
  return keep("log-reader", makeReader);
}

function makeReader(): LogReaderElement {
  const id = uid("log");
  const area = el("textarea", {
    id,
    rows: 4,
    spellcheck: "false",
    placeholder: "GPU KV cache size: 626,949 tokens"
  });
  const status = el("p", {class: "lab-hint", role: "status"});
  const label = el("label", {for: id}, "Start-up lines of vLLM, SGLang or llama.cpp");
  const element = el("div", {class: "lab-log"}, label, area, status);
  let value: ReadLog | null = null;
  Object.defineProperty(element, "value", {get: () => value});
  area.addEventListener("input", () => {
    value = null;
    if (area.value.trim() === "") fill(status);
    else {
      try {
        const lines = parseEngineLog(area.value);
        value = {lines, figures: logFigures(lines)};
        fill(status, `${lines.length} ${lines.length === 1 ? "figure" : "figures"} read`);
      } catch (error) {
        fill(status, error instanceof Error ? error.message : String(error));
      }
    }
  });
  return element as unknown as LogReaderElement;
}
