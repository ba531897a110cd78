/** Figures that engines print when they start, read back from a pasted log. */

import {logPatterns, type LogEngine, type LogKey, type LogPattern} from "./log-patterns.js";

/** What a line of a log says, in base units. */
export interface LogFigure {
  readonly engine: LogEngine;
  readonly key: LogKey;
  readonly value: number;
  /** Line of the log, from 1 */
  readonly line: number;
  /** The figure as printed */
  readonly printed: string;
}

/** Longest log that is read, characters. */
const MAX_CHARACTERS = 20_000_000;

/**
 * Every figure of a log that is known, in order of appearance.
 *
 * Sizes that vLLM and SGLang print as GB are GiB.
 *
 * @throws Error in one sentence when nothing is recognised or the text is far too long
 * @see https://github.com/vllm-project/vllm/issues/10517 (a log in full)
 * @example parseEngineLog("INFO: GPU KV cache size: 626,949 tokens")[0].value // 626949
 */
export function parseEngineLog(text: string): LogFigure[] {
  if (text.length > MAX_CHARACTERS) {
    throw new RangeError(`log is too long: ${text.length} characters`);
  }
  const figures = text
    .split(/\r\n|\r|\n/)
    .flatMap((line, i) => logPatterns.flatMap((pattern) => figuresOf(line, i + 1, pattern)));
  if (figures.length > 0) return figures;
  throw new Error("no line of a vLLM, SGLang or llama.cpp start-up log found");
}

function figuresOf(
  text: string,
  line: number,
  {engine, pattern, keys, unit}: LogPattern
): LogFigure[] {
  const match = text.length > 10_000 ? null : pattern.exec(text);
  if (!match) return [];
  return keys.flatMap((key, i) => {
    const printed = match[i + 1];
    if (printed === undefined) return [];
    const value = Number(printed.replaceAll(",", "")) * (key.endsWith("Bytes") ? (unit ?? 1) : 1);
    return Number.isFinite(value) ? [{engine, key, value, line, printed}] : [];
  });
}

/**
 * The figures of a log by name; sums of what is printed card by card or buffer by buffer in
 * llama.cpp, else the last one printed.
 *
 * @see https://github.com/ggml-org/llama.cpp/discussions/15396 (a log in full)
 * @example logFigures([{engine: "vllm", key: "nBlocks", value: 7}]) // {"nBlocks": 7}
 */
export function logFigures(
  figures: readonly Pick<LogFigure, "engine" | "key" | "value">[]
): Partial<Record<LogKey, number>> {
  const found: Partial<Record<LogKey, number>> = {};
  for (const {engine, key, value} of figures) {
    const isPart = engine === "llama.cpp" && key.endsWith("Bytes");
    found[key] = isPart ? (found[key] ?? 0) + value : value;
  }
  return found;
}
