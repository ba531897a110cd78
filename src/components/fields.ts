import {kvDtypes, weightDtypes} from "../lib/dtype.js";
import type {QuantityStyle} from "./quantity.js";

/** What a record holds under a key. */
export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

interface Labelled {
  readonly label: string;
  /** The chapter's word */
  readonly term?: string;
  /** One line under the control: what it means, the measured range */
  readonly hint?: string;
}

export interface NumberField extends Labelled {
  readonly kind: "number";
  readonly style: QuantityStyle;
  /** Stands behind the box */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly isInteger?: boolean;
  /** Where the slider stops, ascending; the box takes any number between min and max */
  readonly stops: readonly number[];
  /** Stops with a label under the slider */
  readonly marks?: readonly number[];
  /** A row of buttons instead of a slider, for few stops */
  readonly look?: "slider" | "segments";
}

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Heading in a long list */
  readonly group?: string;
  /** Small print beside the label */
  readonly note?: string;
}

export interface ChoiceField extends Labelled {
  readonly kind: "choice";
  readonly options: readonly Option[];
  readonly look?: "select" | "segments";
}

/** One of the catalog, or the reader's own, which then stands under the companion key. */
export interface CatalogField extends Labelled {
  readonly kind: "model" | "gpu" | "price";
  readonly companion: string;
}

export interface ToggleField extends Labelled {
  readonly kind: "toggle";
}

/** Several of the catalog or of the options. */
export interface ListField extends Labelled {
  readonly kind: "list";
  readonly of: "model" | "gpu" | "price" | readonly Option[];
  readonly maxLength: number;
}

/** Free text, or what a component of the page encodes on its own. */
export interface TextField extends Labelled {
  readonly kind: "text";
  readonly maxLength: number;
  readonly pattern?: RegExp;
}

/** The reader's own config.json, card or price row. */
export interface OwnField extends Labelled {
  readonly kind: "own-model" | "own-gpu" | "own-price";
}

export type Field =
  NumberField | ChoiceField | CatalogField | ToggleField | ListField | TextField | OwnField;

/** Stops of a slider whose steps are even. @example linearStops(0, 1, 0.5) // [0, 0.5, 1] */
export function linearStops(min: number, max: number, step: number): readonly number[] {
  const n = Math.round((max - min) / step);
  return Array.from({length: n + 1}, (_, i) => Number((min + i * step).toPrecision(12)));
}

/** Stops that double, with `n` even steps in each octave; whole numbers only. */
export function octaveStops(min: number, max: number, n: number): readonly number[] {
  const octaves = Array.from({length: Math.ceil(Math.log2(max / min))}, (_, i) => min * 2 ** i);
  const stops = octaves.flatMap((start) =>
    Array.from({length: n}, (_, i) => Math.round(start * (1 + i / n)))
  );
  return [...new Set([...stops.filter((stop) => stop < max), max])];
}

const DECADE = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** Stops at round numbers, ten in each decade. */
export function decadeStops(min: number, max: number): readonly number[] {
  const decades = range(Math.floor(Math.log10(min)), Math.ceil(Math.log10(max)));
  const stops = decades.flatMap((e) => DECADE.map((m) => Number(`${m}e${e}`)));
  return [...new Set([min, ...stops.filter((stop) => stop > min && stop < max), max])];
}

function range(from: number, to: number): number[] {
  return Array.from({length: to - from + 1}, (_, i) => from + i);
}

/** Stops at one in so many, ascending. */
export function oneInStops(min: number, max: number): readonly number[] {
  return decadeStops(Math.round(1 / max), Math.round(1 / min))
    .filter((n) => Number.isInteger(n))
    .map((n) => 1 / n)
    .reverse();
}

const MS = 1e-3;
const GIB = 1024 ** 3;

function share(label: string, rest: Partial<NumberField> = {}): NumberField {
  return {
    kind: "number",
    style: "percent",
    label,
    min: 0,
    max: 1,
    stops: linearStops(rest.min ?? 0, rest.max ?? 1, 0.01),
    ...rest
  };
}

function options(formats: Readonly<Record<string, {readonly label: string}>>): Option[] {
  return Object.entries(formats).map(([value, {label}]) => ({value, label}));
}

