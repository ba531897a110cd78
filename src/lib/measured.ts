/** Measured speeds that the roofline is held against: decode, scaling over cards, matrix products. */

import {weightDtypes, type WeightDtype} from "./dtype.js";

/** One reader's decode speed, as somebody measured it. */
export interface MeasuredDecode {
  readonly id: string;
  readonly modelId: string;
  readonly gpuId: string;
  readonly weightDtype: WeightDtype;
  readonly nGpus: number;
  readonly tokensPerSecond: number;
  /** Bytes that the source counts as moved for one token; null where it does not say */
  readonly bytesPerToken: number | null;
  /** Which bytes these are, in words */
  readonly counts: string;
  readonly source: string;
  readonly retrieved: string;
}

/** Best rate of a plain matrix product, beside the peak that its source compares it with. */
export interface MeasuredMatmul {
  readonly gpuId: string;
  readonly dtype: "bf16" | "fp8";
  readonly flopsPerSecond: number;
  readonly peakFlopsPerSecond: number;
  /** Measured over peak, 0 to 1 */
  readonly mfu: number;
  readonly source: string;
  readonly retrieved: string;
}

/** Prompt tokens that a serving engine read per second, on each card of its group. */
export interface MeasuredPrefill {
  readonly modelId: string;
  readonly gpuId: string;
  readonly weightDtype: WeightDtype;
  readonly tokensPerSecondPerGpu: number;
  readonly source: string;
  readonly retrieved: string;
}

/** What /data/measured.json holds. */
export interface MeasuredFile {
  readonly decode: readonly MeasuredDecode[];
  readonly prefill: readonly MeasuredPrefill[];
  readonly scaling: readonly MeasuredDecode[];
  readonly matmul: readonly MeasuredMatmul[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The measured file in base units, from raw/measured.json.
 *
 * @throws TypeError or RangeError that names the row and the field
 * @example fromMeasuredRows({decode: [], prefill: [], scaling: [], matmul: []}).decode // []
 */
export function fromMeasuredRows(file: unknown): MeasuredFile {
  const lists = fieldsOf(file, "measured file");
  return {
    decode: listField(lists, "decode").map(decodeRow),
    prefill: listField(lists, "prefill").map(prefillRow),
    scaling: listField(lists, "scaling").map(decodeRow),
    matmul: listField(lists, "matmul").flatMap(matmulRows)
  };
}

/**
 * Share of a card's peak bandwidth that a measured decode speed amounts to.
 *
 * tokens/s · bytes a token / BW.
 *
 * @see https://www.databricks.com/blog/llm-inference-performance-engineering-best-practices "MBU"
 * @example measuredMbu({tokensPerSecond: 104.9, bytesPerToken: 13.32e9}, {hbmBytesPerSecond: 2039e9}) // 0.6852711
 */
export function measuredMbu(
  {tokensPerSecond, bytesPerToken}: Pick<MeasuredDecode, "tokensPerSecond" | "bytesPerToken">,
  {hbmBytesPerSecond}: {readonly hbmBytesPerSecond: number}
): number {
  return (tokensPerSecond * (bytesPerToken ?? NaN)) / hbmBytesPerSecond;
}

function decodeRow(row: unknown): MeasuredDecode {
  const fields = fieldsOf(row, "measured row");
  const nGpus = fields.nGpus === undefined ? 1 : positive(fields, "nGpus");
  return {
    id: fields.id === undefined ? `${text(fields, "model")} on ${nGpus}` : text(fields, "id"),
    modelId: text(fields, "model"),
    gpuId: text(fields, "gpu"),
    weightDtype: weightDtypeOf(fields),
    nGpus,
    tokensPerSecond: positive(fields, "tokensPerSecond"),
    bytesPerToken: fields.weightGB === undefined ? null : positive(fields, "weightGB") * 1e9,
    counts: fields.counts === undefined ? "" : text(fields, "counts"),
    source: text(fields, "source"),
    retrieved: text(fields, "retrieved")
  };
}

function prefillRow(row: unknown): MeasuredPrefill {
  const fields = fieldsOf(row, "measured row");
  return {
    modelId: text(fields, "model"),
    gpuId: text(fields, "gpu"),
    weightDtype: weightDtypeOf(fields),
    tokensPerSecondPerGpu: positive(fields, "tokensPerSecondPerGpu"),
    source: text(fields, "source"),
    retrieved: text(fields, "retrieved")
  };
}

function matmulRows(row: unknown): MeasuredMatmul[] {
  const fields = fieldsOf(row, "measured row");
  return (["bf16", "fp8"] as const).flatMap((dtype) => {
    if (fields[`${dtype}MeasuredTflops`] === null) return [];
    const measured = positive(fields, `${dtype}MeasuredTflops`);
    const peak = positive(fields, `${dtype}PeakTflops`);
    return {
      gpuId: text(fields, "gpu"),
      dtype,
      flopsPerSecond: measured * 1e12,
      peakFlopsPerSecond: peak * 1e12,
      mfu: measured / peak,
      source: text(fields, "source"),
      retrieved: text(fields, "retrieved")
    };
  });
}

function weightDtypeOf(fields: Fields): WeightDtype {
  const name = text(fields, "weightDtype");
  if (!Object.hasOwn(weightDtypes, name)) throw new Error(`unknown weightDtype: ${name}`);
  return name as WeightDtype;
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null) throw new TypeError(`invalid ${what}: ${value}`);
  return {...value};
}

function listField(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new TypeError(`missing list: ${name}`);
  return value;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "")
    throw new TypeError(`missing ${name} of measured row ${String(fields.id ?? fields.gpu)}`);
  return value;
}

function positive(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === "number" && value > 0 && value < Infinity) return value;
  throw new RangeError(
    `invalid ${name} of measured row ${String(fields.id ?? fields.gpu)}: ${String(value)}`
  );
}
