import {formatBytes, formatCount, formatPercent, formatSeconds, formatUsd} from "../lib/format.js";
import type {CapacityStep} from "../lib/engines/steps.js";
import type {Calibration, LogComparison} from "../lib/engines/calibration.js";
import {memoryFit, type MemoryFit} from "../lib/fit.js";
import type {CardPoint} from "../lib/planner/cards.js";
import type {Fix} from "../lib/planner/fixes.js";
import type {Plan, Verdict} from "../lib/planner/plan.js";
import type {Puzzle} from "../lib/planner/puzzles.js";
import type {PlanSetup} from "../lib/planner/setup.js";
import {el, type Child} from "./dom.js";
import type {Column} from "./export.js";
import {decadeStops, octaveStops, type Field, type NumberField} from "./fields.js";
import type {SymbolRow} from "./parts.js";
import type {PageState} from "./state.js";
import {scrollTable, tableHead} from "./table.js";
import type {GgufFile} from "./gguf-drop.js";

const units: Readonly<Record<CapacityStep["unit"], (value: number) => string>> = {
  bytes: (value) => formatBytes(value),
  tokens: (value) => `${formatCount(value)} tokens`,
  blocks: (value) => `${formatCount(value)} blocks`,
  cells: (value) => `${formatCount(value)} cells`,
  times: (value) => `${value.toFixed(2)}×`,
  layers: (value) => `${formatCount(value)} layers`,
  sequences: (value) => `${formatCount(value)} sequences`
};

/** The engine's arithmetic, a line a step: rule, numbers, value. */
export function stepsTable(steps: readonly CapacityStep[]): HTMLElement {
  const rows = steps.map(({label, formula, unfolded, value, unit}) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, label),
      el("td", {}, formula, formula ? el("br") : null, el("code", {}, unfolded)),
      el("td", {class: "lab-right"}, units[unit](value))
    )
  );
  const content = [tableHead(["", "Rule", "Value"], [2]), el("tbody", {}, rows)];
  return scrollTable(content, {label: "The engine's arithmetic, step by step"});
}

/** What the engine itself would print. */
export function engineWords(words: readonly string[]): HTMLElement {
  return el("pre", {class: "lab-engine-words"}, words.join("\n"));
}

/** Changes, the cheapest that works first. */
export function fixesTable(fixes: readonly Fix[]): HTMLElement {
  const rows = fixes.map(({label, plan, quality}) =>
    el(
      "tr",
      {class: plan?.isGood ? "lab-good" : null},
      el("th", {scope: "row"}, label, ...qualityWords(quality)),
      el("td", {}, plan ? verdicts[plan.verdict] : "refused"),
      el("td", {class: "lab-right"}, plan ? formatCount(plan.maxReaders) : "none"),
      el("td", {class: "lab-right"}, plan ? formatSeconds(plan.tpot.usual) : ""),
      el("td", {class: "lab-right"}, plan ? formatUsd(plan.usdPerMonth) : "")
    )
  );
  const head = ["Change", "Verdict", "Readers", "A token every", "A month"];
  const content = [tableHead(head, [2, 3, 4]), el("tbody", {}, rows)];
  return scrollTable(content, {label: "Changes, the cheapest that works first"});
}

/** What a change costs beside money, under its name; a column of its own would not fit. */
function qualityWords(quality: string): readonly Child[] {
  return quality === "none" ? [] : [el("br"), el("small", {}, quality)];
}

const verdicts: Readonly<Record<Verdict, string>> = {
  works: "✓ works",
  "does not fit": "✗ does not fit",
  "first token late": "fits, first token late",
  "tokens late": "fits, tokens late",
  "both late": "fits, all tokens late",
  "first token unknown": "fits, first token unknown"
};

/** The memory of a card as the memory bar takes it. */
export function fitOf(plan: Plan): MemoryFit {
  const {setup, memory, capacity} = plan;
  const {model, gpu, nGpus, tp, weightDtype, kvDtype, contextTokens, nReaders} = setup;
  const {utilization, overheadBytes} = setup;
  const options = {gpu, nGpus, tp, weightDtype, kvDtype, contextTokens, utilization, overheadBytes};
  const kvBytesPerGpu = capacity.heldBytes;
  const spare = memory.kvBytes - kvBytesPerGpu;
  return {
    ...memoryFit(model, {...options, batchSize: nReaders}),
    fits: spare >= 0,
    weightBytesPerGpu: memory.weightBytes,
    kvBytesPerGpu,
    freeBytes: Math.max(0, spare),
    shortBytes: Math.max(0, -spare)
  };
}

