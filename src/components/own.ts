import {customGpu, type GpuSpec} from "../lib/gpu.js";
import {fromPriceRow, type PriceRow, type TokenPrices} from "../lib/cost/prices.js";
import type {ModelSpec} from "../lib/model.js";
import {formatQuantity, parseQuantity, type QuantityStyle} from "./quantity.js";

/** Reads a Hugging Face config.json; throws one sentence that names the field. */
export type ConfigReader = (
  json: unknown,
  names: {readonly id: string; readonly name: string}
) => ModelSpec;

/** One box of the form for an own card or price row. */
export interface OwnBox {
  readonly label: string;
  readonly unit: string;
  /** Base units in one display unit */
  readonly scale: number;
  readonly style: QuantityStyle;
  readonly isOptional: boolean;
}

function needed(label: string, unit: string, scale = 1): OwnBox {
  return {label, unit, scale, style: "plain", isOptional: false};
}

function optional(label: string, unit: string, scale = 1): OwnBox {
  return {...needed(label, unit, scale), isOptional: true};
}

/** Memory, bandwidth, arithmetic and link of an own card, in the order they stand in the address. */
export const gpuBoxes: readonly OwnBox[] = [
  needed("Memory", "GB", 1e9),
  needed("Memory bandwidth", "TB/s", 1e12),
  needed("Dense bf16", "TFLOP/s", 1e12),
  optional("Dense FP8", "TFLOP/s", 1e12),
  optional("Link to other cards, one direction", "GB/s", 1e9)
];

/** Prices of an own row, in the order they stand in the address. */
export const priceBoxes: readonly OwnBox[] = [
  needed("Input", "$ per 1M tokens"),
  optional("Cached input", "$ per 1M tokens"),
  optional("Cache write, 5 minutes", "$ per 1M tokens"),
  optional("Cache write, 1 hour", "$ per 1M tokens"),
  needed("Output", "$ per 1M tokens")
];

/** The model of a pasted config.json. @throws one sentence that says what is wrong */
export function readOwnModel(text: string, read: ConfigReader): ModelSpec {
  const json = parseJson(text);
  return read(json, {id: "own", name: nameOf(json)});
}

/** More than any config.json, quantized ones with long lists included. */
const MAX_CONFIG_CHARS = 1e6;

function parseJson(text: string): unknown {
  if (text.length > MAX_CONFIG_CHARS)
    throw new RangeError(`longer than a million characters: ${text.length}`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
  } catch (error) {
    throw new SyntaxError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function nameOf(json: unknown): string {
  if (typeof json !== "object" || json === null) return "My model";
  const {_name_or_path: path, model_type: type}: Readonly<Record<string, unknown>> = {...json};
  const word = typeof path === "string" && path !== "" ? path.split("/").at(-1) : type;
  return typeof word === "string" && word !== "" ? `${word.slice(0, 60)} (mine)` : "My model";
}

/** A config.json without white space, as it travels. */
export function compactJson(text: string): string {
  return JSON.stringify(parseJson(text));
}

/** Numbers of an own card or price row from the text of the address; null where left empty. */
export function readOwnNumbers(text: string, boxes: readonly OwnBox[]): readonly (number | null)[] {
  const parts = text.split(",");
  if (parts.length !== boxes.length)
    throw new Error(`expected ${boxes.length} figures, found ${parts.length}`);
  return boxes.map((box, i) => readOwnNumber(parts[i] ?? "", box));
}

function readOwnNumber(text: string, {label, isOptional}: OwnBox): number | null {
  if (text === "" && isOptional) return null;
  const value = text === "" ? NaN : Number(text);
  if (!(value >= 0 && value < Infinity))
    throw new RangeError(`invalid ${label}: ${text || "empty"}`);
  return value;
}

/** The text that stands in the address for what was typed into the boxes. @throws naming the box */
export function writeOwnNumbers(typed: readonly string[], boxes: readonly OwnBox[]): string {
  const numbers = boxes.map(({label, scale, style, isOptional}, i) => {
    const text = (typed[i] ?? "").trim();
    if (text === "" && isOptional) return "";
    const value = parseQuantity(text, style) * scale;
    if (!(value >= 0 && value < Infinity))
      throw new RangeError(`invalid ${label}: ${text || "empty"}`);
    return String(Number(value.toPrecision(12)));
  });
  return numbers.join(",");
}

/** What the boxes show for a text of the address. */
export function typedNumbers(text: string, boxes: readonly OwnBox[]): readonly string[] {
  return readOwnNumbers(text, boxes).map((value, i) => {
    const scale = boxes[i]?.scale ?? 1;
    return value === null ? "" : formatQuantity(value / scale, "plain");
  });
}

/** @throws naming the figure that is missing or no positive number */
export function readOwnGpu(text: string): GpuSpec {
  const [hbmBytes, hbmBytesPerSecond, flopsPerSecond, fp8FlopsPerSecond, link] = readOwnNumbers(
    text,
    gpuBoxes
  );
  return customGpu({
    hbmBytes: hbmBytes ?? NaN,
    hbmBytesPerSecond: hbmBytesPerSecond ?? NaN,
    flopsPerSecond: flopsPerSecond ?? NaN,
    fp8FlopsPerSecond: fp8FlopsPerSecond ?? null,
    interconnectBytesPerSecond: link ?? null
  });
}

/** A price row of the reader's own, as the price file would hold it, with its prices per token. */
export interface OwnPrice extends PriceRow {
  readonly prices: TokenPrices;
}

/** @throws naming the price that is missing or out of range */
export function readOwnPrice(text: string): OwnPrice {
  const [input, cached, write5m, write1h, output] = readOwnNumbers(text, priceBoxes);
  const row: PriceRow = {
    id: "own",
    provider: "own",
    model: "My prices",
    tier: "own",
    contextWindowTokens: null,
    inputUsdPerMillionTokens: input ?? NaN,
    cachedInputUsdPerMillionTokens: cached ?? null,
    cacheWriteUsdPerMillionTokens: write5m ?? null,
    cacheWrite1hUsdPerMillionTokens: write1h ?? null,
    outputUsdPerMillionTokens: output ?? NaN,
    batchMultiplier: null,
    contextTiers: null
  };
  return {...row, prices: fromPriceRow(row)};
}
