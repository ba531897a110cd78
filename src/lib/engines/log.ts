/** Figures that engines print when they start, read back from a pasted log. */

import {
  logPatterns,
  type LogEngine,
  type LogKey,
  type LogPattern,
  type LogWord
} from "./log-patterns.js";

/** What a line of a log says, in base units. */
export interface LogFigure {
  readonly engine: LogEngine;
  readonly key: LogKey | LogWord;
  /** NaN where the line says a word */
  readonly value: number;
  /** Line of the log, from 1 */
  readonly line: number;
  /** The figure or word as printed */
  readonly printed: string;
  /** Whose memory it is, where the line says so */
  readonly device?: string;
  /** Other lines say the same memory in more detail */
  readonly isSummary?: boolean;
}

/** Longest log that is read, characters. */
const MAX_CHARACTERS = 20_000_000;

const words: readonly string[] = ["keyType", "valueType", "isUnified"] satisfies LogWord[];

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
  {engine, pattern, keys, unit = 1, isSummary}: LogPattern
): LogFigure[] {
  const match = text.length > 10_000 ? null : pattern.exec(text);
  if (!match) return [];
  const device = keys[0] === "device" ? match[1] : undefined;
  const more = {...(device === undefined ? {} : {device}), ...(isSummary ? {isSummary} : {})};
  return keys.flatMap((key, i) => {
    const printed = match[i + 1];
    if (printed === undefined || key === "device") return [];
    if (words.includes(key)) return [{engine, key, value: NaN, line, printed, ...more}];
    const value = Number(printed.replaceAll(",", "")) * (key.endsWith("Bytes") ? unit : 1);
    return Number.isFinite(value) ? [{engine, key, value, line, printed, ...more}] : [];
  });
}

/** A log in one figure a name. */
export type LogFigures = Readonly<
  Partial<Record<LogKey, number>> & Partial<Record<LogWord, string>> & {engine: LogEngine}
>;

type Figure = Pick<LogFigure, "engine" | "key" | "value" | "device" | "isSummary"> & {
  readonly printed?: string;
};

/**
 * The figures of a log by name, of the engine of its first line: the last one printed of each.
 *
 * llama.cpp prints memory buffer by buffer. Buffers of weights and of caches are added up over
 * cards and host; the same caches said again in a summary count only where no buffer is printed.
 * Compute buffers are those of the fullest card. Words that differ, as of two caches, stand side by
 * side.
 *
 * @throws TypeError when there are no figures
 * @see https://github.com/ggml-org/llama.cpp/discussions/15396 (a log in full)
 * @example logFigures([{engine: "vllm", key: "nBlocks", value: 7}]) // {"engine": "vllm", "nBlocks": 7}
 */
export function logFigures(figures: readonly Figure[]): LogFigures {
  const first = figures[0];
  if (!first) throw new TypeError("log without figures");
  const own = figures.filter(({engine}) => engine === first.engine);
  const keys = [...new Set(own.map(({key}) => key))];
  const pairs = keys.map((key) => [key, valueOf(own.filter((figure) => figure.key === key))]);
  const known = pairs.filter(([, value]) => value !== undefined);
  return {engine: first.engine, ...(Object.fromEntries(known) as Partial<LogFigures>)};
}

function valueOf(figures: readonly Figure[]): number | string | undefined {
  const {engine, key, value} = figures.at(-1)!;
  if (words.includes(key)) return [...new Set(figures.map(({printed}) => printed))].join(", ");
  if (engine !== "llama.cpp" || !key.endsWith("Bytes")) return value;
  if (key === "computeBytes") return fullestCard(figures);
  const buffers = figures.filter(({isSummary}) => !isSummary);
  return (buffers.length > 0 ? buffers : figures).reduce((sum, {value}) => sum + value, 0);
}

/** The most that a card holds, each by its last word; undefined where only the host is named. */
function fullestCard(figures: readonly Figure[]): number | undefined {
  const cards = figures.filter(({device = ""}) => !/^CPU|Host$/.test(device));
  const last = new Map(cards.map(({device, value}) => [device, value]));
  return last.size === 0 ? undefined : Math.max(...last.values());
}