export const cardColumns: readonly Column<CardPoint>[] = [
  {key: "gpuName", label: "Card", role: "name"},
  {key: "nGpus", label: "Cards", format: String},
  {key: "tp", label: "To a layer", format: String},
  {key: "usdPerMonth", label: "A month", unit: "USD", format: (usd: number) => formatUsd(usd)},
  {
    key: "tpotSeconds",
    label: "A token every",
    unit: "s",
    format: (s: number) => formatSeconds(s),
    role: "y"
  },
  {
    key: "ttftSeconds",
    label: "First token",
    unit: "s",
    format: (s: number) => (Number.isNaN(s) ? "unknown" : formatSeconds(s))
  },
  {key: "isGood", label: "In time", format: (is: boolean) => (is ? "yes" : "no")},
  {key: "isBest", label: "Unbeaten", format: (is: boolean) => (is ? "yes" : "no")}
];

/** Rows of memory of one card. */
export interface MemoryRow {
  readonly part: string;
  readonly bytes: number;
}

export const memoryColumns: readonly Column<MemoryRow>[] = [
  {key: "part", label: "Part", role: "name"},
  {key: "bytes", label: "Size", unit: "B", format: (bytes: number) => formatBytes(bytes), role: "y"}
];

export function memoryRows(fit: MemoryFit): MemoryRow[] {
  return [
    {part: "weights", bytes: fit.weightBytesPerGpu},
    {part: "overhead", bytes: fit.overheadBytes},
    {part: "KV cache of the readers", bytes: fit.kvBytesPerGpu},
    {part: "free", bytes: fit.freeBytes},
    {part: "missing", bytes: fit.shortBytes}
  ];
}

const logNames: Readonly<Partial<Record<string, string>>> = {
  totalBytes: "memory of a card",
  kvBytes: "memory for KV",
  stateBytes: "recurrent states",
  weightBytes: "weights",
  nBlocks: "blocks",
  cacheTokens: "KV cache size",
  concurrency: "maximum concurrency",
  neededBytes: "needed by one request",
  blockTokens: "block"
};

/** Figures of a log beside ours; a sentence where it has none that we have. */
export function comparisonTable(rows: readonly LogComparison[]): HTMLElement {
  if (rows.length === 0) {
    return el("p", {class: "lab-hint"}, "None of its figures has one of ours to stand beside.");
  }
  const text = (key: string, value: number) =>
    key.endsWith("Bytes") ? formatBytes(value) : formatCount(Number(value.toPrecision(6)));
  const lines = rows.map(({key, printed, ours, differenceFraction}) =>
    el(
      "tr",
      {},
      el("th", {scope: "row"}, logNames[key] ?? key),
      el("td", {class: "lab-right"}, text(key, printed)),
      el("td", {class: "lab-right"}, text(key, ours)),
      el(
        "td",
        {class: "lab-right"},
        differenceFraction === null ? "" : formatPercent(differenceFraction)
      )
    )
  );
  const head = tableHead(["", "In the log", "Ours", "Difference"], [1, 2, 3]);
  return scrollTable([head, el("tbody", {}, lines)], {label: "The log beside ours"});
}

/** What a GGUF file is made of. */
export function fileWords(file: GgufFile | null): readonly Child[] {
  if (file === null) return ["No file: weights are counted by formula, in the format chosen."];
  const shares = file.shares.slice(0, 4).map(({type, bytes}) => `${type} ${formatBytes(bytes)}`);
  return [
    `${file.name}: ${file.model.name}, ${formatBytes(file.weightBytes)} of weights exactly (${shares.join(", ")}).`
  ];
}

export const plannerSymbols: readonly SymbolRow[] = [
  {
    letter: "M",
    code: "gpuBytes",
    term: "显存",
    meaning: "memory that a program can see",
    unit: "B"
  },
  {
    letter: "u",
    code: "utilization",
    term: "显存利用率",
    meaning: "share the engine takes",
    unit: "1"
  },
  {letter: "W", code: "weightBytes", term: "权重", meaning: "weights on one card", unit: "B"},
  {
    letter: "o",
    code: "overheadBytes",
    term: "激活与其他",
    meaning: "activations, graphs",
    unit: "B"
  },
  {
    letter: "B",
    code: "readersPerReplica",
    term: "并发数",
    meaning: "readers on a replica",
    unit: "1"
  }
];

