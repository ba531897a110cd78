/** A pasted trace: CSV with the columns arrival, prompt, output. */

import {requestsFromRows, type RequestRow, type Requests} from "./requests.js";

/** Most lines of a trace; a paste beyond it is a mistake. */
export const MAX_TRACE_ROWS = 2_000_000;

/** Columns of a trace with the words that head them, lower-case. */
const COLUMNS = {
  arrivalSeconds: ["arrival", "arrival_seconds", "arrivalseconds", "arrived_at", "timestamp"],
  promptTokens: ["prompt", "prompt_tokens", "prompttokens", "num_prefill_tokens", "contexttokens"],
  outputTokens: ["output", "output_tokens", "outputtokens", "num_decode_tokens", "generatedtokens"]
} as const;

type Field = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as Field[];

/**
 * Requests of a trace in CSV: arrival in seconds, prompt and output in tokens; a line each.
 *
 * A first line of words names the columns in any order (vidur's and Azure's names are known);
 * without one they are arrival, prompt, output. Arrivals count from the first.
 *
 * @throws Error in one sentence that names the line and the field
 * @see https://github.com/Azure/AzurePublicDataset AzureLLMInferenceDataset2023
 * @example parseTrace("arrival,prompt,output\n1.5,100,20\n2,50,8").arrivalSeconds[1] // 0.5
 */
export function parseTrace(text: string): Requests {
  const lines = text.split(/\r\n|\r|\n/);
  const start = lines.findIndex((line) => line.trim() !== "");
  if (start < 0) throw new Error("empty trace: expected lines of arrival,prompt,output");
  if (lines.length - start > MAX_TRACE_ROWS) {
    throw new Error(`trace has too many lines: ${lines.length}`);
  }
  const header = headerOf(lines[start]!);
  const order = header ?? [0, 1, 2];
  const rows: RequestRow[] = [];
  for (let i = header ? start + 1 : start; i < lines.length; i++) {
    if (lines[i]!.trim() !== "") rows.push(rowOf(lines[i]!, {line: i + 1, order}));
  }
  if (rows.length === 0) throw new Error("trace has a header and no requests");
  const first = rows.reduce((least, row) => Math.min(least, row.arrivalSeconds), Infinity);
  return requestsFromRows(
    rows.map((row) => ({...row, arrivalSeconds: row.arrivalSeconds - first}))
  );
}

/** Place of each field in a line; null when the line holds numbers. */
function headerOf(line: string): number[] | null {
  const words = cellsOf(line).map((word) => word.toLowerCase());
  if (!words.some((word) => /[a-z]/.test(word) && Number.isNaN(Number(word)))) return null;
  return FIELDS.map((field) => {
    const place = words.findIndex((word) => (COLUMNS[field] as readonly string[]).includes(word));
    if (place < 0)
      throw new Error(`line 1: missing column ${COLUMNS[field][0]} in "${clip(line)}"`);
    return place;
  });
}

function cellsOf(line: string): string[] {
  return line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function rowOf(line: string, {line: n, order}: {line: number; order: number[]}): RequestRow {
  const cells = cellsOf(line);
  const [arrivalSeconds, promptTokens, outputTokens] = FIELDS.map((field, i) => {
    const name = COLUMNS[field][0];
    const cell = cells[order[i]!];
    if (cell === undefined || cell === "") throw new Error(`line ${n}: missing ${name}`);
    const value = Number(cell);
    const isCount = field !== "arrivalSeconds";
    const isValid = isCount
      ? Number.isInteger(value) && value >= 1 && value <= 1e8
      : value >= 0 && value < Infinity;
    if (isValid) return value;
    const wanted = isCount ? "a whole number of tokens, 1 or more" : "seconds, 0 or more";
    throw new Error(`line ${n}: ${name} is not ${wanted}: ${clip(cell)}`);
  });
  return {
    arrivalSeconds: arrivalSeconds!,
    promptTokens: promptTokens!,
    outputTokens: outputTokens!
  };
}