/** Every input of every page, by its key in the address. */
export const fields: Readonly<Record<string, Field>> = {
  m: {kind: "model", label: "Model", term: "模型", companion: "cfg"},
  cfg: {kind: "own-model", label: "Own config.json"},
  wdt: {kind: "choice", label: "Weights in", term: "权重精度", options: options(weightDtypes)},
  kvdt: {kind: "choice", label: "KV cache in", term: "KV 精度", options: options(kvDtypes)},
  gpu: {kind: "gpu", label: "GPU", term: "显卡", companion: "card"},
  card: {kind: "own-gpu", label: "Own card"},
  n: {
    kind: "number",
    style: "plain",
    label: "Cards",
    min: 1,
    max: 64,
    isInteger: true,
    stops: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64],
    marks: [1, 2, 4, 8, 16, 64]
  },
  tp: {
    kind: "number",
    style: "plain",
    label: "Tensor parallel",
    term: "张量并行",
    hint: "cards that share each layer",
    min: 1,
    max: 64,
    isInteger: true,
    stops: [1, 2, 4, 8, 16],
    look: "segments"
  },
  pp: {
    kind: "number",
    style: "plain",
    label: "Pipeline parallel",
    term: "流水线并行",
    hint: "stages that split the layers",
    min: 1,
    max: 64,
    isInteger: true,
    stops: [1, 2, 4, 8, 16],
    look: "segments"
  },
  ctx: {
    kind: "number",
    style: "tokens",
    label: "Context",
    term: "上下文长度",
    unit: "tokens",
    min: 1,
    max: 1024 ** 2,
    isInteger: true,
    stops: octaveStops(1024, 1024 ** 2, 8),
    marks: [1024, 8192, 32768, 131072, 1024 ** 2]
  },
  batch: {
    kind: "number",
    style: "plain",
    label: "Readers at once",
    term: "并发数",
    min: 1,
    max: 1024,
    isInteger: true,
    stops: octaveStops(1, 1024, 4),
    marks: [1, 4, 16, 64, 256, 1024]
  },
  prompt: {
    kind: "number",
    style: "tokens",
    label: "Prompt",
    term: "提示词",
    unit: "tokens",
    min: 1,
    max: 1024 ** 2,
    isInteger: true,
    stops: octaveStops(16, 131072, 8),
    marks: [16, 128, 1024, 8192, 131072]
  },
  answer: {
    kind: "number",
    style: "tokens",
    label: "Answer",
    term: "生成长度",
    unit: "tokens",
    min: 1,
    max: 131072,
    isInteger: true,
    stops: octaveStops(16, 32768, 8),
    marks: [16, 128, 1024, 8192]
  },
  dau: {
    kind: "number",
    style: "count",
    label: "Daily users",
    term: "日活 (DAU)",
    min: 1,
    max: 1e9,
    isInteger: true,
    stops: decadeStops(1e3, 1e8),
    marks: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8]
  },
  remix: {
    kind: "number",
    style: "rate",
    label: "Remix rate",
    term: "二创率",
    hint: "remixes per daily user and day",
    min: 0,
    max: 10,
    stops: oneInStops(1 / 1000, 1 / 3),
    marks: [1 / 1000, 1 / 100, 1 / 10]
  },
  pgc: {
    kind: "number",
    style: "rate",
    label: "PGC rate",
    term: "专业创作率",
    hint: "new pieces per daily user and day",
    min: 0,
    max: 10,
    stops: oneInStops(1 / 100000, 1 / 10),
    marks: [1 / 100000, 1 / 1000, 1 / 10]
  },
  in: {
    kind: "number",
    style: "count",
    label: "Tokens in",
    term: "输入",
    hint: "per generation",
    min: 0,
    max: 1e7,
    isInteger: true,
    stops: decadeStops(100, 1e6),
    marks: [100, 1e3, 1e4, 1e5, 1e6]
  },
  out: {
    kind: "number",
    style: "count",
    label: "Tokens out",
    term: "输出",
    hint: "per generation",
    min: 0,
    max: 1e6,
    isInteger: true,
    stops: decadeStops(10, 1e5),
    marks: [10, 100, 1e3, 1e4, 1e5]
  },
  hit: share("Cache hit rate", {
    term: "缓存命中",
    hint: "share of input tokens read from the prompt cache",
    marks: [0, 0.25, 0.5, 0.75, 0.95],
    stops: linearStops(0, 0.95, 0.01)
  }),
  tier: {kind: "price", label: "API model", term: "模型档位", companion: "row"},
  row: {kind: "own-price", label: "Own price row"},
  mfu: share("MFU", {
    term: "算力利用率",
    min: 0.01,
    hint: "share of peak FLOP/s that prefill reaches",
    marks: [0.2, 0.4, 0.6, 0.8, 1]
  }),
  mbu: share("MBU", {
    term: "带宽利用率",
    min: 0.01,
    hint: "share of peak bandwidth that decode reaches",
    marks: [0.2, 0.4, 0.6, 0.8, 1]
  }),
  util: share("Memory used", {
    term: "显存利用率",
    min: 0.1,
    hint: "share of the card's memory the engine may take",
    stops: linearStops(0.5, 1, 0.01),
    marks: [0.5, 0.75, 0.9, 1]
  }),
  overhead: {
    kind: "number",
    style: "bytes",
    label: "Overhead per card",
    term: "激活与其他",
    hint: "activations, CUDA graphs; vLLM measured 2.1 to 7.4 GiB",
    min: 0,
    max: 64 * GIB,
    stops: linearStops(0, 16 * GIB, GIB / 4),
    marks: [0, 2 * GIB, 4 * GIB, 8 * GIB, 16 * GIB]
  },
  peak: {
    kind: "number",
    style: "plain",
    label: "Peak factor",
    term: "峰值系数",
    hint: "busiest hour over the day's mean",
    min: 1,
    max: 100,
    stops: linearStops(1, 10, 0.25),
    marks: [1, 2, 4, 6, 8, 10]
  },
  tpot: {
    kind: "number",
    style: "seconds",
    label: "Time per token, at most",
    term: "TPOT",
    min: MS,
    max: 10,
    stops: decadeStops(5 * MS, 0.5),
    marks: [5 * MS, 20 * MS, 0.1, 0.5]
  },
  usdh: {
    kind: "number",
    style: "usd",
    label: "Price per card and hour",
    term: "卡时价格",
    min: 0,
    max: 1000,
    stops: decadeStops(0.1, 50),
    marks: [0.1, 1, 10, 50]
  },
  load: share("Load at most", {
    term: "利用率上限",
    min: 0.05,
    hint: "share of throughput a replica is planned for",
    marks: [0.25, 0.5, 0.75, 1]
  }),
  bulk: share("Sent as batch", {
    term: "批处理占比",
    hint: "share of requests that can wait a day",
    marks: [0, 0.5, 1]
  }),
  route: share("Routed a tier down", {
    term: "路由占比",
    hint: "share of requests a cheaper model answers",
    marks: [0, 0.5, 1]
  })
};