/** Fields of the page capacity-planner alone. */
export const plannerFields: Readonly<Record<string, Partial<Field>>> = {
  engine: {
    kind: "choice",
    label: "Engine",
    term: "推理引擎",
    options: [
      {value: "vllm", label: "vLLM"},
      {value: "sglang", label: "SGLang"},
      {value: "llama.cpp", label: "llama.cpp"}
    ],
    look: "segments"
  },
  blk: {
    kind: "number",
    style: "plain",
    label: "Block",
    term: "块大小",
    unit: "tokens",
    min: 1,
    max: 1024,
    isInteger: true,
    stops: [16, 32, 64, 128],
    look: "segments"
  },
  mnbt: {
    kind: "number",
    style: "tokens",
    label: "Tokens a pass",
    hint: "max_num_batched_tokens: windows also hold the tokens in flight",
    unit: "tokens",
    min: 64,
    max: 1024 ** 2,
    isInteger: true,
    stops: octaveStops(512, 131072, 1),
    marks: [512, 8192, 131072]
  },
  ttft: {
    kind: "number",
    style: "seconds",
    label: "First token, at most",
    term: "TTFT",
    min: 0.001,
    max: 1000,
    stops: decadeStops(0.05, 20),
    marks: [0.05, 0.5, 5]
  },
  busy: {
    kind: "number",
    style: "percent",
    label: "Share of the month they write",
    term: "利用率",
    min: 0.01,
    max: 1,
    stops: [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    marks: [0.01, 0.1, 0.5, 1]
  }
};

/** Inputs as the page's record holds them. */
export interface PlannerRecord {
  readonly n: number;
  readonly tp: number;
  readonly wdt: PlanSetup["weightDtype"];
  readonly kvdt: PlanSetup["kvDtype"];
  readonly engine: PlanSetup["engine"];
  readonly util: number;
  readonly overhead: number;
  readonly blk: number;
  readonly mnbt: number;
  readonly ctx: number;
  readonly batch: number;
  readonly prompt: number;
  readonly answer: number;
  readonly ttft: number;
  readonly tpot: number;
  readonly usdh: number;
  readonly mfu: number;
  readonly mbu: number;
}

/** The planner's setup from the page's record. */
export function plannerSetup(
  record: PlannerRecord,
  chosen: Pick<PlanSetup, "model" | "weightBytes" | "gpu">
): PlanSetup {
  return {
    ...chosen,
    nGpus: record.n,
    tp: record.tp,
    weightDtype: record.wdt,
    kvDtype: record.kvdt,
    engine: record.engine,
    utilization: record.util,
    overheadBytes: record.overhead,
    blockTokens: record.blk,
    maxBatchedTokens: record.mnbt,
    contextTokens: record.ctx,
    nReaders: record.batch,
    promptTokens: record.prompt,
    outputTokens: record.answer,
    ttftSeconds: record.ttft,
    tpotSeconds: record.tpot,
    usdPerGpuHour: record.usdh,
    mfu: record.mfu,
    mbu: record.mbu
  };
}

/** Tasks of the page. */
export function plannerTasks(): readonly {
  readonly task: string;
  readonly answer: readonly Child[];
}[] {
  return [
    {
      task: "Choose Qwen3.5 27B and 32K. Why does vLLM's block grow to 784 tokens?",
      answer: [
        "Three in four layers keep a state of constant size instead of a cache. The pool has pages of one size, so the block grows until a page of attention is as large as a state: 3,207,168 B over 4,096 B a token, up to the next multiple of 16. A prompt shorter than 785 tokens is never found in the prefix cache."
      ]
    },
    {
      task: "Choose Gemma 4 31B, one H200 and 256K. Which two numbers does vLLM call the size of its KV cache?",
      answer: [
        "Older versions count blocks over groups times block, newer ones concurrency times the longest length. With windows a long request needs far less than its length in every layer, so the newer number is several times the older one. Unfold the steps to see both."
      ]
    },
    {
      task: "What is the cheapest way to serve twice the readers?",
      answer: [
        "Double the readers: 60 of 64 fit. INT4 weights make room for the other four and cost nothing a month; so does a shorter context, which refuses longer requests. One more replica costs half again, twice the cards to a layer double: those talk to each other. The cache is in FP8 already; set it to bf16 and only 30 fit."
      ]
    }
  ];
}

/** Puts a log's overhead into the page; says why not where the log does not tell one of use. */
export function calibrateButton(state: PageState, calibration: Calibration | null): HTMLElement {
  if (calibration === null) {
    const wanted = "weights and memory for KV, activations, or llama.cpp's compute buffers";
    return el("p", {class: "lab-hint"}, `Its overhead is not in these lines: it takes ${wanted}.`);
  }
  const {from} = calibration;
  const overhead = Math.round(calibration.overheadBytes);
  const {min = 0, max = Infinity} = state.schema.fields["overhead"] as NumberField;
  if (overhead < min || overhead > max) {
    const why = overhead < min ? "is less than nothing" : "is more than the page takes";
    const amount = `${overhead < min ? "−" : ""}${formatBytes(Math.abs(overhead))}`;
    return el("p", {class: "lab-hint"}, `Its overhead is not used: ${amount} (${from}) ${why}.`);
  }
  const label = `Use its overhead, ${formatBytes(overhead)} a card`;
  return el("p", {}, state.setUp(label, {overhead}), ` (${from})`);
}

/** Engine figures that users could not explain: seen, the mistake, ours, why. */
export function puzzleList(puzzles: readonly Puzzle[]): HTMLElement {
  const items = puzzles.map(({title, source, seen, mistake, ours, why}) => {
    const lines: readonly (readonly [string, string])[] = [
      ["Seen", `${seen} (${source})`],
      ["The mistake", mistake],
      ["From the shape", ours],
      ["Why", why]
    ];
    const parts = lines.flatMap(([term, text]) => [el("dt", {}, term), el("dd", {}, text)]);
    return el("details", {}, el("summary", {}, title), el("dl", {}, parts));
  });
  return el("div", {class: "lab-puzzles"}, items);
}
